"""All runs as a table: search it, sort it, open a run's heatmap, compare two runs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import streamlit as st

from core.text.casing import capitalised
from data.jobs.jobs import JobStatus, jobs
from data.jobs.records import JobState
from data.runs.files import RunCard
from data.runs.headline import in_words, main_metric
from data.runs.measures.registry import metrics
from data.runs.scores import runs
from pages.ui.evaluate.run_cards import draw_links, draw_models, draw_run
from pages.ui.runs.headlines import headlines_of
from pages.ui.runs.names import told_apart, why_not_compared
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.data_table import data_table
from pages.ui.shared.jobs import draw_job, duration
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import words
from pages.ui.shell.session import workspace

LOWEST = "Kappa"
TALL = 66  # pixels of a row with lines of text: of 64 and less Streamlit breaks none
MOST_NAMED = 4  # perturbations that only one of two runs has
Arguments = Mapping[str, Any]
FEW, MOST = 5, 50  # runs: with more there is a search; so many stand in the table


def draw_runs_table(going: Collection[str] = ()) -> set[str]:
    """The table, the newest run first, and the run that is selected, else the newest finished one; returns
    the ids of jobs that need no other place. Those that are `going` are drawn in another."""
    cards = runs(workspace())
    if not cards:
        return set()
    st.header("Runs")
    wanted = ""
    if len(cards) > FEW:
        wanted = st.text_input("Search runs", key="runs-words", placeholder="data set, model or title").casefold()
    matching = [card for card in cards if all(word in _searched(card) for word in wanted.split())]
    rows = _draw_table(matching[:MOST])
    if len(matching) > MOST:
        st.caption(f"The newest {MOST} of {len(matching):,} runs are shown; search to find the others.")
    if len(matching) > 1 and not rows:
        st.caption("The newest finished run is below. Select another run to see it, or two runs to compare them.")
    jobs_by_id = {job.id: job for job in jobs(workspace())}
    done = {card.id for card in cards if card.id in jobs_by_id and jobs_by_id[card.id].state is JobState.DONE}
    newest = [card for card in matching if card.id in done or card.id not in jobs_by_id][:1]
    selected = [matching[i] for i in rows] or newest
    if len(selected) == 1 and selected[0].id in going:
        st.caption("This run is not finished: its card is above the table.")
        return done
    if len(selected) == 1 and selected[0].id in jobs_by_id:
        draw_job(selected[0].id, draw_run)
        return done | {selected[0].id}
    _draw_actions(selected, jobs_by_id)
    return done


def _searched(card: RunCard) -> str:
    return " ".join((card.title, card.dataset, card.split, *(model.name for model in card.models))).casefold()


def _draw_table(cards: Sequence[RunCard]) -> list[int]:
    """The rows; returns which are selected."""
    if not cards:
        st.text("No run matches the search.")
        return []
    rows = list(map(_row, cards))
    if len({row["Metric"] for row in rows}) == 1:  # the head of the best scores names it
        rows = [{name: value for name, value in row.items() if name != "Metric"} for row in rows]
    selected = data_table(
        rows,
        on_select="rerun",
        selection_mode="multi-row",
        most=8,
        key=f"runs-rows-{hash(tuple(card.id for card in cards))}",
        column_config={
            "Run": st.column_config.TextColumn(width=158, help="n: the original texts that the best score counts."),
            "Best score": st.column_config.NumberColumn(
                best_of(cards),
                format="%.1f",
                width=70,
                help="Of the best model on the original texts, times 100. The interval is below the table.",
            ),
            LOWEST: st.column_config.NumberColumn(
                format="%.2f",
                width=62,
                help="The lowest kappa of the best model, over all cells. Where labels are scores: concordance.",
            ),
            "Best model": st.column_config.TextColumn(help="The model with the best score."),
            "Started (UTC)": st.column_config.DatetimeColumn(format="D MMM YYYY HH:mm", width=130),
        },
        row_height=TALL,
    )
    return list(selected["selection"]["rows"])


def best_of(cards: Sequence[RunCard]) -> str:
    """What the column of the best scores is called: "Accuracy", where the runs have one metric."""
    names = {in_words(main_metric(card.dataset, card.task)) for card in cards}
    return capitalised(names.pop() if len(names) == 1 else "score")


def _row(card: RunCard) -> dict[str, object]:
    headlines = headlines_of(card)
    best = headlines.run.best
    worst = headlines.each[best.model].worst if best else None
    started = datetime.fromisoformat(card.started)
    return {
        "Run": f"{started:%-d %b %H:%M} · n={best.n if best else card.samples:,} · {card.title}",
        "Best score": metrics()[best.metric].unit.times * best.value if best else None,
        LOWEST: worst.value if worst else None,
        "Best model": best.model if best else "",
        "Metric": in_words(main_metric(card.dataset, card.task)),
        "Split": card.split,
        "Cells": len(card.cells),
        "Duration": duration(card.seconds) if card.finished else "not finished",
        "Started (UTC)": started,
    }


def _draw_actions(selected: Sequence[RunCard], jobs_by_id: Mapping[str, JobStatus]) -> None:
    if not selected:
        return
    selected = sorted(selected, key=lambda card: card.started)
    if len(selected) == 1:
        draw_links(selected[0])
        return
    if len(selected) == 2:
        one, other = selected
        mine, theirs = (jobs_by_id[card.id].arguments if card.id in jobs_by_id else {} for card in (one, other))
        st.markdown(literally(differences(one, other, mine, theirs)))
    if reason := _why_not(selected):
        st.caption(reason)
    else:
        for card in selected:
            warn_of_unlearned(card)
        draw_models(selected)
        if st.button("Compare", key="runs-open", icon=":material/arrow_forward:"):
            query = {"view": "Compare", "with": "run", "run": one.id, "against": other.id}
            st.switch_page("pages/heatmaps.py", query_params=query)
    names = told_apart({card.id: card for card in selected})
    for card in selected if len(selected) == 2 else ():
        draw_links(card, names[card.id])


def differences(one: RunCard, other: RunCard, arguments: Arguments, other_arguments: Arguments) -> str:
    """ "Differs: samples 80 / 60; keyboard 7 % only in the second." of two runs and their jobs."""
    pairs = [(_settings(one), _settings(other)), (_recipe(arguments), _recipe(other_arguments))]
    parts = [
        f"{name} {mine[name]} / {theirs[name]}"
        for mine, theirs in pairs
        for name in mine
        if mine[name] != theirs.get(name, mine[name])
    ]
    first, second = ([f"{words(cell.perturbation)} {cell.severity}" for cell in card.cells] for card in (one, other))
    for mine, theirs, which in ((first, second, "first"), (second, first, "second")):
        if only := [name for name in mine if name not in theirs]:
            more = [f"{len(only) - MOST_NAMED} more"] if len(only) > MOST_NAMED else []
            parts.append(f"{', '.join([*only[:MOST_NAMED], *more])} only in the {which}")
    if parts:
        return f"Differs: {'; '.join(parts)}."
    same = "Both runs have the same data, models, settings and cells."
    return same if arguments and other_arguments else "No difference is known."


def _settings(card: RunCard) -> dict[str, str]:
    return {
        "data set": card.dataset,
        "test split": card.split,
        "training split": card.train_split,
        "models": ", ".join(card.trainings),
        "perturbation seed": str(card.seed),
        "training seed": ", ".join(map(str, card.train_seeds)),
        "draws": str(card.draws),
        "samples": f"{card.samples:,}",
    }


def _recipe(arguments: Arguments) -> dict[str, str]:
    """Each setting of the training of each model that a job asked for."""
    specs = [spec for spec in arguments.get("models", ()) if isinstance(spec, Mapping)]
    whole = {name: f"{arguments[name]}" for name in ("precision",) if name in arguments}
    if fields := arguments.get("design", {}).get("fields"):
        whole["text fields"] = ", ".join(fields)
    return whole | {
        f"{spec.get('name')}, {name.replace('_', ' ')}": f"{value}"
        for spec in specs
        for name, value in spec.items()
        if name not in ("name", "seed")
    }


def _why_not(selected: Sequence[RunCard]) -> str:
    """Why these runs can't be compared, "" where they can."""
    if len(selected) > 2:
        return "Select two runs to compare them."
    one, other = selected
    if (one.dataset, one.split) != (other.dataset, other.split):
        return "Select two runs on the same data set and split; these two differ."
    return why_not_compared(one) or why_not_compared(other)
