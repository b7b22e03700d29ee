"""The controls of the Samples page: filters over all runs or one, and the grid of the texts that they leave."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.design import Condition
from core.models.tasks import LABELLING
from data.flips.grid import SampleFilter, TextRow, counted_in, directions, each_text_once
from data.flips.samples import SampleFlips, samples_by_flips
from data.runs.files import RunCard, newest_file
from data.workspace import Workspace
from pages.ui.runs.controls import choose, choose_some, choose_words, controls_row
from pages.ui.runs.flip import FlipKind
from pages.ui.runs.names import scored_runs, told_apart
from pages.ui.runs.nothing_to_show import say_no_runs
from pages.ui.runs.run_choice import RUN, say_missing_run
from pages.ui.samples.flips_row import CountedSamples, row_in_words, row_samples
from pages.ui.samples.grid import choose_row
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import put
from pages.ui.shell.session import store, workspace

WORDS = "samples-words"
MOST_RUNS = 12  # the newest, of which samples are listed together
FLIPS = {
    "": "All",
    "yes": "Flipped",
    "no": "Not flipped",
    "wrong": FlipKind.WRONG.capitalize(),
    "right": FlipKind.RIGHT.capitalize(),
    "disagree": "Models disagree",
}
ALL, BESIDE = "all", "All, side by side"
OF_ANY_TASK: tuple[str, ...] = ("", "yes", "no")


@dataclass(frozen=True, slots=True)
class ChosenSample:
    """A sample of a run.

    With `conditions` only their texts are asked for, those of a row of Flips: "with the edit “word deleted”". With a
    `direction`, "thing → place", the texts on which one of `models`, () for all, flips so. `beside` has the sample's id
    in each run, where several are shown beside each other.
    """

    run: RunCard
    id: str
    conditions: frozenset[Condition] | None = None
    row: str = ""
    direction: str = ""
    models: tuple[str, ...] = ()
    beside: Mapping[str, str] = field(default_factory=dict)


def choose_sample(grid: DeltaGenerator, detail: DeltaGenerator) -> ChosenSample | None:
    """The sample that people ask for, in these places for the grid and for what is open; None, with a word on why,
    while there is none."""
    store()
    cards = scored_runs()
    if not cards:
        say_no_runs("This page then shows each text, its perturbed versions and each model's predictions for them.")
        return None
    row = controls_row("samples")
    chosen = _choose_runs(cards, row)
    samples = samples_of(chosen)
    wanted, counted = _choose_filter(chosen, samples, row)
    rows, total = rows_of(chosen, wanted), len(rows_of(chosen, SampleFilter()))
    if counted is not None:
        rows = counted_in(rows, counted)
    if not rows:
        _say_none(wanted)
        return None
    names = told_apart(cards)
    models = {card.id: ", ".join(model.name for model in card.models) for card in chosen}
    pairs = {} if counted is None else {id_: ", ".join(sample.directions) for id_, sample in counted.items()}
    with grid:
        text_row = choose_row(rows, total, models if len(chosen) > 1 else {}, pairs)
    with detail:
        sample = _choose_of_row(text_row, cards, names)
    sample = replace(sample, direction=wanted.direction, models=wanted.models)
    return sample if counted is None else replace(sample, conditions=counted[sample.id].conditions, row=row_in_words())


def _say_none(wanted: SampleFilter) -> None:
    if not wanted.words:
        st.info("No sample matches.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.info("No sample has these words.")
        st.button("Clear", key="samples-clear", on_click=put, args=(WORDS, ""))


def _choose_runs(cards: Mapping[str, RunCard], place: "st.delta_generator.DeltaGenerator") -> list[RunCard]:
    """The run that the address asks for, else the one that was looked at last on any page; at first all, the newest."""
    say_missing_run(cards)
    names = told_apart(cards)
    every = "All runs" if len(cards) <= MOST_RUNS else f"The newest {MOST_RUNS} runs"
    chosen = choose(
        place.selectbox, "Run", "run", RUN, ["", *cards], "", format_func=lambda id_: names.get(id_, every), width=360
    )
    return [cards[chosen]] if chosen else list(cards.values())[:MOST_RUNS]


def _choose_filter(
    runs: Sequence[RunCard], samples: Sequence[SampleFlips], place: "st.delta_generator.DeltaGenerator"
) -> tuple[SampleFilter, CountedSamples | None]:
    """What is looked for, and where that is a row of Flips, which texts of each sample it counts."""
    words = choose_words(place.text_input, "Search texts", WORDS, width=140)
    names = sorted({counts.model for sample in samples for counts in sample.models})
    models = choose_some(place.multiselect, "Models", "models", "samples-models", names, width=150)
    golds, direction, flips = list[str](), "", OF_ANY_TASK
    if of_labels := {run.id for run in runs if run.task in LABELLING}:
        labels = sorted({s.gold for s in samples if s.gold and s.run in of_labels})
        golds = choose_some(place.multiselect, "Labels", "labels", "samples-labels", labels, width=150)
        flips = tuple(FLIPS)
    flip = choose(place.selectbox, "Flip", "flip", "samples-flip", flips, "", width=150, format_func=FLIPS.__getitem__)
    if turned := directions(samples):
        direction = choose(
            place.selectbox, "Labels of the flip", "turned", "samples-turned", ["", *turned], "", width=190,
            format_func=lambda pair: pair or "All",
        )  # fmt: skip
    counted = row_samples(runs, models)
    ids = None if counted is None else frozenset(counted)
    return SampleFilter(words, tuple(golds), tuple(models), flip, direction, ids), counted


def _choose_of_row(row: TextRow, cards: Mapping[str, RunCard], names: Mapping[str, str]) -> ChosenSample:
    """The sample of the row's text that is shown: where several runs have it, of the run that is chosen here."""
    by_run = {sample.run: sample.id for sample in reversed(row.samples)}
    runs = tuple(row.runs)
    if len(runs) == 1:
        return ChosenSample(cards[runs[0]], by_run[runs[0]])
    of_one_set = len({(cards[id_].dataset, cards[id_].task) for id_ in runs}) == 1
    flips = {s.run: f"{s.flips:,} of {s.n:,} flipped" if s.n else "unchanged" for s in reversed(row.samples)}
    run = choose(
        st.radio, "Runs with this text", "in", "samples-in", [*runs, *[ALL] * of_one_set], runs[0], always=True,
        format_func=lambda id_: BESIDE if id_ == ALL else f"{literally(names[id_])} · {flips[id_]}",
    )  # fmt: skip
    if run == ALL:
        return ChosenSample(cards[runs[0]], by_run[runs[0]], beside={id_: by_run[id_] for id_ in runs})
    return ChosenSample(cards[run], by_run[run])


def samples_of(runs: Sequence[RunCard]) -> list[SampleFlips]:
    """Every sample that a model of these runs has predicted."""
    return [sample for run in _with_state(runs) for sample in _counted(workspace(), *run)]


def rows_of(runs: Sequence[RunCard], wanted: SampleFilter) -> Sequence[TextRow]:
    """The texts of these runs that are looked for."""
    return _rows(workspace(), _with_state(runs), wanted)


def _with_state(runs: Sequence[RunCard]) -> tuple[tuple[str, int], ...]:
    return tuple((run.id, newest_file(workspace().runs / run.id)) for run in runs)


@st.cache_resource(max_entries=16, show_spinner="Counting flips …")  # frozen records: no copy for each visit
def _counted(home: Workspace, run_id: str, newest: int) -> Sequence[SampleFlips]:
    return samples_by_flips(home, run_id)


@st.cache_resource(max_entries=16, show_spinner="Listing texts …", hash_funcs={SampleFilter: hash})
def _rows(home: Workspace, runs: Sequence[tuple[str, int]], wanted: SampleFilter) -> Sequence[TextRow]:
    return each_text_once((sample for run in runs for sample in _counted(home, *run)), wanted)
