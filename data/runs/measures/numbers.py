"""What is scored of predictions that are numbers."""

from collections.abc import Sequence

from core.metrics import correlation
from core.metrics.estimate import Estimate
from core.records import Task
from data.runs.counts import LabelPairs
from data.runs.measures.registry import Compares, Unit, loss, metric

OF_NUMBERS = (Task.SIMILARITY,)


def _numbers(labels: Sequence[str]) -> list[float]:
    return [float(label) for label in labels]


@metric(
    "Pearson", Compares.GOLD, Unit.POINTS, "How well do predicted scores follow gold scores on perturbed text?",
    "Pearson's correlation with the gold scores, times 100.", tasks=OF_NUMBERS, lost="pearson_lost",
    spoken="Pearson correlation", main=True,
)  # fmt: skip
def pearson(pairs: LabelPairs) -> Estimate:
    return correlation.pearson(_numbers(pairs.gold), _numbers(pairs.after))


@metric(
    "Spearman", Compares.GOLD, Unit.POINTS, "How well do predicted scores rank perturbed pairs?",
    "Spearman's correlation with the gold scores, times 100.", tasks=OF_NUMBERS, lost="spearman_lost",
    spoken="Spearman correlation",
)  # fmt: skip
def spearman(pairs: LabelPairs) -> Estimate:
    return correlation.spearman(_numbers(pairs.gold), _numbers(pairs.after))


@loss("Pearson", "Pearson correlation", "Pearson's correlation", tasks=OF_NUMBERS)
def pearson_lost(pairs: LabelPairs) -> Estimate:
    return correlation.pearson_lost(*map(_numbers, (pairs.gold_before, pairs.before, pairs.gold, pairs.after)))


@loss("Spearman", "rank correlation", "Spearman's correlation", tasks=OF_NUMBERS)
def spearman_lost(pairs: LabelPairs) -> Estimate:
    return correlation.spearman_lost(*map(_numbers, (pairs.gold_before, pairs.before, pairs.gold, pairs.after)))


@metric(
    "Concordance", Compares.PREDICTIONS, Unit.AGREEMENT,
    "Do the model's scores change? Lin's concordance, original against perturbed",
    "1 = all scores stay the same, 0 = the scores are unrelated; like kappa, but for numbers.", tasks=OF_NUMBERS,
    full="Lin's concordance, original against perturbed", main=True,
    sentence="Lin's concordance correlation between the scores of original and of perturbed texts, over all samples, "
    "with its 95 % interval: 1 = all scores stay the same, 0 = the scores are unrelated. Concordance is the "
    "counterpart of kappa, which is for labels, and agrees with quadratically weighted kappa.",
)  # fmt: skip
def concordance(pairs: LabelPairs) -> Estimate:
    return correlation.concordance(_numbers(pairs.before), _numbers(pairs.after))


@metric(
    "Mean change", Compares.PREDICTIONS, Unit.CHANGE, "How much does a score change when the text is perturbed?",
    "Mean difference between a sample's scores on original and perturbed text, in points of the data set's scale.",
    tasks=OF_NUMBERS, full="Mean change of the score", least=0.0,
)  # fmt: skip
def mean_change(pairs: LabelPairs) -> Estimate:
    return correlation.mean_change(_numbers(pairs.before), _numbers(pairs.after))
