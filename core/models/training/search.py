"""A grid of trainings of which one is chosen by a rule, as Romero's program did (2023)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import isnan

from core.errors import BadInput
from core.metrics.classification import f1_binary, f1_micro
from core.models.device import Device
from core.models.family import Family, ModelPlan, ModelStore, Report
from core.models.predictor import Predictor
from core.models.spec import Example, Material, ModelSpec
from core.models.tasks import LABELLING
from core.models.training.history import GridTraining, History

RATES = (1e-5, 5e-5, 1e-4)
EPOCHS = (5, 7, 10)
PARTS = 1000  # in which progress is told


def candidates(spec: ModelSpec) -> tuple[ModelSpec, ...]:
    """The trainings of the grid: three rates by three numbers of epochs."""
    return tuple(replace(spec, search="", learning_rate=rate, epochs=n) for rate, n in product(RATES, EPOCHS))


def chosen(tried: Sequence[GridTraining]) -> int:
    """Which of them scored best; the first of equals."""
    return max(range(len(tried)), key=lambda at: tried[at].score)


def searched(
    family: Family, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report
) -> History:
    """Train the grid and leave the chosen one in the store's part of its number; how it went.

    What was tried before is not tried again, and only the best so far is kept. Raises BadInput when all collapsed, and
    without dev, on which most of the score rests.
    """
    if not material.dev:
        raise BadInput(
            f"The grid search of {plan.spec.name!r} needs scores on dev; choose a data set with a dev split."
        )
    if plan.task not in LABELLING:
        raise BadInput(
            f"The grid search of {plan.spec.name!r} needs the F1 of labels; choose another recipe for this task."
        )
    specs, tried = candidates(plan.spec), store.history.tried
    for at in range(len(tried), len(specs)):
        tell = _share(report, specs, at)
        tried = (*tried, _train_once(family, replace(plan, spec=specs[at]), material, device, store.part(at), tell))
        print(f"{plan.spec.name}, training {at + 1} of {len(specs)}: {tried[-1].in_words}", flush=True)
        store.note(History(tried=tried))
        for other in range(at + 1):
            if other != chosen(tried):
                store.part(other).drop()
    best = chosen(tried)
    if tried[best].fault:
        raise BadInput(
            f"The model {plan.spec.name!r} learned nothing in any of {len(tried)} trainings (the first: "
            f"{tried[0].in_words}); train on more samples, or choose another recipe."
        )
    return replace(store.part(best).history, tried=tried)


def _train_once(
    family: Family, plan: ModelPlan, material: Material, device: Device, store: ModelStore, report: Report
) -> GridTraining:
    spec = plan.spec
    try:
        network = family.ready(plan, material, device, store, report)
    except BadInput:
        if not (fault := store.history.faults):
            raise  # nothing to train on, or no weights: so it will be with all of them
        return GridTraining(spec.learning_rate, spec.epochs, fault=fault)
    on_train, on_dev = (_f1(network, part, plan.labels) for part in (material.train, material.dev))
    return GridTraining(spec.learning_rate, spec.epochs, on_train, on_dev)


def _f1(network: Predictor, examples: Sequence[Example], labels: Sequence[str]) -> float:
    gold, texts = [example.label for example in examples], [example.texts for example in examples]
    return selection_f1(gold, [output.label for output in network.predict(texts)], labels)


def selection_f1(gold: Sequence[str], predicted: Sequence[str], labels: Sequence[str]) -> float:
    """F1 of the second label of two, 0 where there is none to find; micro F1 of more: the program's measure."""
    f1 = (f1_binary(gold, predicted, labels[1]) if len(labels) == 2 else f1_micro(gold, predicted)).value
    return 0.0 if isnan(f1) else f1


def _share(report: Report, specs: Sequence[ModelSpec], at: int) -> Report:
    """The report of one training as its share of them all."""
    before, whole = (sum(spec.epochs for spec in part) for part in (specs[:at], specs))

    def tell(done: int, total: int, message: str) -> None:
        within = before + specs[at].epochs * done / max(total, 1)
        report(round(PARTS * within / whole), PARTS, f"{message} (training {at + 1} of {len(specs)})")

    return tell
