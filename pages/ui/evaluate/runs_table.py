"""All runs as a table, a row for each model: search it, sort it, open a run's heatmap, compare two runs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import streamlit as st

from core.design import Condition
from core.identity import content_id
from core.text.casing import capitalised
from data.jobs.jobs import JobStatus, jobs
from data.jobs.records import JobState
from data.runs.files import RunCard
from data.runs.headline import Headline, in_words, main_metric
from data.runs.measures.registry import metrics
from data.runs.scores import has_scores, runs
from pages.ui.evaluate.address import RUNS
from pages.ui.evaluate.run_cards import draw_links, draw_models, draw_run
from pages.ui.runs.headlines import headlines_of
from pages.ui.runs.names import told_apart, why_not_compared
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.data_table import data_table, select_rows, selected_ids
from pages.ui.shared.jobs import draw_job, duration
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import condition_in_words, words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

LOWEST = "Lowest kappa"
MOST_NAMED = 4  # perturbations that only one of two runs has
Arguments = Mapping[str, Any]
FEW, MOST = 5, 50  # runs: with more there is a search; so many stand in the table


def draw_runs_table(going: Collection[str] = ()) -> set[str]:
    """The table, the newest run first, and the run that is selected, else the newest finished one; returns
    the ids of jobs that need no other place. Those that are `going` are drawn in another, as are those that stopped
    before they had a score."""
    jobs_by_id = {job.id: job for job in jobs(workspace())}
    done = {id_ for id_, job in jobs_by_id.items() if job.state is JobState.DONE}
    cards = [card for card in runs(workspace()) if _is_listed(card, jobs_by_id)]
    if not cards:
        return set()
    st.header("Runs")
    wanted = ""
    if len(cards) > FEW:
        wanted = st.text_input("Search runs", key="runs-words", placeholder="data set, model or title").casefold()
    matching = [card for card in cards if all(word in _searched(card) for word in wanted.split())]
    _draw_table(matching[:MOST])
    if len(matching) > MOST:
        st.caption(f"The newest {MOST} of {len(matching):,} runs are shown; search to find the others.")
    selected = [card for card in matching[:MOST] if card.id in st.session_state[RUNS]]
    if len(matching) > 1 and not selected:
        st.caption("The newest finished run is below. Select another run to see it, or two runs to compare them.")
    drawn = {card.id for card in cards} & done
    selected = selected or [card for card in matching if card.id in done or card.id not in jobs_by_id][:1]
    if len(selected) == 1 and selected[0].id in going:
        st.caption("This run is not finished: its card is above the table.")
        return drawn
    if len(selected) == 1 and selected[0].id in jobs_by_id:
        draw_job(selected[0].id, draw_run)
        return drawn | {selected[0].id}
    _draw_actions(selected, jobs_by_id)
    return drawn


def _is_listed(card: RunCard, jobs_by_id: Mapping[str, JobStatus]) -> bool:
    """Whether a run is in the table: one that stopped without a score is not, its job is listed with the others."""
    job = jobs_by_id.get(card.id)
    stopped = job and job.ended and job.state is not JobState.DONE
    return not stopped or has_scores(workspace(), card)


def _searched(card: RunCard) -> str:
    return " ".join((card.title, card.dataset, card.split, *(model.name for model in card.models))).casefold()


def _draw_table(cards: Sequence[RunCard]) -> None:
    """The rows, of which those of the selected runs are marked; whoever selects others has these kept by id."""
    selected = st.session_state.setdefault(RUNS, [])
    if not cards:
        st.text("No run matches the search.")
        return
    rows = [(card.id, row) for card in cards for row in rows_of(card)]
    ids, table = [id_ for id_, _ in rows], [row for _, row in rows]
    alike = [name for name in ("Metric", "Split") if len({row[name] for row in table}) == 1]
    key = f"runs-rows-{content_id(*ids)}"
    select_rows(key, ids, selected)

    @guarded
    def select() -> None:
        st.session_state[RUNS] = selected_ids(key, ids)

    data_table(
        [{name: value for name, value in row.items() if name not in alike} for row in table],
        on_select=select,
        selection_mode="multi-row",
        most=10,
        key=key,
        column_config={
            "n": st.column_config.NumberColumn(width=52, format="localized", help="Original texts that were scored."),
            "Score": st.column_config.NumberColumn(
                best_of(cards), format="%.1f", width=85, help="On the original texts, times 100."
            ),
            LOWEST: st.column_config.NumberColumn(
                format="%.2f", width=100, help="Over all cells. Where labels are scores: concordance."
            ),
            "Lowest in": st.column_config.TextColumn(width=155, help="The cell with the lowest kappa."),
            "Started (UTC)": st.column_config.DatetimeColumn(format="D MMM YYYY HH:mm", width=135),
        },
    )


def best_of(cards: Sequence[RunCard]) -> str:
    """What the column of the best scores is called: "Accuracy", where the runs have one metric."""
    names = {in_words(main_metric(card.dataset, card.task)) for card in cards}
    return capitalised(names.pop() if len(names) == 1 else "score")


def rows_of(card: RunCard) -> list[dict[str, object]]:
    """A row for each model of the run: its score on the original texts, its lowest kappa, and in which cell."""
    return [_row(card, name, own) for name, own in headlines_of(card).each.items()]


def _row(card: RunCard, model: str, own: Headline) -> dict[str, object]:
    best, worst = own.best, own.worst
    return {
        "Data set": card.dataset,
        "Model": model,
        "n": best.n if best else card.samples,
        "Score": metrics()[best.metric].unit.times * best.value if best else None,
        LOWEST: worst.value if worst else None,
        "Lowest in": condition_in_words(Condition(worst.perturbation, worst.severity))
        if worst and worst.severity
        else "",
        "Metric": in_words(main_metric(card.dataset, card.task)),
        "Split": card.split,
        "Duration": duration(card.seconds) if card.finished else "not finished",
        "Started (UTC)": datetime.fromisoformat(card.started),
    }


def _draw_actions(selected: Sequence[RunCard], jobs_by_id: Mapping[str, JobStatus]) -> None:
    if not selected:
        return
    if len(selected) == 1:
        draw_links(selected[0])
        return
    if len(selected) > 2:
        st.caption(_why_not(selected))
        return
    newer, older = sorted(selected, key=lambda card: card.started, reverse=True)
    settings = (jobs_by_id[card.id].arguments if card.id in jobs_by_id else {} for card in (newer, older))
    st.markdown(literally(differences(newer, older, *settings)))
    if newer.samples != older.samples and (newer.dataset, newer.split) == (older.dataset, older.split):
        st.caption("Each figure counts the samples of its own run. *Compare* counts only samples of both runs.")
    if reason := _why_not(selected):
        st.caption(reason)
    else:
        for card in selected:
            warn_of_unlearned(card)
        draw_models(selected)
        if st.button("Compare", key="runs-open", icon=":material/arrow_forward:"):
            query = {"view": "Compare", "with": "run", "run": older.id, "against": newer.id}
            st.switch_page("pages/heatmaps.py", query_params=query)
    names = told_apart({card.id: card for card in selected})
    for card in selected:
        draw_links(card, names[card.id])


def differences(newer: RunCard, older: RunCard, arguments: Arguments, older_arguments: Arguments) -> str:
    """ "Differs (newer / older): samples 80 / 60; keyboard 7 % only in the older run." of two runs and their jobs."""
    pairs = [(_settings(newer), _settings(older)), (_recipe(arguments), _recipe(older_arguments))]
    parts = [
        f"{name} {mine[name]} / {theirs[name]}"
        for mine, theirs in pairs
        for name in mine
        if mine[name] != theirs.get(name, mine[name])
    ]
    ours, others = ([f"{words(cell.perturbation)} {cell.severity}" for cell in card.cells] for card in (newer, older))
    for mine, theirs, which in ((ours, others, "newer"), (others, ours, "older")):
        if only := [name for name in mine if name not in theirs]:
            more = [f"{len(only) - MOST_NAMED} more"] if len(only) > MOST_NAMED else []
            parts.append(f"{', '.join([*only[:MOST_NAMED], *more])} only in the {which} run")
    if parts:
        return f"Differs (newer / older): {'; '.join(parts)}."
    same = "Both runs have the same data, models, settings and cells."
    return same if arguments and older_arguments else "No difference is known."


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
        f"{spec.get('name')}, {name.replace('_', ' ')}": f"{'all' if name == 'train_limit' and not value else value}"
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
