"""The experiments as a table: select a row to open its results, or two rows of one question to compare them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from math import isnan, nan

import streamlit as st

from core.experiments.learnability_results import OverSeeds
from core.experiments.records import Labels, Outcome
from core.experiments.registry import Reading, find_experiment
from core.identity import content_id
from core.so_many import so_many
from data.experiments.files import ExperimentCard, experiments, outcome_log, outcomes
from data.workspace import Workspace
from pages.ui.runs.address import addressed, from_address, to_address
from pages.ui.runs.names import distinct
from pages.ui.shared.address import gone_back
from pages.ui.shared.data_table import data_table, select_rows, selected_ids
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

SHOWN = "experiment-shown"  # the id of the experiment that is open
SELECTED = "experiments-selected"  # the ids of it and of what it is compared with
ONLY_ONE = (
    "Only one of the selected experiments is shown. Flinch compares two experiments with the same question: "
    "learnability, word classes or word order."
)
SCORE = "Mean over seeds of the best model, trained and tested on original texts, times 100; the data set's own metric."


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
    opened = selected if _are_comparable(selected) else [cards[st.session_state[SHOWN]]]
    if len(selected) > len(opened):
        st.caption(f":material/info: {ONLY_ONE}")
    titles = distinct({name: title_of(card) for name, card in cards.items()})
    st.subheader(literally(" against ".join(titles[card.id] for card in opened)))
    return opened


def _are_comparable(selected: Sequence[ExperimentCard]) -> bool:
    """Whether these are two with the same question, and one whose experiments can be compared."""
    if len(selected) != 2:
        return False
    newer, older = selected
    return newer.experiment == older.experiment and find_experiment(newer.experiment).reading is not Reading.TRANSFER


def _draw_table(cards: Sequence[ExperimentCard]) -> list[ExperimentCard]:
    """A row for each, those that are selected come back: the one that is open is among them."""
    ids = [card.id for card in cards]
    key = f"experiments-{content_id(*ids)}"
    if st.session_state[SHOWN] not in st.session_state.setdefault(SELECTED, []) or gone_back():
        st.session_state[SELECTED] = [st.session_state[SHOWN]]
    select_rows(key, ids, st.session_state[SELECTED])

    @guarded
    def select() -> None:
        open_selected(selected_ids(key, ids))

    data_table(
        [_row(card) for card in cards],
        on_select=select,
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
    st.caption("Select one row to open it, or two rows with the same question to compare them.")
    return [card for card in cards if card.id in st.session_state[SELECTED]]


def open_selected(ids: Sequence[str]) -> None:
    """Open the experiment that was selected just now; else what is open stays, unless another is selected without it:
    then the first of these."""
    before, shown = st.session_state.get(SELECTED, []), st.session_state.get(SHOWN)
    st.session_state[SELECTED] = list(ids)
    if ids:
        still = shown if shown in ids else ids[0]
        st.session_state[SHOWN] = next((id_ for id_ in ids if id_ not in before), still)


def _row(card: ExperimentCard) -> Mapping[str, object]:
    written = outcome_log(workspace().experiments / card.id).size
    score, done = _figures(workspace(), card.id, card.metrics[0], written)
    trainings = so_many(card.trainings, "training")
    return {
        "Question": find_experiment(card.experiment).title,
        "Data set": card.dataset,
        "Model": _models(card),
        "Score": None if isnan(score) else 100 * score,
        "Seeds": len(card.request.seeds),
        "Finished": trainings if card.finished else f"{done:,} of {trainings}",
        "Started (UTC)": datetime.fromisoformat(card.started),
    }


@st.cache_data(max_entries=256, show_spinner=False)
def _figures(home: Workspace, card_id: str, metric: str, written: int) -> tuple[float, int]:
    """The best score and how many trainings are done. Made again only when more bytes of outcomes are `written`."""
    results = outcomes(home, card_id)
    return best_score(results, metric), done_trainings(results)


def best_score(results: Sequence[Outcome], metric: str) -> float:
    """The best model of original texts on original texts, by the mean of this metric over seeds; NaN without one."""
    plain = [o for o in results if o.labels is Labels.GOLD and not o.trained_on and not o.tested_on]
    models = dict.fromkeys(o.model for o in plain)
    means = [OverSeeds.of(o.score(metric).value for o in plain if o.model == model).mean for model in models]
    return max((mean for mean in means if not isnan(mean)), default=nan)


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
