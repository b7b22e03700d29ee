"""The texts of a part that the researcher writes: training examples with feedback, attention checks, and gold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import streamlit as st

from curation.study.design import ANSWERS, KnownItem, Question, StudyPart, TrainingItem
from data.study.extra_items import ASKED
from pages.ui.shared.literal import literally
from pages.ui.studies.design.fields import Fields

CHANGED = "study-items-changed"  # which of the two was done to an item in this run
ADDED, REMOVED = "added", "removed"
MOST = 30  # items of one kind
Item = TypeVar("Item", TrainingItem, KnownItem)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of texts: how its widgets are keyed, what it is called, and what is said of it."""

    key: str
    title: str
    each: str
    says: str


TRAINING = _Kind("training", "Training examples", "Example", "Participants judge these first, one by one. After "
                 "each example, participants see whether their answer was right, and why.")  # fmt: skip
CHECKS = _Kind("own-checks", "Your attention checks", "Check", "Shown at random places among the samples. "
               "One set of figures leaves out participants who fail more checks than the study allows.")  # fmt: skip
GOLD = _Kind("own-gold", "Your gold items", "Gold item", "Shown at random places among the samples. The results show "
             "how often the answer was right. Nobody is left out for a wrong answer.")  # fmt: skip


def draw_known(part: StudyPart, fields: Fields) -> StudyPart:
    """The part with these texts as the widgets say."""
    training = _draw(TRAINING, part.training, part, fields, _training)
    text = part.check_text
    if part.checks:
        text = fields.text("check-text", "Text of an attention check", text or ASKED, tall=True, height=80,
                           help=f"Write {ANSWERS} in the text. Flinch puts the expected answers there.")  # fmt: skip
    checks = _draw(CHECKS, part.own_checks, part, fields, _known)
    gold = _draw(GOLD, part.own_gold, part, fields, _known)
    check_text = "" if text.strip() in ("", ASKED) else text.strip()
    return replace(part, training=training, own_checks=checks, own_gold=gold, check_text=check_text)


def changed() -> str:
    """`ADDED` or `REMOVED` where that was done to an item since the last call, and the form has to be drawn anew."""
    return str(st.session_state.pop(CHANGED, ""))


def _draw(
    kind: _Kind,
    items: Sequence[Item],
    part: StudyPart,
    fields: Fields,
    draw: Callable[[Item | None, StudyPart, Fields], Item],
) -> tuple[Item, ...]:
    """The items of one kind, each in a box of its own, without those whose button to remove was pressed."""
    kept: list[Item] = []
    with st.expander(kind.title):  # a name that changed would shut it
        st.caption(f"{kind.says} There {'is' if len(items) == 1 else 'are'} {len(items)} now.")
        for number, item in enumerate(items):
            own = fields.within(f"{kind.key}-{number}")
            with st.container(border=True):
                edited = draw(item, part, own)
                label = f"Remove {kind.each.lower()} {number + 1}"
                if st.button(label, key=own.name("remove"), icon=":material/delete:"):
                    st.session_state[CHANGED] = REMOVED
                else:
                    kept.append(edited)
        add = fields.within(kind.key).name("add")
        if st.button(f"Add {'an example' if kind is TRAINING else f'a {kind.each.lower()}'}", key=add,
                     icon=":material/add:", disabled=len(items) >= MOST):  # fmt: skip
            st.session_state[CHANGED] = ADDED
            kept.append(draw(None, part, fields))
    return tuple(kept)


def _training(item: TrainingItem | None, part: StudyPart, fields: Fields) -> TrainingItem:
    if item is None:
        return TrainingItem("", "", _first(part), "")
    texts = _texts(KnownItem(item.original, item.perturbed, item.right, item.label), part, fields)
    feedback = fields.text("feedback", "Feedback after the answer", item.feedback, tall=True, height=80)
    return TrainingItem(texts.original, texts.perturbed, texts.right, feedback, texts.label)


def _known(item: KnownItem | None, part: StudyPart, fields: Fields) -> KnownItem:
    return KnownItem("", "", _first(part)) if item is None else _texts(item, part, fields)


def _first(part: StudyPart) -> Mapping[str, int]:
    return {question.id: question.unchanged for question in part.questions}


def _texts(item: KnownItem, part: StudyPart, fields: Fields) -> KnownItem:
    original = fields.text("original", "Original text", item.original, tall=True, height=80)
    perturbed = fields.text("perturbed", "Changed text", item.perturbed, tall=True, height=80)
    label = fields.text("label", "Label", item.label) if part.show_label else item.label
    right = {question.id: _right(question, item, fields) for question in part.questions}
    return KnownItem(original, perturbed, right, label)


def _right(question: Question, item: KnownItem, fields: Fields) -> int:
    """The right option, of those that the question has now."""
    options = range(len(question.options))
    if not options:
        return 0
    key = fields.key(f"right-{question.id}", item.right.get(question.id, question.unchanged))
    if st.session_state[key] not in options:
        st.session_state[key] = min(question.unchanged, len(options) - 1)
    chosen: int = st.selectbox(
        f"Right answer to “{literally(question.text)}”",
        options,
        format_func=question.options.__getitem__,
        key=key,
        persist_state="session",
    )
    return chosen
