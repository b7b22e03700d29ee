"""The experiments as a table: select a row to open its results, or two rows of one question to compare them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from math import isnan, nan

import streamlit as st

from core.experiments.records import Labels, Outcome
from core.experiments.registry import find_experiment
from core.so_many import so_many
from data.experiments.files import ExperimentCard, experiments, outcomes
from pages.ui.runs.address import addressed, from_address, to_address
from pages.ui.runs.names import distinct
from pages.ui.shared.data_table import data_table
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

SHOWN = "experiment-shown"  # the id of the experiment that is open
ONLY_ONE = "Only one of the selected experiments is shown: a comparison needs two with the same question."
SCORE = "The best score on the original texts after training on original texts, times 100; the data set's own metric."


def choose_shown() -> list[ExperimentCard]:
    """The experiment that is open, at first the newest finished one, or the two that are selected; none while there is
    none."""
    cards = {card.id: card for card in experiments(workspace())}
    if not cards:
        return []
    usual = next((name for name, card in cards.items() if card.finished), next(iter(cards)))
    with addressed():
        from_address("experiment", SHOWN, {name: name for name in cards}, usual)
        to_address("experiment", st.session_state[SHOWN])
    st.header("Results")
    selected = _draw_table(list(cards.values())) if len(cards) > 1 else []
    shown = cards[st.session_state[SHOWN]]
    alike = len(selected) == 2 and shown in selected and len({card.experiment for card in selected}) == 1
    opened = selected if alike else [shown]
    if len(selected) > len(opened):
        st.caption(f":material/info: {ONLY_ONE}")
    titles = distinct({name: title_of(card) for name, card in cards.items()})
    st.subheader(literally(" against ".join(titles[card.id] for card in opened)))
    return opened


def _draw_table(cards: Sequence[ExperimentCard]) -> list[ExperimentCard]:
    """A row for each, those that are selected come back."""
    key = f"experiments-{hash(tuple(card.id for card in cards))}"
    selected = data_table(
        [_row(card, outcomes(workspace(), card.id)) for card in cards],
        on_select=guarded(partial(_open_selected, key, [card.id for card in cards])),
        selection_mode="multi-row",
        most=5,
        key=key,
        column_config={
            "Question": st.column_config.TextColumn(width=120),
            "Model": st.column_config.TextColumn(width=150),
            "Score": st.column_config.NumberColumn(format="%.1f", width=70, help=SCORE),
            "Seeds": st.column_config.NumberColumn(width=60),
            "Started (UTC)": st.column_config.DatetimeColumn(format="D MMM YYYY HH:mm", width=130),
        },
    )
    st.caption("Select a row to open it, or two rows with the same question to compare them.")
    return [cards[row] for row in selected["selection"]["rows"]]


def _open_selected(key: str, ids: Sequence[str]) -> None:
    if rows := st.session_state[key]["selection"]["rows"]:
        st.session_state[SHOWN] = ids[rows[0]]


def _row(card: ExperimentCard, results: Sequence[Outcome]) -> Mapping[str, object]:
    score = best_score(card, results)
    done = so_many(card.trainings, "training")
    return {
        "Question": find_experiment(card.experiment).title,
        "Data set": card.dataset,
        "Model": _models(card),
        "Score": None if isnan(score) else 100 * score,
        "Seeds": len(card.request.seeds),
        "Finished": done if card.finished else f"{done_trainings(results):,} of {done}",
        "Started (UTC)": datetime.fromisoformat(card.started),
    }


def best_score(card: ExperimentCard, results: Sequence[Outcome]) -> float:
    """The best of the models of original texts on original texts, by the data set's own metric; NaN without one."""
    plain = [o for o in results if o.labels is Labels.GOLD and not o.trained_on and not o.tested_on]
    scores = [score for o in plain if not isnan(score := o.score(card.metrics[0]).value)]
    return max(scores, default=nan)


def done_trainings(results: Sequence[Outcome]) -> int:
    """How many trainings have an outcome."""
    return len({outcome.key[:-1] for outcome in results})


def title_of(card: ExperimentCard) -> str:
    """ "29 Nov 2026 20:24 · Word classes · demo-questions · CNN · n=96"."""
    when = f"{datetime.fromisoformat(card.started):%-d %b %Y %H:%M}"
    n = [f"n={card.drawn[1]:,}"] if card.drawn else []
    state = [] if card.finished else ["not finished"]
    return " · ".join([when, find_experiment(card.experiment).title, card.dataset, _models(card), *n, *state])


def _models(card: ExperimentCard) -> str:
    return ", ".join(model.name for model in card.request.models)
