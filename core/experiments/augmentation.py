"""Training on perturbed texts: what it buys on perturbed ones, and what it costs on the original ones.

Zhang et al. 2022 (section 5) and Romero 2023 leave both open: the trade-off, and whether a model that was trained
against one perturbation withstands another.
"""

from collections.abc import Iterator

from core.experiments.learnability import PERTURBATIONS
from core.experiments.records import Added, Labels
from core.experiments.registry import ExperimentRequest, Training, experiment


@experiment(
    "augmentation",
    "Training on perturbed texts",
    "Which perturbations are worth training on, and does that help against other perturbations?",
    conditions=tuple(f"{name}.paper@1" for name in PERTURBATIONS),
    shares=(1.0,),
)
def augmentation(request: ExperimentRequest) -> Iterator[Training]:
    """For each model and seed: the original texts, then each condition at each share; all are tested on all.

    With `curated` it is, for each condition, the texts that people kept and as many others.
    """
    tests = (None, *request.parsed)
    for spec in request.trained:
        yield Training(spec, Labels.GOLD, None, 0.0, tests)
        for condition in request.parsed:
            for added in (Added.KEPT, Added.AS_MANY) if request.curated else ():
                yield Training(spec, Labels.GOLD, condition, 1.0, tests, added=added)
            for share in () if request.curated else request.shares:
                yield Training(spec, Labels.GOLD, condition, share, tests, request.replaces)
