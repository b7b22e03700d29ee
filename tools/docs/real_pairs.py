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
PAIRS = (*(one for one in SETS if one.name in ("mrpc", "stsb")), RTE)
PAIR_NAMES = tuple(one.name for one in PAIRS)
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
    def of(cls, card: ExperimentCard, model: str, found: Sequence[Outcome]) -> "OfModel":
        own = [one for one in found if one.model == model]
        metric = published_metric(card.dataset)
        rows = {row.condition.partition("@")[2]: row for row in corrupted(own, metric)}
        original = [one for one in own if not (one.trained_on or one.tested_on)]
        told = [one.score(next(name for name in ALONE if name in one.scores)) for one in original]
        return cls(card.dataset, model, metric, rows, all(one.low > 0 for one in told))

    @property
    def head(self) -> str:
        """ "mrpc, CNN: accuracy 67.4"."""
        baseline = 100 * next(iter(self.rows.values())).baseline.mean
        chance = "" if self.learned else ", no better than chance"
        return f"{self.dataset}, {self.model}: {metrics()[self.metric].spoken} {baseline:.1f}{chance}"


def pairs_section(workspace: Workspace, cards: Sequence[ExperimentCard]) -> Iterator[str]:
    """Changes by class and data set beside the published ones, what cues are left, and whether the finding holds."""
    found = {card.id: outcomes(workspace, card.id) for card in cards}
    models = [
        OfModel.of(card, model, found[card.id])
        for card in cards
        for model in dict.fromkeys(one.model for one in found[card.id])
    ]
    sizes = {f"{c.dataset} {c.request.train_samples:,} + {c.request.test_samples:,}": None for c in cards}
    trainings, minutes = sum(card.trainings for card in cards), sum(card.seconds for card in cards) / 60
    yield ASKED.format(sizes=", ".join(sizes), trainings=trainings, minutes=minutes)
    yield from _changes(models)
    yield ""
    yield from _cues(_by_dataset(cards, found))
    yield holds([one for one in models if one.learned])


def _by_dataset(cards: Sequence[ExperimentCard], found: Mapping[str, Sequence[Outcome]]) -> dict[str, list[Outcome]]:
    return {name: [one for card in cards if card.dataset == name for one in found[card.id]] for name in PAIR_NAMES}


def _changes(models: Sequence[OfModel]) -> Iterator[str]:
    columns: dict[str, dict[str, str]] = {}
    for dataset in dict.fromkeys(one.dataset for one in models):
        own = (one for one in models if one.dataset == dataset)
        columns |= {one.head: {name: _cell(row.changed) for name, row in one.rows.items()} for one in own}
        theirs = [one for one in published_changes() if one.dataset == dataset]
        head = f"{dataset}, {MODEL}, published: {theirs[0].baseline:.1f}"
        columns[head] = {one.word_class: " / ".join(map(signed, one.changes)) for one in theirs}
    yield _line("class", *columns)
    yield "|---" * (1 + len(columns)) + "|"
    for name in dict.fromkeys(name for cells in columns.values() for name in cells):
        yield _line(name, *(cells.get(name, "") for cells in columns.values()))


def _cell(changed: Sequence[Estimate]) -> str:
    return " / ".join(signed(100 * one.value) + "*" * (one.low > 0 or one.high < 0) for one in changed)


def _cues(of: Mapping[str, Sequence[Outcome]]) -> Iterator[str]:
    """What is left without nouns, without verbs, and with all words, kind by kind; of numbers nothing is counted."""
    by: dict[tuple[str, str, str], dict[str, CueShares]] = {}
    for dataset, found in of.items():
        for one in cued(found):
            removed = one.condition.partition("@")[2]
            if not removed or removed in CONTENT:
                by.setdefault((dataset, one.model, removed or "nothing"), {})[one.kind] = one
    kinds = list(dict.fromkeys(kind for held in by.values() for kind in held))
    yield CUES
    yield _line("set, model, removed", *(f"{kind}, {how}" for kind in kinds for how in (RIGHT, WRONG)))
    yield "|---" * (1 + 2 * len(kinds)) + "|"
    for place, held in by.items():
        yield _line(", ".join(place), *(_share(one) for kind in kinds for one in (held[kind].right, held[kind].wrong)))
    yield ""


def _share(found: Estimate) -> str:
    value, low, high = (f"{100 * one:.0f}" for one in (found.value, found.low, found.high))
    return f"{value} ({low} to {high}) of {found.n}" if found.n else "–"


def holds(learned: Sequence[OfModel]) -> str:
    """Whether removing nouns and verbs costs most in the test, as means over models that learned their task."""
    if not learned:
        return NOTHING
    own = [row for one in learned for name, row in one.rows.items() if name in CONTENT]
    ours = _means([row.changes for row in own])
    theirs = _means([one.changes for one in published_changes()])
    rest = _means([row.changes for one in learned for name, row in one.rows.items() if name not in CONTENT])
    return HOLDS.format(
        models="; ".join(f"{one.model} on {one.dataset}" for one in learned),
        ours=_three(ours), most=_where(ours, min), least=_where(ours, max), of=len(own),
        sure=sum(row.changed[1].high < 0 for row in own), others=signed(rest[1]), theirs=_three(theirs),
        most_of_paper=_where(theirs, min), least_of_paper=_where(theirs, max),
    )  # fmt: skip


def _means(changes: Sequence[Sequence[float]]) -> list[float]:
    """In training, in the test and in both, over what is known."""
    each = ([one[at] for one in changes if not isnan(one[at])] for at in range(len(PLACES)))
    return [fmean(known) if known else nan for known in each]


def _three(values: Sequence[float]) -> str:
    return " / ".join(map(signed, values)) + " points (training / test / both)"


def _where(values: Sequence[float], pick: Callable[..., int]) -> str:
    return PLACES[pick(range(len(values)), key=values.__getitem__)]


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
