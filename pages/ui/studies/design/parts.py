"""The form of one part of a study."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.errors import BadInput
from core.perturbations.registry import find, perturbations
from core.severity import Severity
from curation.study.design import MOST_SAMPLES, Question, StudyPart
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import words
from pages.ui.studies.design.draft import all_splits
from pages.ui.studies.design.fields import Fields
from pages.ui.studies.design.known import draw_known


def draw_part(part: StudyPart, fields: Fields) -> StudyPart:
    """The part as the widgets say."""
    title = fields.text("title", "Title", part.title)
    instructions = fields.text("instructions", "Instructions (Markdown)", part.instructions, tall=True)
    data = fields.several("data", "Data sets", part.data, tuple(dict.fromkeys((*all_splits(), *part.data))))
    names = tuple(dict.fromkeys((*(name for p in perturbations() for name in p.names), *part.perturbations)))
    chosen = fields.several("names", "Perturbations", part.perturbations, names, format_func=words)
    usual = tuple(dict.fromkeys((*_offered(chosen), *part.severities)))
    severities = fields.several("severities", "Severities", part.severities, usual, format_func=_spoken)
    left, middle, right = st.columns(3)
    with left:
        each = fields.number("each", "Samples for each participant", part.per_participant, 1, MOST_SAMPLES)
    with middle:
        checks = fields.number(
            "checks", "Attention checks", part.checks, 0, 50, help="Items whose text says which answer to choose."
        )
    with right:
        gold = fields.number(
            "gold",
            "Unchanged texts",
            part.gold,
            0,
            50,
            help="Gold items: their text is unchanged, so the right "
            "answer is known. You can add gold items of your own below.",
        )
    questions = tuple(_question(question, fields.within(question.id)) for question in part.questions)
    original = fields.toggle("original", "Show the original text", part.show_original)
    changes = fields.toggle("changes", "Mark the words that changed", part.show_changes)
    label = fields.toggle("label", "Show the label", part.show_label)
    shaped = replace(
        part, title=title, instructions=instructions, data=data, perturbations=chosen, severities=severities,
        per_participant=each, checks=checks, gold=gold, questions=questions, show_original=original,
        show_changes=changes, show_label=label,
    )  # fmt: skip
    return draw_known(shaped, fields)


def _offered(names: Sequence[str]) -> list[str]:
    """The severities that the papers use with these perturbations; a name with its own severity needs none."""
    units = {find(name).severities for name in names if "@" not in name and "," not in name}
    return [severity.key for severities in sorted(units) for severity in severities]


def _question(question: Question, fields: Fields) -> Question:
    text = fields.text("text", f"Question “{literally(question.id)}”", question.text)
    options = fields.lines("options", "Its answers, one per line", question.options)
    offered = range(len(options))
    unchanged = question.unchanged if question.unchanged in offered else 0
    if len(options) > 1:
        key = fields.key("unchanged", unchanged)
        if st.session_state[key] not in offered:
            st.session_state[key] = 0
        unchanged = st.selectbox(
            "The right answer for an unchanged text",
            offered,
            format_func=lambda n: options[n],
            key=key,
            persist_state="session",
        )
    return Question(question.id, text, options, unchanged)


def _spoken(key: str) -> str:
    try:
        return str(Severity.parse(key))
    except BadInput:
        return key
