"""Leaderboards in the layout of the thesis's Tables 27-29: who and what comes out most robust over a whole grid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.metrics.grid import REPRESENTATIVE, WORD_CASE, GridKappa, Ranked, by_level, by_model, by_perturbation, by_task
from core.papers import ROMERO
from core.records import Score
from core.rounding import rounded
from core.so_many import so_many
from data.formats.cells import csv_text
from data.published.aggregates import romero_aggregates, romero_grid
from data.runs.files import RunCard
from data.runs.headline import main_metric
from data.runs.measures.repeated import averaged
from pages.ui.heatmaps.choices import choose_mine
from pages.ui.heatmaps.leaderboards.grid_kappas import grid_kappas, of_common_cells, of_each_run, same_samples
from pages.ui.heatmaps.leaderboards.scatter import draw_scatter, marks
from pages.ui.heatmaps.own_run import run_scores
from pages.ui.heatmaps.published_heatmaps import NAMES, TASKS
from pages.ui.heatmaps.trainings import choose_trainings
from pages.ui.runs.controls import switch
from pages.ui.runs.dots import Dot, draw_dots
from pages.ui.runs.names import ends_of, name_of_file, scored_runs, told_apart
from pages.ui.runs.nothing_to_show import say_no_runs
from pages.ui.runs.paper_table import PaperCell, PaperTable, draw_table_downloads
from pages.ui.runs.run_choice import choose_runs
from pages.ui.runs.unlearned_models import warn_of_unlearned

RULE = (
    "Score = kappa × share of changed samples, so a perturbation that changes few samples always scores low. "
    "All levels count the same in a model's score, however many cells they have."
)
LEFT_OUT = (
    "The averages leave out the perturbation “word case”, except in the levels over perturbations that change at least "
    "half of the samples."
)
PRINTED = (
    "Flinch computes the scores from the 520 printed kappas, which have two digits. Table 28 prints .632 for word "
    "case, but the printed kappas give .618. The printed .723 in these levels uses .632."
)
MEASURED = "The 95 % intervals are conservative: each is the average of its cells' intervals."
ORDER = {"model": "most robust first", "task": "hardest first"}
WEAK = f"Below {100 * REPRESENTATIVE:.0f} % perturbed"
UNLIKE = "The runs differ in their samples or their seed, so a difference may come from these."
NOT_RANKED = (
    "The models have no cell in common, so Flinch can't rank them. Choose runs with the same data set, perturbations "
    "and severities."
)
CHANGING = "Levels (only perturbations that change at least half of the samples)"
HALF = "Levels: only perturbations that change at least half of the samples"
LEVELS, OF_MANY = "level", "level_representative_only"  # the same table over all perturbations and over some of them
RANKED_ONLY = ("task", LEVELS, OF_MANY)  # tables that say nothing of a single row: others have its figures


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One table: what is ranked (as `romero_aggregate.csv` names it), its title and its lines.

    The best come first, of tasks the hardest; last in either case what changed less than half of the samples.
    """

    group: str
    title: str
    head: str
    places: Sequence[Ranked]


def leaderboards(cells: Sequence[GridKappa]) -> list[Leaderboard]:
    """The models, tasks, levels; each level's perturbations; the levels by what changes half of the samples or more."""
    levels = dict.fromkeys(cell.level for cell in cells)
    boards = [
        Leaderboard("model", "Models", "Model", by_model(cells)),
        Leaderboard("task", "Tasks", "Task", by_task(cells)[::-1]),
        Leaderboard(LEVELS, "Levels", "Level", by_level(cells)),
        *(
            Leaderboard("perturbation", f"{level.capitalize()} perturbations", "Perturbation", places)
            for level in levels
            if (places := by_perturbation(cells, level))
        ),
        Leaderboard(OF_MANY, CHANGING, "Level", by_level(cells, representative=True)),
    ]

    def last(place: Ranked) -> tuple[bool, bool]:  # what says little, and below that what has no score
        return place.share < REPRESENTATIVE, not place.robustness.n

    return [replace(board, places=sorted(board.places, key=last)) for board in boards if board.places]


def draw_leaderboards(beside_views: DeltaGenerator) -> None:
    """The choice between published figures and the user's runs, and the tables."""
    with beside_views:
        mine = choose_mine()
    if mine:
        _draw_mine()
        return
    printed = {(line.group, line.name): line.score for line in romero_aggregates()}
    st.header("Leaderboards")
    cells = romero_grid()
    caption = f"{rule_of(cells)} Published: {ROMERO.short}, Tables 27, 28, 29."
    st.caption(caption)
    boards = leaderboards(cells)
    _draw(boards, printed)
    st.caption(PRINTED)
    _draw_downloads(boards, printed, f"{caption} {PRINTED}", name_of_file("leaderboards", "published"))


def _draw_mine() -> None:
    runs = scored_runs()
    if not runs:
        say_no_runs("This page then ranks the models.")
        return
    names = told_apart(runs)
    chosen = choose_runs(st.multiselect, "Runs", "leaders-runs", runs, [next(iter(runs))])
    cards = [runs[id_] for id_ in chosen]
    each = choose_trainings(cards, "leaders-each")
    of_runs = of_each_run((score for card in cards for score in _scores(card, each)), cards)
    scores, common, all_cells = of_common_cells(of_runs, runs)
    if not all_cells:
        st.info("Choose at least one run with kappas.")
        return
    if not common:
        st.info(NOT_RANKED)
        return
    cells = grid_kappas(scores)
    st.header("Leaderboards")
    over = f" Only the {common} of {all_cells} cells that all models have count." if common < all_cells else ""
    st.caption(f"{rule_of(cells)} Computed over all samples of {so_many(len(chosen), 'run')}.{over}")
    if not (together := same_samples(scores, runs)):
        st.caption(UNLIKE)
    for card in cards:
        warn_of_unlearned(card, of=card.title)
    draw_scatter([mark for card in cards for mark in marks(card, [s for s in scores if s.run == card.id])])
    boards = leaderboards(cells)
    _draw(boards, {})
    st.caption(MEASURED)
    caption = in_a_paper(rule_of(cells), [names[card.id] for card in cards], together) + over
    _draw_downloads(boards, {}, caption, name_of_file("leaderboards", *ends_of(chosen)))


def _scores(card: RunCard, each: bool) -> list[Score]:
    scores = run_scores(card, only=("kappa", "share_perturbed", main_metric(card.dataset, card.task)))
    return scores if each else averaged(card, scores)


def _draw_downloads(
    boards: Sequence[Leaderboard], printed: Mapping[tuple[str, str], float], caption: str, name: str
) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="leaders-downloads"):
        draw_table_downloads(to_csv(boards), lambda: paper_table(boards, printed, caption), name, "leaders")


def rule_of(cells: Sequence[GridKappa]) -> str:
    """What a score is, and what no average has, where there is such a perturbation."""
    return f"{RULE} {LEFT_OUT}" if any(cell.perturbation.startswith(WORD_CASE) for cell in cells) else RULE


def in_a_paper(rule: str, runs: Sequence[str], together: bool) -> str:
    """What a table of these runs says below it, where no page stands around it."""
    return " ".join(
        (rule, f"Computed over all samples of {'; '.join(runs)}.", *([] if together else [UNLIKE]), MEASURED)
    )


def paper_table(boards: Sequence[Leaderboard], printed: Mapping[tuple[str, str], float], caption: str) -> PaperTable:
    """The tables below one another as one for a paper, with this caption."""
    rows = [
        [PaperCell("" if place else board.title), *map(PaperCell, row)]
        for board in boards
        for place, row in enumerate(_rows(board, printed))
    ]
    return PaperTable(caption, ("Table", "", *_heads(printed)), rows, names=2)


def to_csv(boards: Sequence[Leaderboard]) -> str:
    """The tables below one another, a line a place, with the interval, the mean share perturbed and the cells."""
    places = [(board.title, place, place.robustness) for board in boards for place in board.places]
    rows = [(title, place.name, e.value, e.low, e.high, place.share, e.n) for title, place, e in places]
    return csv_text(("table", "name", "score", "low", "high", "share_perturbed", "cells"), rows)


def _draw(boards: Sequence[Leaderboard], printed: Mapping[tuple[str, str], float]) -> None:
    ends = scale(boards)
    of_levels = {board.group: board for board in boards if board.group in (LEVELS, OF_MANY)}
    for board in boards:
        if board.group == OF_MANY or (board.group in RANKED_ONLY and len(board.places) < 2):
            continue
        if board.group == LEVELS and OF_MANY in of_levels and switch(HALF, "half", "leaders-half"):
            board = of_levels[OF_MANY]
        dots = [
            Dot(name, place.robustness.value, place.robustness.low, place.robustness.high, tuple(figures),
                apart=WEAK if place.share < REPRESENTATIVE else "")
            for place, (name, *figures) in zip(board.places, _rows(board, printed), strict=True)
        ]  # fmt: skip
        title = f"{board.title}, {ORDER.get(board.group, 'highest score first')}"
        draw_dots(title, (board.head, *_heads(printed)), dots, ends)


def scale(boards: Sequence[Leaderboard]) -> tuple[float, float]:
    """The ends of the one scale that all tables have: from 0 to 1, or from the lowest bound where that is below 0."""
    estimates = [place.robustness for board in boards for place in board.places]
    lowest = min((low for estimate in estimates for low in (estimate.low, estimate.value) if low == low), default=0.0)
    return min(0.0, floor(10 * lowest) / 10), 1.0


def _heads(printed: Mapping[tuple[str, str], float]) -> tuple[str, ...]:
    return "Score", "In paper" if printed else "95 % interval", "Perturbed, %", "Cells"


def _rows(board: Leaderboard, printed: Mapping[tuple[str, str], float]) -> Iterator[tuple[str, ...]]:
    """Name, score, what stands beside it, share and cells; printed figures have three digits, so that all have."""
    for place in board.places:
        estimate = place.robustness
        score = rounded(estimate.value, 3 if printed else 2, (1.0,)) if estimate.n else "–"
        beside = f"{printed[board.group, place.name]:.3f}" if printed else _interval(place)
        yield _label(board.group, place.name), score, beside, _percent(place.share), str(estimate.n)


def _percent(share: float) -> str:
    """A share in whole percent; "> 99" and "< 1" where 100 and 0 would say what is not so."""
    whole = round(100 * share)
    if whole in (0, 100) and 100 * share != whole:
        return "> 99" if whole else "< 1"
    return str(whole)


def _interval(place: Ranked) -> str:
    score = place.robustness
    return f"{rounded(score.low, 2, (1.0,))} to {rounded(score.high, 2, (1.0,))}" if score.low == score.low else "–"


def _label(group: str, name: str) -> str:
    if group == "task":
        return TASKS.get(name, name)
    if group.startswith("level"):
        return name.capitalize()
    plain, bracket, rules = name.partition(" (")
    return NAMES.get(plain, plain) + bracket + rules
