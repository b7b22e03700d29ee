"""The training loop every network shares: AdamW, warm-up and linear decay, the best epoch by dev score kept."""

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any

from core.errors import BadInput
from core.models.batching import shuffled
from core.models.family import ModelStore, Report
from core.models.network import Network
from core.models.predictor import Check, unchecked
from core.models.spec import Example, Material, ModelSpec
from core.models.training.collapse import Watch
from core.models.training.history import Attempt, EpochSeen, History
from core.models.training.state import TrainingState
from core.randomness import Draws

NEW = History()


def train(
    network: Network,
    material: Material,
    store: ModelStore,
    report: Report,
    earlier: History = NEW,
    held: Mapping[str, Any] | None = None,
) -> Attempt:
    """Train in place and leave the weights of the epoch with the best dev score, or of the last as the spec says.

    `report` is called before each step and may raise to stop. After each epoch but the last the store keeps where
    training stands, and from there (`held`) it goes on. Without dev examples the last epoch stays. `earlier` are the
    attempts before this one. The attempt that comes back has a fault where training collapsed. Raises BadInput without
    examples.
    """
    spec = network.opening.plan.spec
    if not material.train:
        raise BadInput(f"There is nothing to train {spec.name!r} on; choose a training split that holds samples.")
    steps = ceil(len(material.train) / spec.batch_size)
    total = spec.epochs * steps
    watch = Watch.over(_labels(material.train), _labels(material.dev), spec.class_weights, steps)
    state = TrainingState.begun(network, total, _labels(material.train))
    state.restore(held)
    history = earlier.begun(spec.learning_rate)
    for epoch in range(len(state.attempt.epochs), spec.epochs):
        network.module.train()
        for done, batch in enumerate(_batches(spec, material.train, epoch), epoch * steps):
            report(done, total, f"Training {spec.name}: epoch {epoch + 1} of {spec.epochs}")
            state.step(batch)
        done = (epoch + 1) * steps
        state.end_epoch(_seen(state, material.dev, partial(report, done, total, f"Trying {spec.name} on dev")))
        over = done == total or state.waited(spec.patience)
        state.judged(watch, over)
        history = history.with_last(state.attempt)
        store.note(history)
        print(_line(spec, state.attempt), flush=True)
        if over or state.attempt.fault:
            break
        store.keep_checkpoint(state.checkpoint(history))
    network.module.load_state_dict(state.weights)
    return state.attempt


def dev_score(network: Network, dev: Sequence[Example], check: Check = unchecked) -> float:
    """The task's metric on these examples; NaN without any."""
    outputs = network.predict([example.texts for example in dev], check)
    return network.opening.objective.metric(_labels(dev), outputs)


def _seen(state: TrainingState, dev: Sequence[Example], check: Check) -> EpochSeen:
    """What the epoch came to."""
    loss, network = state.loss(), state.network
    outputs = network.predict([example.texts for example in dev], check)
    score = network.opening.objective.metric(_labels(dev), outputs)
    return EpochSeen(loss, score if dev else None, len({output.label for output in outputs}))


def _labels(examples: Sequence[Example]) -> list[str]:
    return [example.label for example in examples]


def _batches(spec: ModelSpec, examples: Sequence[Example], epoch: int) -> Any:
    return shuffled(examples, spec.batch_size, Draws.seeded("batches", spec.seed, epoch))


def _line(spec: ModelSpec, attempt: Attempt) -> str:
    """An epoch in the job's log."""
    seen = attempt.epochs[-1]
    on_dev = "" if seen.dev is None else f", {seen.dev:.3f} on dev"
    return f"{spec.name}, epoch {len(attempt.epochs)} of {spec.epochs}: training loss {seen.loss:.3f}{on_dev}"
