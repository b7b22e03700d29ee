"""What an experiment trains: chosen on the page."""

from collections.abc import Sequence

import streamlit as st

from core.errors import BadInput
from core.experiments.registry import Experiment, ExperimentRequest, Reading, experiments, find_experiment
from core.models.training.recipes import specs_of
from core.models.training.seeds import MOST
from core.perturbations.conditions import parse_condition
from core.rules import IN_WORDS, rules_of
from data.datasets.stored import dataset_cards
from data.experiments.estimate import forecast
from pages.ui.experiments.figures import names_of
from pages.ui.shared.literal import literally
from pages.ui.shared.models import choose_models
from pages.ui.shared.perturbation_words import severity_in_words
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace

FIRST = "learnability"
SAMPLES = "experiment-samples"
DRAWN = "How many samples to draw from the split; 0 means all."
NETWORK = "cnn"
FEW = 4  # perturbations at first, where each of them is trained on several shares
FEW_SHARES = (0.01, 0.1, 1.0)


def choose_experiment() -> ExperimentRequest | None:
    """The experiment people ask for; None, with a word on what is missing, while it is not complete."""
    names = {e.name: e.title for e in experiments()}
    kind = st.segmented_control("Question", list(names), format_func=names.__getitem__, default=FIRST, required=True)
    experiment = find_experiment(kind)
    cards = {card.name: card for card in dataset_cards(workspace()) if card.task in experiment.tasks}
    splits = {name: [split for split in card.splits if split not in card.unlabelled] for name, card in cards.items()}
    fit = [name for name, of in splits.items() if len(of) > 1]
    if not fit:
        st.info("An experiment needs a data set with labels and two splits; import one on the Data sets page.")
        return None
    st.caption(literally(f"{experiment.asks} {f'{experiment.paper.short}.' if experiment.paper else ''}"))
    left, right = st.columns(2)
    name = left.selectbox("Data set", fit, key="experiment-dataset")
    about = "Choose models, or type a hub name or folder and press Enter."
    models = choose_models("experiment-models", [NETWORK], about, persist=None, where=right)
    own = splits[name]
    left, right = st.columns(2)
    train = left.selectbox("Train on", own, index=_place(own, "train"), key=f"experiment-train-{name}")
    rest = [split for split in own if split != train]
    test = right.selectbox("Test on", rest, index=_place(rest, "test"), key=f"experiment-test-{name}-{train}")
    conditions, shares = _choose_perturbed(experiment)
    several, size, tests = st.columns(3)
    seeds = several.number_input("Number of seeds", 1, MOST, 1, key="experiment-seeds")
    samples = size.number_input("Training samples", 0, step=100, help=DRAWN, key=SAMPLES)
    testing = tests.number_input("Test samples", 0, value=500, step=100, help=DRAWN, key="experiment-tests")
    balanced = st.toggle(
        "Same number of samples of each label",
        True,
        key="experiment-balanced",
        help="Off: the labels are not balanced.",
    )
    lexicon, masked = _of_removed_words() if experiment.removes else ("", "")
    curated = experiment.reading is Reading.TRANSFER and st.toggle(
        "Compare kept texts with as many random texts",
        key="experiment-curated",
        help="The kept texts come from the training split.",
    )
    if not (models and conditions and shares):
        st.info("Choose at least one model, perturbation and share.")
        return None
    try:
        numbers = tuple(sorted(set(map(share_of, shares))))
        request = ExperimentRequest(
            experiment.name, name, specs_of(models), tuple(conditions), numbers, tuple(range(seeds)),
            train, test, samples, testing, curated=curated, balanced=balanced,
            lexicon=lexicon, masked=masked,
        )  # fmt: skip
        experiment.trainings(request)
    except ValueError:
        st.warning("A share must be a number above 0 and at most 1, or a percentage, such as 0.01 or 1 %.")
    except BadInput as error:
        st.warning(literally(str(error)))
    else:
        return request
    return None


def time_in_words(request: ExperimentRequest, device: str) -> str:
    """How many trainings and how long they take, told once a session: jobs that run meanwhile change the pace that is
    known, and the figure would change while nothing is chosen."""
    times = st.session_state.setdefault("experiment-times", {})
    if (request, device) not in times:
        times[request, device] = forecast(workspace(), request, device)
    return str(times[request, device])


def _choose_perturbed(experiment: Experiment) -> tuple[list[str], list[float | str]]:
    """The perturbations and the shares of training texts: few at first; a button takes all those of the paper."""
    keys = f"experiment-conditions-{experiment.name}", f"experiment-shares-{experiment.name}"
    st.session_state.setdefault(SAMPLES, 1_000)
    few = experiment.conditions if len(experiment.shares) == 1 else experiment.conditions[:FEW]
    st.session_state.setdefault(keys[0], list(few))
    st.session_state.setdefault(keys[1], [share for share in experiment.shares if share in FEW_SHARES])
    if few != experiment.conditions:
        st.button(
            "Use the paper's settings", key="experiment-paper", on_click=_take_all, args=(experiment, keys),
            help=f"All {len(experiment.conditions)} perturbations, all {len(experiment.shares)} shares and all "
            "training samples.",
        )  # fmt: skip
    names = names_of(experiment.conditions)
    conditions = st.multiselect(
        _label(experiment.conditions), experiment.conditions, format_func=lambda name: names.get(name, name),
        key=keys[0], accept_new_options=True,
        help="Choose, or type a perturbation as in a command, such as keyboard@5.",
    )  # fmt: skip
    shares = st.multiselect(
        "Shares of training texts that are perturbed", experiment.shares, format_func=share_in_words, key=keys[1],
        accept_new_options=True, help="Each share needs its own training. Small shares need many samples.",
    )  # fmt: skip
    return conditions, shares


@guarded
def _take_all(experiment: Experiment, keys: tuple[str, str]) -> None:
    st.session_state.update({keys[0]: list(experiment.conditions), keys[1]: list(experiment.shares), SAMPLES: 0})


def share_of(spelled: float | str) -> float:
    """0.05 for 0.05, "0.05" and "5 %"; raises ValueError for what is no number."""
    number, percent, _ = str(spelled).partition("%")
    return float(number) / 100 if percent else float(number)


def share_in_words(share: float | str) -> str:
    """ "5 %" for 0.05; what is no number stays as it was typed."""
    try:
        return f"{100 * share_of(share):g} %"
    except ValueError:
        return str(share)


def _of_removed_words() -> tuple[str, str]:
    """A file of words that are cues, and a masked language model that guesses words; "" where none is named."""
    left, right = st.columns(2)
    lexicon = left.text_input("Lexicon", key="experiment-lexicon", help="A file of cue words. Empty: Flinch's list.")
    masked = right.text_input(
        "Masked language model",
        key="experiment-masked",
        help="The hub name or folder of a model that guesses removed words. Empty: no model.",
    )
    return lexicon.strip(), masked.strip()


def _place(names: list[str], wanted: str) -> int:
    return names.index(wanted) if wanted in names else 0


def _label(conditions: Sequence[str]) -> str:
    """What the selector of these perturbations is called: it tells the rules and severity that all of them share."""
    kinds = {(rules_of(condition.perturbation), condition.severity) for condition in map(parse_condition, conditions)}
    if len(kinds) != 1:
        return "Perturbations"
    rules, severity = kinds.pop()
    shared = ", ".join(filter(None, (IN_WORDS.get(rules) if rules else "", severity_in_words(severity))))
    return f"Perturbations ({shared})"
