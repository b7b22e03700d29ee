"""A study that nobody took part in: simulated participants with known tendencies, for tests and for trying things out.

`python -m tests.data.study_results.simulated_study WORKSPACE` puts one into a workspace; its title says that it is
simulated.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import exp
from pathlib import Path
from random import Random

from curation.study.design import StudyDesign
from curation.study.presets import moradi2021
from curation.study.records import ItemKind, StudyAnswer, StudyEvent, StudyEventKind, StudyItem
from data.append_log import AppendLog
from data.study.files import PARTICIPANTS
from data.study.sampling import DrawnItems
from data.study.studies import Studies
from data.study.study import Study
from data.workspace import Workspace

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PERSON_SD, ITEM_SD = 0.6, 1.0  # of log-odds
ODDS = {
    "word_deletion": 0.2, "synonym_replacement": -0.3, "negation": -1.6, "word_order": -1.2,
    "word_repetition": 2.0, "verb_tense": 4.0, "singular_plural_verbs": 4.2, "character_replacement": 1.8,
}  # fmt: skip
USUAL_ODDS = 3.2  # log-odds that meaning and label survive


def chosen(item: StudyItem, options: int, odds: float, random: Random) -> int:
    """An option: the first with these log-odds; of the others a later one twice as often as the one before it."""
    if random.random() < 1 / (1 + exp(-odds)):
        return 0
    label_changes = item.perturbation == "negation"
    weights = [2 ** (-n if label_changes else n) for n in range(1, options)]
    return random.choices(range(1, options), weights)[0]


def simulated_answers(
    design: StudyDesign,
    items: Mapping[str, StudyItem],
    hands: Mapping[str, Sequence[str]],
    careless: int = 0,
    seed: int = 0,
) -> list[StudyAnswer]:
    """What simulated people answer to the items in their hands; the last `careless` of them choose at random."""
    random = Random(seed)
    by_item = {id_: random.gauss(0, ITEM_SD) for id_ in sorted(items)}
    found = []
    for n, (name, hand) in enumerate(hands.items()):
        tendency, pace = random.gauss(0, PERSON_SD), exp(random.gauss(0, 0.3))
        random_choice = n >= len(hands) - careless
        for place, id_ in enumerate(hand):
            item = items[id_]
            odds = ODDS.get(item.perturbation, USUAL_ODDS) + tendency + by_item[id_]
            answers = {}
            for question in design.part(item.part).questions:
                sure = item.right.get(question.id)
                if random_choice:
                    answers[question.id] = random.randrange(len(question.options))
                elif sure is not None and random.random() < 0.97:
                    answers[question.id] = sure
                else:
                    answers[question.id] = chosen(item, len(question.options), odds, random)
            words = sum(len(text.split()) for text in item.perturbed.values())
            seconds = 0.4 if random_choice and place % 2 else pace * (1.5 + 0.35 * words) * exp(random.gauss(0, 0.5))
            at = START + timedelta(hours=n, seconds=20 * place)
            ms = round(1000 * seconds)
            found.append(StudyAnswer(name, id_, item.part, answers, ms, ms + 300, at))
    return found


def take_part(study: Study, careless: int = 0, seed: int = 0) -> None:
    """Invite everybody, and have them all answer everything, straight into their files."""
    invited = [one.participant for one in study.invite(len(study.files.plan))]
    logs = {name: study.folder / PARTICIPANTS / f"{name}.jsonl" for name in invited}
    hands = {name: _hand(study, path) for name, path in logs.items()}
    by_person: dict[str, list[StudyAnswer]] = {}
    for answer in simulated_answers(study.design, study.items, hands, careless, seed):
        by_person.setdefault(answer.participant, []).append(answer)
    for n, (name, path) in enumerate(logs.items()):
        told = [_event(f"{name}-c", StudyEventKind.CONSENTED, START + timedelta(hours=n))]
        told += [_answered(f"{name}-{place}", answer) for place, answer in enumerate(by_person[name])]
        told += _responses(study.design, name, n)
        told.append(_event(f"{name}-f", StudyEventKind.FINISHED, START + timedelta(hours=n, minutes=50)))
        AppendLog(path, StudyEvent).append(told)


def _hand(study: Study, path: Path) -> list[str]:
    import json

    ids = json.loads(path.read_text(encoding="utf-8").splitlines()[0])["items"]
    return [id_ for id_ in ids if study.items[id_].kind is not ItemKind.TRAINING]


def _event(id_: str, kind: StudyEventKind, at: datetime) -> StudyEvent:
    return StudyEvent(id_, kind, at)


def _answered(id_: str, answer: StudyAnswer) -> StudyEvent:
    event = StudyEvent(id_, StudyEventKind.ANSWERED, answer.at, item=answer.item, answers=answer.answers)
    return replace(event, browser_ms=answer.browser_ms, server_ms=answer.server_ms)


def _responses(design: StudyDesign, name: str, n: int) -> list[StudyEvent]:
    at = START + timedelta(hours=n, minutes=40)
    found = []
    for one in (*design.opening, *design.closing):
        responses = {item.id: item.options[n % len(item.options)] if item.options else "=1+1 (a simulated comment)" for item in one.items}  # fmt: skip  # noqa: E501
        event = StudyEvent(f"{name}-{one.name}", StudyEventKind.QUESTIONNAIRE, at, name=one.name)
        found.append(replace(event, responses=responses))
    return found


Making = Callable[[StudyDesign], StudyDesign]


def small_study(workspace: Workspace, change: Making = lambda design: design, careless: int = 0) -> Study:
    """The paper's study on made-up items, without a data set: quick to make. Six participants, 12 and 8 items each."""
    design = moradi2021(("films/test", "questions/test"))
    parts = tuple(replace(part, per_participant=each) for part, each in zip(design.parts, (12, 8), strict=True))
    design = change(replace(design, title="Simulated: a small study", parts=parts, participants=6))
    items = [item for part in design.parts for item in _items(design, part.name)]
    studies = Studies(workspace)
    study = studies.open(studies.keep(design, DrawnItems(items, [])))
    take_part(study, careless)
    return study


def _items(design: StudyDesign, name: str) -> list[StudyItem]:
    part = design.part(name)
    count = design.participants * part.per_participant // design.judgements_per_item
    cells = [(p, d.partition("/")[0], s) for p in part.perturbations for s in part.severities for d in part.data]
    question = part.questions[0]
    found = []
    for n in range(count):
        perturbation, dataset, severity = cells[n * 7 % len(cells)]
        texts = {"text": f"A made-up sentence, the one with the number {n}."}
        changed = {"text": f"A made up sentence teh one with number {n}."}
        found.append(
            StudyItem(f"{name}-{n}", name, ItemKind.REAL, texts, changed, dataset, "test", perturbation, severity,
                      f"sample-{name}-{n}", f"candidate-{name}-{n}", "positive", edits=1)
        )  # fmt: skip
    for kind, right in ((ItemKind.ATTENTION, len(question.options) - 1), (ItemKind.GOLD, question.unchanged)):
        found.append(StudyItem(f"{name}-{kind}", name, kind, texts, texts, right={question.id: right}))
    return found


def main(root: Path) -> None:
    """The paper's whole design on the demo data sets, with one careless participant, into this workspace."""
    from data.demo import ensure_demo

    workspace = Workspace(root).prepare()
    ensure_demo(workspace)
    from data.datasets.stored import dataset_cards

    splits = [f"{card.name}/{'test' if 'test' in card.splits else next(iter(card.splits))}"
              for card in dataset_cards(workspace) if card.task.value != "tagging"]  # fmt: skip
    design = replace(moradi2021(splits[:2]), title="Simulated: nobody took part in this study")
    studies = Studies(workspace)
    id_ = studies.create(design)
    take_part(studies.open(id_), careless=1)
    print(id_)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
