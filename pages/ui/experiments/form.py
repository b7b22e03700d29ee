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
    names = {one.name: one.title for one in experiments()}
    kind = st.segmented_control("Question", list(names), format_func=names.__getitem__, default=FIRST, required=True)
    known = find_experiment(kind)
    cards = {card.name: card for card in dataset_cards(workspace()) if card.task in known.tasks}
    splits = {name: [split for split in card.splits if split not in card.unlabelled] for name, card in cards.items()}
    fit = [name for name, of in splits.items() if len(of) > 1]
    if not fit:
        st.info("An experiment needs a data set with labels and two splits; import one on the Data sets page.")
        return None
    st.caption(literally(f"{known.asks} {f'{known.paper.short}.' if known.paper else ''}"))
    left, right = st.columns(2)
    name = left.selectbox("Data set", fit, key="experiment-dataset")
    about = "Choose models, or type a hub name or folder and press Enter."
    models = choose_models("experiment-models", [NETWORK], about, persist=None, where=right)
    own = splits[name]
    left, right = st.columns(2)
    train = left.selectbox("Train on", own, index=_place(own, "train"), key=f"experiment-train-{name}")
    rest = [split for split in own if split != train]
    test = right.selectbox("Test on", rest, index=_place(rest, "test"), key=f"experiment-test-{name}-{train}")
    conditions, shares = _choose_perturbed(known)
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
    lexicon, masked = _of_removed_words() if known.removes else ("", "")
    curated = known.reading is Reading.TRANSFER and st.toggle(
        "Compare kept texts with as many random texts",
        key="experiment-curated",
        help="The kept texts come from the training split.",
    )
    if not (models and conditions and shares):
        st.info("Choose at least one model, perturbation and share.")
        return None
    try:
        numbers = tuple(sorted(set(map(share_of, shares))))
        asked = ExperimentRequest(
            known.name, name, specs_of(models), tuple(conditions), numbers, tuple(range(seeds)),
            train, test, samples, testing, curated=curated, balanced=balanced,
            lexicon=lexicon, masked=masked,
        )  # fmt: skip
        known.trainings(asked)
    except ValueError:
        st.warning("A share must be a number above 0 and at most 1, or a percentage, such as 0.01 or 1 %.")
    except BadInput as error:
        st.warning(literally(str(error)))
    else:
        return asked
    return None


def time_in_words(asked: ExperimentRequest, device: str) -> str:
    """How many trainings and how long they take, told once a session: jobs that run meanwhile change the pace that is
    known, and the figure would change while nothing is chosen."""
    told = st.session_state.setdefault("experiment-times", {})
    if (asked, device) not in told:
        told[asked, device] = forecast(workspace(), asked, device)
    return str(told[asked, device])


def _choose_perturbed(known: Experiment) -> tuple[list[str], list[float | str]]:
    """The perturbations and the shares of training texts: few at first; a button takes all those of the paper."""
    keys = f"experiment-conditions-{known.name}", f"experiment-shares-{known.name}"
    st.session_state.setdefault(SAMPLES, 1_000)
    few = known.conditions if len(known.shares) == 1 else known.conditions[:FEW]
    at_first = few, [share for share in known.shares if share in FEW_SHARES]
    for key, usual in zip(keys, at_first, strict=True):
        st.session_state.setdefault(key, list(usual))
    if few != known.conditions:
        st.button(
            "Use the paper's settings", key="experiment-paper", on_click=_take_all, args=(known, keys),
            help=f"All {len(known.conditions)} perturbations, all {len(known.shares)} shares and all training samples.",
        )  # fmt: skip
    named = names_of(known.conditions)
    conditions = st.multiselect(
        _label(known.conditions), known.conditions, format_func=lambda one: named.get(one, one), key=keys[0],
        accept_new_options=True, help="Choose, or type a perturbation as in a command, such as keyboard@5.",
    )  # fmt: skip
    shares = st.multiselect(
        "Shares of training texts that are perturbed", known.shares, format_func=share_in_words, key=keys[1],
        accept_new_options=True, help="Each share needs its own training. Small shares need many samples.",
    )  # fmt: skip
    return conditions, shares


@guarded
def _take_all(known: Experiment, keys: tuple[str, str]) -> None:
    st.session_state.update({keys[0]: list(known.conditions), keys[1]: list(known.shares), SAMPLES: 0})


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
    known = {(rules_of(one.perturbation), one.severity) for one in map(parse_condition, conditions)}
    if len(known) != 1:
        return "Perturbations"
    rules, severity = known.pop()
    said = ", ".join(filter(None, (IN_WORDS.get(rules) if rules else "", severity_in_words(severity))))
    return f"Perturbations ({said})"
