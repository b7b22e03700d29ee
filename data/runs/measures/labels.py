"""What is scored of predictions that are labels, in each cell of a run."""

from core import metrics
from core.metrics import Estimate
from core.metrics import paired as lost
from core.metrics.posterior import MACRO_F1, MATTHEWS, SECOND_F1
from data.runs.counts import LabelPairs
from data.runs.measures.compared import KAPPAS, drawn, shares
from data.runs.measures.registry import Compares, Needs, Unit, loss, metric

KAPPA = "Cohen's kappa: predictions on original against perturbed text"
STEPS = "between ordered labels. 1 = all predictions stay the same, 0 = agreement by chance."


@metric(
    "Accuracy", Compares.GOLD, Unit.POINTS, "How often is the model right on perturbed text?",
    "Percentage of samples with the right label.", lost="accuracy_lost",
    paired=shares(lambda gold, before, after: gold == after), main=True, least=0.0,
)  # fmt: skip
def accuracy(pairs: LabelPairs) -> Estimate:
    return metrics.accuracy(*pairs.perturbed, pairs.times)


@metric(
    "Micro F1", Compares.GOLD, Unit.POINTS, "How good are predictions on perturbed text if all samples count equally?",
    "F1 over all samples together, times 100. With one label per sample, this equals accuracy.", lost="accuracy_lost",
    spoken="micro F1", least=0.0,
)  # fmt: skip
def f1_micro(pairs: LabelPairs) -> Estimate:
    return metrics.f1_micro(*pairs.perturbed, pairs.times)


@metric(
    "Macro F1", Compares.GOLD, Unit.POINTS, "How good are predictions on perturbed text if all labels count equally?",
    "Mean of the F1 of each label, times 100.", lost="f1_macro_lost", spoken="macro F1", paired=drawn(MACRO_F1),
    least=0.0,
)  # fmt: skip
def f1_macro(pairs: LabelPairs) -> Estimate:
    return metrics.f1_macro(*pairs.perturbed, pairs.times)


@metric(
    "F1", Compares.GOLD, Unit.POINTS, "How well does the model find the positive label on perturbed text?",
    "F1 of the positive label, times 100.", needs=Needs.TWO, lost="f1_binary_lost", spoken="F1",
    full="F1 of the positive label", paired=drawn(SECOND_F1, of_two=True), least=0.0,
)  # fmt: skip
def f1_binary(pairs: LabelPairs) -> Estimate:
    return metrics.f1_binary(*pairs.perturbed, pairs.positive, pairs.times)


@metric(
    "Matthews", Compares.GOLD, Unit.POINTS, "How well do predicted and gold labels correlate on perturbed text?",
    "Matthews' correlation, times 100: 0 at chance level or if only one label is predicted.", lost="matthews_lost",
    spoken="Matthews correlation", full="Matthews correlation", paired=drawn(MATTHEWS),
)  # fmt: skip
def matthews(pairs: LabelPairs) -> Estimate:
    return metrics.matthews(*pairs.perturbed, pairs.times)


@loss("Accuracy", "accuracy")
def accuracy_lost(pairs: LabelPairs) -> Estimate:
    kinds = pairs.kinds
    return lost.accuracy_lost(
        [kind.gold_before == kind.before for kind in kinds], [kind.gold == kind.after for kind in kinds], pairs.times
    )


@loss("Macro F1", "macro F1")
def f1_macro_lost(pairs: LabelPairs) -> Estimate:
    return lost.f1_macro_lost(pairs.originals, pairs.perturbed, pairs.times)


@loss("F1", "F1", "the F1 of the positive label", needs=Needs.TWO)
def f1_binary_lost(pairs: LabelPairs) -> Estimate:
    return lost.f1_binary_lost(pairs.originals, pairs.perturbed, pairs.positive, pairs.times)


@loss("Matthews", "correlation", "Matthews' correlation")
def matthews_lost(pairs: LabelPairs) -> Estimate:
    return lost.matthews_lost(pairs.originals, pairs.perturbed, pairs.times)


@metric(
    "Kappa", Compares.PREDICTIONS, Unit.AGREEMENT, KAPPA, "1 = all predictions stay the same, 0 = agreement by chance.",
    full="Cohen's kappa, original against perturbed", paired=KAPPAS, main=True,
    sentence="Cohen's kappa between the predictions on original and on perturbed texts, over all samples, with its "
    "95 % interval: 1 = all predictions stay the same, 0 = agreement by chance.",
)  # fmt: skip
def kappa(pairs: LabelPairs) -> Estimate:
    return metrics.cohens_kappa(*pairs.prediction_pairs, pairs.times)


@metric(
    "Kappa, linear", Compares.PREDICTIONS, Unit.AGREEMENT,
    "Linearly weighted kappa: predictions on original against perturbed text",
    f"Weighted by the number of steps {STEPS}", needs=Needs.ORDER,
)  # fmt: skip
def kappa_linear(pairs: LabelPairs) -> Estimate:
    return metrics.weighted_kappa(*pairs.prediction_pairs, pairs.labels, pairs.times)


@metric(
    "Kappa, quadratic", Compares.PREDICTIONS, Unit.AGREEMENT,
    "Quadratically weighted kappa: predictions on original against perturbed text",
    f"Weighted by the squared number of steps {STEPS}", needs=Needs.ORDER,
)  # fmt: skip
def kappa_quadratic(pairs: LabelPairs) -> Estimate:
    return metrics.weighted_kappa(*pairs.prediction_pairs, pairs.labels, pairs.times, squared=True)
