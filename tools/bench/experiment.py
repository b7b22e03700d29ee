"""What an experiment of many short trainings costs beside the trainings themselves."""

from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from core.experiments.learnability import PERTURBATIONS
from core.experiments.registry import ExperimentRequest, Training, find_experiment
from core.models.batching import shuffled
from core.models.device import Device, choose
from core.models.network import ModelContext
from core.models.predictor import Texts
from core.models.registry import family, usual_spec
from core.models.spec import Example, Material
from core.models.training.state import TrainingState
from core.models.transformer.family import fresh
from core.randomness import Draws
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.stored import save_dataset
from data.experiments.texts import ExperimentTexts
from data.jobs.job import run_inline
from data.workspace import Workspace
from tools.bench.grid.measured import enough
from tools.bench.output import Out

SHARES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
SEEDS = 3
APART = 10  # trainings that are timed alone, at most
LABELS = "short", "long"


def run(
    sentences: Sequence[str],
    out: Out = print,
    trained: int = 1_000,
    shares: Sequence[float] = SHARES,
    trainings: int = 0,
    model: str = "minilm",
) -> None:
    """Print how long learnability of a transformer takes (8 perturbations, 8 shares, 3 seeds; or so many `trainings` of
    it), on `trained` texts, tested on half as many; and how long its steps and answers take by themselves, with texts
    read and batches on the device beforehand.

    Raises MissingResource without MiniLM.
    """
    device, tested = choose(), trained // 4 * 2  # even: half of each label
    plan = find_experiment("learnability").trainings
    conditions = tuple(f"{name}.paper@1" for name in PERTURBATIONS)
    request = whole = ExperimentRequest(
        "learnability", "bench", (usual_spec(model),), conditions, tuple(shares), tuple(range(SEEDS)),
        train_samples=trained, test_samples=tested,
    )  # fmt: skip
    for many in range(len(conditions), 0, -1) if trainings else ():
        request = replace(whole, conditions=conditions[:many], seeds=(0,))
        if len(plan(request)) <= trainings:
            break
    planned, fewer = plan(whole), plan(request)
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        home = Workspace(Path(folder)).prepare()
        _save(home, enough(sentences, trained + tested), trained)
        texts = ExperimentTexts.read(home, request)
        chosen = fewer[:: -(-len(fewer) // APART)]
        _seconds_alone(texts, chosen[0], device)  # warm
        alone = fmean(_seconds_alone(texts, training, device) for training in chosen)
        began = perf_counter()
        run_inline(home, "experiment", "Learnability", request.arguments())
        seconds = perf_counter() - began
    out(f"  {len(fewer)} trainings of {request.models[0].name} on {trained:,} sentences, {device.description}")
    out(f"  the experiment                 {seconds:8.1f} s")
    out(f"  its trainings alone            {alone * len(fewer):8.1f} s  ({len(chosen)} timed, {alone:.2f} s each)")
    out(f"  the experiment, trainings = 1  {seconds / (alone * len(fewer)):8.2f}")
    if len(fewer) < len(planned):
        out(f"  all {len(planned)} trainings would take {seconds / len(fewer) * len(planned) / 60:.0f} minutes")


def _save(home: Workspace, sentences: Sequence[str], trained: int) -> None:
    """Keep them as the data set "bench": so many to train on, the others to test with, half of each the longer ones."""
    samples = [
        Sample("bench", split, (TextField("text", text),), LABELS[2 * place >= len(texts)])
        for split, texts in (("train", sentences[:trained]), ("test", sentences[trained:]))
        for place, text in enumerate(sorted(texts, key=len))
    ]
    save_dataset(home, DatasetCard("bench", Task.CLASSIFICATION, LABELS, ("text",), {}), samples)


def _seconds_alone(texts: ExperimentTexts, training: Training, device: Device) -> float:
    """Seconds of this training's steps and of its model's answers; the texts to train on are read beforehand."""
    spec, labels, examples = training.spec, texts.labels(training), texts.examples(training)
    plan = family(spec.kind).plan(spec, texts.card.task, labels, Material(examples, precision=device.precision))
    network = fresh(ModelContext(plan, device, lambda: False), examples)
    draws = [Draws.seeded("batches", spec.seed, epoch) for epoch in range(spec.epochs)]
    steps = spec.length(len(texts.train))[1]  # as many as the experiment takes, however many texts were added
    batches = [batch for epoch_draws in draws for batch in shuffled(examples, spec.batch_size, epoch_draws)][:steps]
    read = {_texts(batch): _to_device(device, network.encode(_texts(batch), True)) for batch in batches}
    encode: Any = lambda inputs, _: read[tuple(inputs)]  # noqa: E731  of a reader its steps need no more
    ahead = replace(network, encode=encode)
    state = TrainingState.begun(ahead, len(batches), [example.label for example in examples])
    tests = [[item.texts for item in texts.items(training, test)] for test in training.tests]
    network.module.train()
    began = perf_counter()
    for batch in batches:
        state.step(batch)
    for test in tests:
        network.predict(test)
    return perf_counter() - began


def _texts(batch: Sequence[Example]) -> tuple[Texts, ...]:
    return tuple(example.texts for example in batch)


def _to_device(device: Device, tensors: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tensor.to(device.kind) for name, tensor in tensors.items()}
