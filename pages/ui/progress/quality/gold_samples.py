"""Gold samples: how often each person gives the known answer, at what rate they come, and which they are."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

import streamlit as st

from core.errors import BadInput
from core.records import Cell, Decision, Verdict
from curation.quality.gold import MOST_PERCENT, KnownAnswer, accuracies
from curation.records import CellProgress, DeskItem
from curation.resolve import CandidateStatus, Outcome
from data.store import Store
from data.store.quality.gold_file import COLUMNS, LARGEST, gold_of
from pages.ui.progress.agreeing import percent
from pages.ui.shared.html_table import draw_table
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import store, workspace

PERCENT, CELL, ADDED, TAKEN, FILE = "gold-percent", "gold-cell", "gold-add", "gold-remove", "gold-file"
MOST = 200  # samples of a cell to choose from, those that somebody settled first
LONGEST = 90  # characters of a sample in a list
VERDICTS = {
    CandidateStatus.KEPT: Verdict.KEEP,
    CandidateStatus.RELABELLED: Verdict.RELABEL,
    CandidateStatus.DISCARDED: Verdict.DISCARD,
}
ABOUT = (
    "Gold samples have a known answer. Flinch mixes them with the other samples, and annotators can't recognise them. "
    "Answers to gold samples count only in this table, not for the quota or as disputes. A random seed decides who "
    "gets a gold sample and when. Nobody gets a gold sample that they judged before."
)


def draw_gold(opened: Store, cells: Sequence[CellProgress]) -> None:
    """A line for each person who answered any, and what a researcher may set."""
    rules = opened.quality()
    st.subheader("Gold samples")
    st.caption(ABOUT)
    probes = list(chain.from_iterable(opened.probes(cell.cell) for cell in cells)) if rules.gold else []
    if results := accuracies(probes, rules.gold):
        rows = [(result.annotator, f"{result.right.n:,}", percent(result.right)) for result in results]
        draw_table("Gold samples answered correctly", ("Person", "Answered", "Right"), rows)
        st.caption("In brackets: 95 % intervals.")
    elif rules.gold and rules.gold_percent:
        st.text(f"Gold samples: {len(rules.gold):,}; nobody has answered one yet.")
    with st.expander("Set up gold samples"):
        _draw_rate(rules.gold_percent, len(rules.gold))
        _draw_adding(opened, [cell.cell for cell in cells if cell.checked], rules.gold)
        _draw_file()
        if rules.gold:
            _draw_removing(opened, cells, rules.gold, probes)


def _draw_rate(now: int, count: int) -> None:
    with st.form("gold-rate", border=False):
        st.number_input("Gold samples, % of the samples shown", 0, MOST_PERCENT, now, key=PERCENT, width=320)
        st.caption(
            f"There are {count:,} gold samples; 5 to 10\u00a0% is usual." if count else "There are no gold samples yet."
        )
        st.form_submit_button("Set the rate", on_click=_set_rate)


@guarded
def _set_rate() -> None:
    rules = store().quality()
    seed = rules.gold_seed or 1 + secrets.randbelow(2**31)
    store().set_quality(replace(rules, gold_percent=st.session_state[PERCENT], gold_seed=seed))


def _draw_adding(opened: Store, cells: Sequence[Cell], gold: Mapping[str, KnownAnswer]) -> None:
    if not cells:
        return
    cell = st.selectbox("Cell", cells, key=CELL, format_func=str)
    outcomes = {id_: o for id_, o in opened.outcomes(cell).items() if o.standing in VERDICTS and id_ not in gold}
    ranked = sorted(outcomes.values(), key=lambda o: (not o.settled_by, -len(o.annotators), o.settled))
    items = opened.items(cell, [outcome.candidate_id for outcome in ranked[:MOST]])
    names = {item.candidate.id: _named(item, outcomes[item.candidate.id]) for item in items}
    st.multiselect(
        "Samples to make gold, with their current answer", list(names), key=ADDED, format_func=lambda id_: names[id_]
    )
    st.button("Make gold", key="gold-make", on_click=_add, args=(cell,))


@guarded
def _add(cell: Cell) -> None:
    outcomes = {id_: o for id_, o in store().outcomes(cell).items() if o.standing in VERDICTS}
    chosen = [outcomes[id_] for id_ in st.session_state[ADDED] if id_ in outcomes]
    _keep({outcome.candidate_id: KnownAnswer(VERDICTS[outcome.standing], outcome.label) for outcome in chosen})
    st.session_state[ADDED] = []


def _draw_file() -> None:
    st.file_uploader(
        f"Or import a CSV or JSONL file with {COLUMNS}", ("csv", "jsonl"), key=FILE, max_upload_size=LARGEST // 10**6
    )
    st.button("Import", key="gold-import", on_click=_import)


@guarded
def _import() -> None:
    file = st.session_state.get(FILE)
    if file is None:
        raise BadInput("Choose a CSV or JSONL file first.")
    _keep(gold_of(file.name, file.getvalue(), store(), workspace()))


def _keep(more: Mapping[str, KnownAnswer]) -> None:
    rules = store().quality()
    store().set_quality(replace(rules, gold={**rules.gold, **more}))


def _draw_removing(
    opened: Store, cells: Sequence[CellProgress], gold: Mapping[str, KnownAnswer], probes: Sequence[Decision]
) -> None:
    items = chain.from_iterable(opened.items(cell.cell, list(gold)) for cell in cells)
    names = {item.candidate.id: _text(item) for item in items}

    def label(id_: str) -> str:
        right = [gold[id_].given_by(probe) for probe in probes if probe.candidate_id == id_]
        answer = f"{gold[id_].verdict.value} {gold[id_].label}".strip()
        return f"{names.get(id_, id_)} → {answer}, {sum(right)} of {len(right)} answers right"

    st.multiselect("Remove from gold", list(gold), key=TAKEN, format_func=label)
    st.caption("If most people answer a sample wrongly, its known answer may be wrong: check the sample again.")
    st.button("Remove", key="gold-take-out", on_click=_take_out)


@guarded
def _take_out() -> None:
    rules, gone = store().quality(), set(st.session_state[TAKEN])
    store().set_quality(replace(rules, gold={id_: answer for id_, answer in rules.gold.items() if id_ not in gone}))
    st.session_state[TAKEN] = []


def _named(item: DeskItem, outcome: Outcome) -> str:
    how = f"settled by {outcome.settled_by}" if outcome.settled_by else ", ".join(outcome.annotators)
    return f"{_text(item)} → {f'{outcome.standing.value} {outcome.label}'.strip()} ({how})"


def _text(item: DeskItem) -> str:
    text = " | ".join(field.text for field in item.candidate.perturbed)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
