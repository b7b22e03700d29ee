"""What the participant's browser receives: plain JSON values, made from the design and from what is done.

What tells a check from a sample, and which perturbation made one, never leaves the server.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any

from core.identity import content_id
from curation.study.design import StudyDesign, StudyPart
from curation.study.questionnaires import LONGEST_TEXT, Questionnaire
from curation.study.records import ItemKind, StudyEvent, StudyEventKind, StudyItem
from curation.study.steps import StudyStep, StudyStepKind
from pages.ui.shared.markdown import BELOW_TITLE, nodes
from pages.ui.shared.marks import Mark

JSON = dict[str, Any]
MOST = 2_000  # words of a text that are compared; longer ones are shown without marks
WORD = re.compile(r"\s+|\w+|[^\w\s]")
Run = tuple[str, str]


@lru_cache(maxsize=2_000)
def marked(old: str, new: str) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """Both texts as runs of (text, mark): what is gone is DELETED in the old one, what is new INSERTED in the other.

    A study keeps the texts alone, so words are compared here, and a word with another letter is marked whole.
    """
    before, after = WORD.findall(old), WORD.findall(new)
    if max(len(before), len(after)) > MOST:
        return ((old, Mark.SAME),), ((new, Mark.SAME),)
    gone, come = list[Run](), list[Run]()
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        same = kind == "equal"
        gone += _run(before[a:b], Mark.SAME if same else Mark.DELETED)
        come += _run(after[c:d], Mark.SAME if same else Mark.INSERTED)
    return tuple(gone), tuple(come)


def marks(texts: Iterable[Sequence[Run]]) -> set[str]:
    """The kinds of change that are marked in these texts; none where they are equal, or too long to be compared."""
    return {mark for runs in texts for _, mark in runs} - {Mark.SAME.value}


def _run(words: Sequence[str], mark: Mark) -> list[Run]:
    return [("".join(words), mark.value)] if words else []


def book(design: StudyDesign, steps: Sequence[StudyStep]) -> JSON:
    """All that this participant is asked, whatever is done of it: the steps in order, and what each of them shows."""
    whole = {
        "steps": _steps(design, steps),
        "items": {step.item.id: _item(step.item, design.part(step.part)) for step in steps if step.item},
        "forms": {form.name: _form(form) for form in (*design.opening, *design.closing)},
        "parts": [_part(part, steps, _place(n, len(design.parts))) for n, part in enumerate(design.parts, 1)],
        "instructions": nodes(design.told_instructions, BELOW_TITLE),
        "back": design.go_back,
    }
    return whole | {"version": content_id(str(whole))}


def done(events: Sequence[StudyEvent]) -> JSON:
    """What is saved of this participant: the answers by item, and the names of questionnaires and parts."""

    def names(kind: StudyEventKind) -> list[str]:
        return sorted({event.name for event in events if event.kind is kind})

    answered = (event for event in events if event.kind is StudyEventKind.ANSWERED)
    return {
        "answers": {event.item: dict(event.answers) for event in answered},
        "forms": names(StudyEventKind.QUESTIONNAIRE),
        "parts": names(StudyEventKind.BEGAN),
    }


def _steps(design: StudyDesign, steps: Sequence[StudyStep]) -> list[JSON]:
    numbers = {part.name: n for n, part in enumerate(design.parts)}
    pages: list[JSON] = []
    texts = sum(step.item.kind is not ItemKind.TRAINING for step in steps if step.item)
    judged = practised = 0
    for step in steps:
        match step.kind:
            case StudyStepKind.QUESTIONNAIRE if step.questionnaire:
                name = step.questionnaire.name
                pages.append({"id": f"form:{name}", "kind": "form", "form": name})
            case StudyStepKind.INSTRUCTIONS:
                practised = 0
                pages += _read_first(design) if not any(page["kind"] == "part" for page in pages) else []
                pages.append({"id": f"part:{step.part}", "kind": "part", "part": numbers[step.part], "name": step.part})
            case StudyStepKind.ITEM if step.item:
                practice = step.item.kind is ItemKind.TRAINING
                practised += practice
                judged += not practice
                place = f" · part {numbers[step.part] + 1} of {len(design.parts)}" if len(design.parts) > 1 else ""
                name = f"Practice {practised}" if practice else f"Text {judged} of {texts}{place}"
                entry = {"id": step.item.id, "kind": "item", "part": numbers[step.part], "name": name}
                pages.append(entry | {"practice": practice})
    return pages


def _read_first(design: StudyDesign) -> list[JSON]:
    if not design.told_instructions.strip():
        return []
    return [
        {
            "id": "instructions",
            "kind": "text",
            "name": "Before you begin",
            "text": nodes(design.told_instructions, BELOW_TITLE),
        }
    ]


def _texts(steps: Sequence[StudyStep], part: str) -> int:
    """How many texts of a part are judged, without those for practice."""
    return sum(step.part == part and step.item.kind is not ItemKind.TRAINING for step in steps if step.item)


def _place(number: int, parts: int) -> str:
    """ "Part 1 of 2: ", "" where there is one part."""
    return f"Part {number} of {parts}: " if parts > 1 else ""


def _part(part: StudyPart, steps: Sequence[StudyStep], place: str) -> JSON:
    kinds = [step.item.kind for step in steps if step.item and step.part == part.name]
    return {
        "place": place,
        "title": part.title,
        "instructions": nodes(part.instructions, BELOW_TITLE),
        "questions": [{"id": q.id, "text": q.text, "options": list(q.options)} for q in part.questions],
        "practice": sum(kind is ItemKind.TRAINING for kind in kinds),
        "texts": _texts(steps, part.name),
    }


def _item(item: StudyItem, part: StudyPart) -> JSON:
    shared = [name for name in item.perturbed if part.show_changes and name in item.original]
    both = {name: marked(item.original[name], item.perturbed[name]) for name in shared}
    old, new = ({name: runs[n] for name, runs in both.items()} for n in (0, 1))
    content: JSON = {
        "original": _fields(item.original, old) if part.show_original else None,
        "changed": _fields(item.perturbed, new),
        "unmarked": any(item.original[name] != item.perturbed[name] and not marks(both[name]) for name in shared),
        "label": item.gold_label if part.show_label else "",
    }
    if item.kind is ItemKind.TRAINING:
        content |= {"right": dict(item.right), "feedback": item.feedback}
    return content


def _fields(texts: Mapping[str, str], runs: Mapping[str, Sequence[Run]]) -> list[JSON]:
    return [{"name": name, "runs": [list(run) for run in runs.get(name, [(text, "")])]} for name, text in texts.items()]


def _form(form: Questionnaire) -> JSON:
    return {
        "title": form.title,
        "intro": nodes(form.intro, BELOW_TITLE),
        "items": [asdict(item) | {"most": LONGEST_TEXT, "optional": not item.required} for item in form.items],
    }
