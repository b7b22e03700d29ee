"""All runs as a table: search it, sort it, open a run's heatmap, compare two runs."""

from collections.abc import Collection, Sequence
from datetime import datetime

import streamlit as st

from data.jobs.jobs import jobs
from data.jobs.records import JobState
from data.runs.files import RunCard
from data.runs.headline import in_words, main_metric
from data.runs.scores import runs
from pages.ui.evaluate.run_cards import draw_models, draw_run
from pages.ui.runs.headlines import headlines_of
from pages.ui.runs.names import why_not_compared
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.data_table import data_table
from pages.ui.shared.jobs import draw_job, duration
from pages.ui.shell.session import workspace

LOWEST = "Its lowest kappa"
FEW, MOST = 5, 50  # runs: with more there is a search; so many stand in the table


def draw_runs_table(going: Collection[str] = ()) -> set[str]:
    """The table, the newest run first, and the run that is selected, else the newest finished one; returns
    the ids of jobs that need no other place. Those that are `going` are drawn in another."""
    found = runs(workspace())
    if not found:
        return set()
    st.header("Runs")
    words = ""
    if len(found) > FEW:
        words = st.text_input("Search runs", key="runs-words", placeholder="data set, model or title").casefold()
    shown = [card for card in found if all(word in _searched(card) for word in words.split())]
    rows = _draw_table(shown[:MOST])
    if len(shown) > MOST:
        st.caption(f"The newest {MOST} of {len(shown):,} runs are shown; search to find the others.")
    if len(shown) > 1 and not rows:
        st.caption("The newest finished run is below. Select another run to see it, or two runs to compare them.")
    known = {job.id: job for job in jobs(workspace())}
    done = {card.id for card in found if card.id in known and known[card.id].state is JobState.DONE}
    newest = [card for card in shown if card.id in done or card.id not in known][:1]
    selected = [shown[i] for i in rows] or newest
    if len(selected) == 1 and selected[0].id in going:
        st.caption("This run is not finished: its card is above the table.")
        return done
    if len(selected) == 1 and selected[0].id in known:
        draw_job(selected[0].id, draw_run)
        return done | {selected[0].id}
    _draw_actions(selected)
    return done


def _searched(card: RunCard) -> str:
    return " ".join((card.title, card.dataset, card.split, *(model.name for model in card.models))).casefold()


def _draw_table(shown: Sequence[RunCard]) -> list[int]:
    """The rows; returns which are selected."""
    if not shown:
        st.text("No run matches the search.")
        return []
    rows = list(map(_row, shown))
    if len({row["Metric"] for row in rows}) == 1:  # the head of the best scores names it
        rows = [{name: value for name, value in row.items() if name != "Metric"} for row in rows]
    selected = data_table(
        rows,
        on_select="rerun",
        selection_mode="multi-row",
        most=12,
        key=f"runs-rows-{hash(tuple(card.id for card in shown))}",
        column_config={
            "Started (UTC)": st.column_config.DatetimeColumn(format="D MMM YYYY HH:mm", width=130),
            "Run": st.column_config.TextColumn(width=190),
            "Best score": st.column_config.NumberColumn(
                best_of(shown), format="%.1f", help="On the original texts, times 100. The interval is below the table."
            ),
            "Best model": st.column_config.TextColumn(help="The model with the best score."),
            LOWEST: st.column_config.NumberColumn(
                format="%.2f", help="Of the best model, over all cells. Where labels are scores: concordance."
            ),
            "n": st.column_config.NumberColumn(help="The original texts that the best score counts."),
        },
    )
    return list(selected["selection"]["rows"])


def best_of(shown: Sequence[RunCard]) -> str:
    """What the column of the best scores is called: "Best accuracy", where the runs have one metric."""
    metrics = {in_words(main_metric(card.dataset, card.task)) for card in shown}
    return f"Best {metrics.pop()}" if len(metrics) == 1 else "Best score"


def _row(card: RunCard) -> dict[str, object]:
    found = headlines_of(card)
    best = found.run.best
    lowest = found.each[best.model].worst if best else None
    return {
        "Run": card.title,
        "Best model": best.model if best else "",
        "Best score": 100 * best.value if best else None,
        LOWEST: lowest.value if lowest else None,
        "n": best.n if best else None,
        "Metric": in_words(main_metric(card.dataset, card.task)),
        "Started (UTC)": datetime.fromisoformat(card.started),
        "Split": card.split,
        "Cells": len(card.cells),
        "Duration": duration(card.seconds) if card.finished else "not finished",
    }


def _draw_actions(selected: Sequence[RunCard]) -> None:
    if not selected:
        return
    if len(selected) == 1:
        target = {"view": "Heatmap", "of": "mine", "run": selected[0].id}
    elif reason := _why_not(selected):
        st.caption(reason)
        return
    else:
        for card in selected:
            warn_of_unlearned(card)
        draw_models(selected)
        one, other = selected
        target = {"view": "Compare", "with": "run", "run": one.id, "against": other.id}
    if st.button(target["view"], key="runs-open", icon=":material/arrow_forward:"):
        st.switch_page("pages/heatmaps.py", query_params=target)


def _why_not(selected: Sequence[RunCard]) -> str:
    """Why these runs can't be compared, "" where they can."""
    if len(selected) > 2:
        return "Select two runs to compare them."
    one, other = selected
    if (one.dataset, one.split) != (other.dataset, other.split):
        return "Select two runs on the same data set and split; these two differ."
    return why_not_compared(one) or why_not_compared(other)
