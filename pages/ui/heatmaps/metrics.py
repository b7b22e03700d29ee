"""What can be shown of a run: its metrics, each with its scale and the words to read it by."""

from collections.abc import Iterable
from enum import StrEnum

from data.runs.files import RunCard
from data.runs.scores import offered
from pages.ui.heatmaps.heatmap import AGREEMENT, CHANGE, POINTS, SHARE, Scale
from pages.ui.heatmaps.heatmap import LOST as COST  # a name of its own: in the class below LOST is a member


class Metric(StrEnum):
    """What can be shown of a run: the selector's word, the stored metric, the scale, the question, and how to read it.

    A figure that is no agreement, and no change in the data set's own points, is shown times 100.
    """

    stored: str
    scale: Scale
    question: str
    explained: str

    def __new__(cls, word: str, stored: str, scale: Scale, question: str, explained: str) -> "Metric":
        metric = str.__new__(cls, word)
        metric._value_ = word
        metric.stored, metric.scale, metric.question, metric.explained = stored, scale, question, explained
        return metric

    @property
    def times(self) -> int:
        """What a score is shown times."""
        return 1 if self.scale in (AGREEMENT, CHANGE) else 100

    KAPPA = (
        "Kappa", "kappa", AGREEMENT, "Does it change its mind? Cohen's kappa, original against perturbed",
        "1 = never, 0 = as often as by chance.",
    )  # fmt: skip
    KAPPA_LINEAR = (
        "Kappa, linear", "kappa_linear", AGREEMENT, "How far does it change its mind? Linearly weighted kappa",
        "A change counts by how many steps it is, of labels in their order. 1 = never, 0 = as far as by chance.",
    )  # fmt: skip
    KAPPA_QUADRATIC = (
        "Kappa, quadratic", "kappa_quadratic", AGREEMENT,
        "How far does it change its mind? Quadratically weighted kappa",
        "A change counts by its steps squared, of labels in their order. 1 = never, 0 = as far as by chance.",
    )  # fmt: skip
    ACCURACY = (
        "Accuracy", "accuracy", POINTS, "How often is it right on perturbed text?",
        "Percent of the samples with the right label.",
    )  # fmt: skip
    F1_MICRO = (
        "Micro F1", "f1_micro", POINTS, "How well does it do on perturbed text, each sample counting the same?",
        "F1 over all decisions at once, times 100: with one label a sample it is the accuracy.",
    )  # fmt: skip
    F1 = (
        "Macro F1", "f1_macro", POINTS, "How well does it do on perturbed text, each label counting the same?",
        "F1 of each label, averaged, times 100.",
    )  # fmt: skip
    F1_BINARY = (
        "F1", "f1_binary", POINTS, "How well does it find one label on perturbed text?",
        "F1 of the second of the two labels, times 100.",
    )  # fmt: skip
    MATTHEWS = (
        "Matthews", "matthews", POINTS, "How well do its labels go with the gold ones on perturbed text?",
        "Matthews' correlation, times 100: 0 = as by chance; also where it always says the same.",
    )  # fmt: skip
    LOST = (
        "Accuracy lost", "accuracy_lost", COST, "How much does perturbing the text cost?",
        "Points of accuracy lost, on the same samples before and after.",
    )  # fmt: skip
    F1_LOST = (
        "Macro F1 lost", "f1_macro_lost", COST, "How much macro F1 does perturbing the text cost?",
        "Points of macro F1 lost, on the same samples before and after.",
    )  # fmt: skip
    F1_BINARY_LOST = (
        "F1 lost", "f1_binary_lost", COST, "How much F1 does perturbing the text cost?",
        "Points of F1 of the second of the two labels lost, on the same samples before and after.",
    )  # fmt: skip
    MATTHEWS_LOST = (
        "Matthews lost", "matthews_lost", COST, "How much of the correlation does perturbing the text cost?",
        "Points of Matthews' correlation lost, on the same samples before and after.",
    )  # fmt: skip
    ENTITIES = (
        "Entity F1", "f1_entities", POINTS, "How many entities does it find in perturbed text?",
        "F1 over entities, kind and both ends right, times 100.",
    )  # fmt: skip
    ENTITIES_LOST = (
        "Entity F1 lost", "f1_entities_lost", COST, "How much does perturbing the text cost?",
        "Points of entity F1 lost, on the same sentences before and after.",
    )  # fmt: skip
    CONCORDANCE = (
        "Concordance", "concordance", AGREEMENT, "Does its score move? Lin's concordance, original against perturbed",
        "1 = no score moves, 0 = nothing in common: for numbers what kappa is for labels.",
    )  # fmt: skip
    PEARSON = (
        "Pearson", "pearson", POINTS, "How well do its scores follow the gold scores on perturbed text?",
        "Pearson's correlation with the gold scores, times 100.",
    )  # fmt: skip
    SPEARMAN = (
        "Spearman", "spearman", POINTS, "How well do its scores rank perturbed pairs?",
        "Spearman's correlation with the gold scores, times 100.",
    )  # fmt: skip
    PEARSON_LOST = (
        "Pearson lost", "pearson_lost", COST, "How much does perturbing the text cost?",
        "Points of Pearson's correlation lost, on the same samples before and after.",
    )  # fmt: skip
    CHANGE = (
        "Mean change", "mean_change", CHANGE, "How far does a score move when the text is perturbed?",
        "Mean distance between the two scores of a sample, in points of the data set's scale.",
    )  # fmt: skip
    ROBUSTNESS = (
        "Robustness", "robustness", AGREEMENT, "How robust is it? Kappa times the share of samples perturbed",
        "1 = never changes its mind on a perturbation that reaches every sample; the thesis's weight for a cell.",
    )  # fmt: skip
    SHARE = (
        "Share perturbed", "share_perturbed", SHARE, "How many samples could be perturbed at all?",
        "Percent of the samples in which something changed.",
    )  # fmt: skip


def metrics_of(run: RunCard, metrics: Iterable[Metric] = Metric) -> list[Metric]:
    """Those of these metrics that are scored of this run: its task has them, and its labels allow them."""
    measures = offered(run)
    known = {*measures, "share_perturbed", *(["robustness"] if "kappa" in measures else [])}
    return [metric for metric in metrics if metric.stored in known]
