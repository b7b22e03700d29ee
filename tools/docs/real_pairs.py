"""The real experiments on pairs of texts: each set as its labels come, by the metric that Talman et al. 2022 print."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from statistics import fmean

from core.experiments.corruption_results import Corrupted, corrupted
from core.experiments.cues import RIGHT, WRONG, CueShares, cued
from core.experiments.records import Outcome
from core.metrics.estimate import Estimate
from core.records import Task
from core.rounding import signed
from data.experiments.files import ExperimentCard, outcomes
from data.published.word_classes import MODEL, published_changes, published_metric
from data.runs.measures.registry import metrics
from data.workspace import Workspace
from tools.docs.real_data import SETS, RealData

RTE = RealData(
    "rte", Task.PAIR_CLASSIFICATION, {"train": ("train.tsv",), "dev": ("dev.tsv",), "test": ("test.tsv",)},
    {"entailment": "entailment", "not_entailment": "not entailment"}, folder="rte_glue",
)  # fmt: skip
PAIRS = (*(source for source in SETS if source.name in ("mrpc", "stsb")), RTE)
PAIR_NAMES = tuple(source.name for source in PAIRS)
ALONE = ("matthews", "pearson")  # 0 by chance, whatever the labels' shares: by these it is told who learned his task
CONTENT = ("NOUN", "VERB")  # those that Table 3 has
PLACES = ("training alone", "the test alone", "both")
ASKED = """Training + test samples of each set, not balanced by label: {sizes}; {trainings} trainings in {minutes:,.0f}
minutes. The head of each column has the metric on original texts. A cell has its change in points when a class of words
is removed from training / test / both; * marks a 95 % interval without 0. *Published* is the paper's Table 3.
"""
CUES = "Lexical cues left in right and in wrong answers of models trained on the original texts, in percent:\n"
HOLDS = """**Is the paper's finding confirmed?** Above chance: {models}.
Their mean change without nouns or without verbs is {ours}:
the loss is largest with the words removed from {most}, smallest with the words removed from {least}.
In the test, {sure} of these {of} changes are losses beyond chance. Without another class the test score changes by
{others} on average.
The mean of the paper's Table 3 is {theirs}:
the loss is largest for {most_of_paper}, smallest for {least_of_paper}.
"""
NOTHING = "No model is above chance on any of these sets, so nothing can be said about the paper's finding.\n"


@dataclass(frozen=True, slots=True)
class OfModel:
    """What came of a model on a data set: its changes by class, in the published metric, and whether it `learned` its
    task: whether every training on original texts is above chance."""

    dataset: str
    model: str
    metric: str
    rows: Mapping[str, Corrupted]
    learned: bool

    @classmethod
    def of(cls, card: ExperimentCard, model: str, results: Sequence[Outcome]) -> "OfModel":
        own = [outcome for outcome in results if outcome.model == model]
        metric = published_metric(card.dataset)
        rows = {row.condition.partition("@")[2]: row for row in corrupted(own, metric)}
        original = [outcome for outcome in own if not (outcome.trained_on or outcome.tested_on)]
        scores = [outcome.score(next(name for name in ALONE if name in outcome.scores)) for outcome in original]
        return cls(card.dataset, model, metric, rows, all(outcome.low > 0 for outcome in scores))

    @property
    def head(self) -> str:
        """ "mrpc, CNN: accuracy 67.4"."""
        baseline = 100 * next(iter(self.rows.values())).baseline.mean
        chance = "" if self.learned else ", no better than chance"
        return f"{self.dataset}, {self.model}: {metrics()[self.metric].spoken} {baseline:.1f}{chance}"


def pairs_section(workspace: Workspace, cards: Sequence[ExperimentCard]) -> Iterator[str]:
    """Changes by class and data set beside the published ones, what cues are left, and whether the finding holds."""
    results = {card.id: outcomes(workspace, card.id) for card in cards}
    models = [
        OfModel.of(card, model, results[card.id])
        for card in cards
        for model in dict.fromkeys(outcome.model for outcome in results[card.id])
    ]
    sizes = {f"{c.dataset} {c.request.train_samples:,} + {c.request.test_samples:,}": None for c in cards}
    trainings, minutes = sum(card.trainings for card in cards), sum(card.seconds for card in cards) / 60
    yield ASKED.format(sizes=", ".join(sizes), trainings=trainings, minutes=minutes)
    yield from _changes(models)
    yield ""
    yield from _cues(_by_dataset(cards, results))
    yield holds([model for model in models if model.learned])


def _by_dataset(cards: Sequence[ExperimentCard], results: Mapping[str, Sequence[Outcome]]) -> dict[str, list[Outcome]]:
    return {name: [row for card in cards if card.dataset == name for row in results[card.id]] for name in PAIR_NAMES}


def _changes(models: Sequence[OfModel]) -> Iterator[str]:
    columns: dict[str, dict[str, str]] = {}
    for dataset in dict.fromkeys(model.dataset for model in models):
        own = (model for model in models if model.dataset == dataset)
        columns |= {model.head: {name: _cell(row.changed) for name, row in model.rows.items()} for model in own}
        theirs = [row for row in published_changes() if row.dataset == dataset]
        head = f"{dataset}, {MODEL}, published: {theirs[0].baseline:.1f}"
        columns[head] = {row.word_class: " / ".join(map(signed, row.changes)) for row in theirs}
    yield _line("class", *columns)
    yield "|---" * (1 + len(columns)) + "|"
    for name in dict.fromkeys(name for cells in columns.values() for name in cells):
        yield _line(name, *(cells.get(name, "") for cells in columns.values()))


def _cell(changed: Sequence[Estimate]) -> str:
    return " / ".join(signed(100 * change.value) + "*" * (change.low > 0 or change.high < 0) for change in changed)


def _cues(of: Mapping[str, Sequence[Outcome]]) -> Iterator[str]:
    """What is left without nouns, without verbs, and with all words, kind by kind; of numbers nothing is counted."""
    by: dict[tuple[str, str, str], dict[str, CueShares]] = {}
    for dataset, results in of.items():
        for cues in cued(results):
            removed = cues.condition.partition("@")[2]
            if not removed or removed in CONTENT:
                by.setdefault((dataset, cues.model, removed or "nothing"), {})[cues.kind] = cues
    kinds = list(dict.fromkeys(kind for held in by.values() for kind in held))
    yield CUES
    yield _line("set, model, removed", *(f"{kind}, {how}" for kind in kinds for how in (RIGHT, WRONG)))
    yield "|---" * (1 + 2 * len(kinds)) + "|"
    for place, held in by.items():
        yield _line(", ".join(place), *(_share(cue) for kind in kinds for cue in (held[kind].right, held[kind].wrong)))
    yield ""


def _share(estimate: Estimate) -> str:
    value, low, high = (f"{100 * x:.0f}" for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high}) of {estimate.n}" if estimate.n else "–"


def holds(learned: Sequence[OfModel]) -> str:
    """Whether removing nouns and verbs costs most in the test, as means over models that learned their task."""
    if not learned:
        return NOTHING
    own = [row for model in learned for name, row in model.rows.items() if name in CONTENT]
    ours = _means([row.changes for row in own])
    theirs = _means([model.changes for model in published_changes()])
    rest = _means([row.changes for model in learned for name, row in model.rows.items() if name not in CONTENT])
    return HOLDS.format(
        models="; ".join(f"{model.model} on {model.dataset}" for model in learned),
        ours=_points_phrase(ours), most=_place_name(ours, min), least=_place_name(ours, max), of=len(own),
        sure=sum(row.changed[1].high < 0 for row in own), others=signed(rest[1]), theirs=_points_phrase(theirs),
        most_of_paper=_place_name(theirs, min), least_of_paper=_place_name(theirs, max),
    )  # fmt: skip


def _means(changes: Sequence[Sequence[float]]) -> list[float]:
    """In training, in the test and in both, over what is known."""
    each = ([row[at] for row in changes if not isnan(row[at])] for at in range(len(PLACES)))
    return [fmean(values) if values else nan for values in each]


def _points_phrase(values: Sequence[float]) -> str:
    return " / ".join(map(signed, values)) + " points (training / test / both)"


def _place_name(values: Sequence[float], pick: Callable[..., int]) -> str:
    return PLACES[pick(range(len(values)), key=values.__getitem__)]


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
