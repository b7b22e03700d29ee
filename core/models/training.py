"""The training loop every classifier shares: AdamW, warm-up and linear decay, the best epoch by dev accuracy kept."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from core.errors import BadInput
from core.models import checkpoint
from core.models.network import Classifier, probabilities
from core.models.spec import Example, ModelSpec
from core.randomness import Draws

WARM_UP = 0.06
BUCKET = 50  # batches that are sorted by length together: little padding, and order stays random
Report = Callable[[int, int, str], None]


def train(
    classifier: Classifier,
    spec: ModelSpec,
    examples: Sequence[Example],
    dev: Sequence[Example],
    report: Report,
    kept: Path | None = None,
) -> float:
    """Train in place and leave the weights of the epoch with the best dev accuracy; returns that accuracy, in [0, 1].

    `report(done, total, message)` is called before each step and may raise to stop. After each epoch but the last the
    file `kept`, when given, says where training stands, and training goes on from there when it is called again.
    Without dev examples the last epoch stays, and the accuracy is NaN. Raises BadInput without examples.
    """
    import torch

    if not examples:
        raise BadInput(f"There is nothing to train {spec.name!r} on; choose a training split that holds samples.")
    module = classifier.module.to(classifier.device.kind)
    steps = ceil(len(examples) / spec.batch_size)
    total = spec.epochs * steps
    optimiser = torch.optim.AdamW(module.parameters(), lr=spec.learning_rate, weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _pace(step, total))
    states = {"module": module, "optimiser": optimiser, "schedule": schedule}
    first, best, weights = 0, -1.0, None
    if kept and (stood := checkpoint.read(kept)):
        for name, part in states.items():
            part.load_state_dict(stood[name])
        first, best, weights = stood["epochs"], stood["best"], stood["weights"]
    for epoch in range(first, spec.epochs):
        _epoch(classifier, spec, examples, epoch, steps, optimiser, schedule, report)
        done = (epoch + 1) * steps
        reached = dev_accuracy(classifier, dev, partial(report, done, total, f"Trying {spec.name} on dev"))
        if not reached <= best:  # also when it is NaN
            best, weights = reached, {name: value.clone() for name, value in module.state_dict().items()}
        if kept and done < total:
            stands = {name: part.state_dict() for name, part in states.items()}
            checkpoint.write(kept, stands | {"epochs": epoch + 1, "best": best, "weights": weights})
    if weights:
        module.load_state_dict(weights)
    return best


def _epoch(
    classifier: Classifier,
    spec: ModelSpec,
    examples: Sequence[Example],
    epoch: int,
    steps: int,
    optimiser: Any,
    schedule: Any,
    report: Report,
) -> None:
    classifier.module.train()
    message = f"Training {spec.name}: epoch {epoch + 1} of {spec.epochs}"
    drawn = batches(examples, spec.batch_size, Draws.seeded("batches", spec.seed, epoch))
    for done, batch in enumerate(drawn, epoch * steps):
        report(done, spec.epochs * steps, message)
        _step(classifier, batch, optimiser)
        schedule.step()


def dev_accuracy(classifier: Classifier, dev: Sequence[Example], check: Callable[[], None] = lambda: None) -> float:
    """The share of dev examples that get their gold label; NaN without any."""
    if not dev:
        return float("nan")
    rows = probabilities(classifier, [example.texts for example in dev], check)
    named = (classifier.labels[row.index(max(row))] for row in rows)
    return sum(name == example.label for name, example in zip(named, dev, strict=True)) / len(dev)


def batches(examples: Sequence[Example], size: int, draws: Draws) -> Iterator[list[Example]]:
    """Every example once, in random batches of like length."""
    order = list(examples)
    draws.shuffle(order)
    made: list[list[Example]] = []
    for at in range(0, len(order), size * BUCKET):
        bucket = sorted(order[at : at + size * BUCKET], key=lambda e: sum(map(len, e.texts)))
        made += [bucket[i : i + size] for i in range(0, len(bucket), size)]
    draws.shuffle(made)
    yield from made


def _step(classifier: Classifier, batch: Sequence[Example], optimiser: Any) -> None:
    import torch

    gold = torch.tensor([classifier.labels.index(example.label) for example in batch], device=classifier.device.kind)
    loss = torch.nn.functional.cross_entropy(classifier.logits([e.texts for e in batch], training=True), gold)
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(classifier.module.parameters(), 1.0)
    optimiser.step()


def _pace(step: int, total: int) -> float:
    """The learning rate's factor: up over the first 6 % of the steps, then down to 0 in a straight line."""
    warm = max(1, round(WARM_UP * total))
    return (step + 1) / warm if step < warm else max(0.0, (total - step) / max(1, total - warm))
