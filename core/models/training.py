"""The training loop every network shares: AdamW, warm-up and linear decay, the best epoch by dev score kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any

from core.errors import BadInput
from core.models.batching import shuffled
from core.models.family import ModelStore, Report
from core.models.network import Network
from core.models.predictor import Check, unchecked
from core.models.spec import Example, Material, ModelSpec
from core.randomness import Draws

WARM_UP = 0.06  # of the steps, in which the learning rate rises from 0
DECAY = 0.01
CLIP = 1.0


def train(network: Network, material: Material, store: ModelStore, report: Report) -> float:
    """Train in place and leave the weights of the epoch with the best dev score; returns that score.

    `report` is called before each step and may raise to stop. After each epoch but the last the store keeps where
    training stands, and from there it goes on when it is called again. Without dev examples the last epoch stays, and
    the score is NaN. Raises BadInput without examples.
    """
    spec = network.opening.plan.spec
    if not material.train:
        raise BadInput(f"There is nothing to train {spec.name!r} on; choose a training split that holds samples.")
    steps = ceil(len(material.train) / spec.batch_size)
    total = spec.epochs * steps
    state = _State.begun(network, total)
    state.restore(store.checkpoint())
    for epoch in range(state.epochs, spec.epochs):
        network.module.train()
        for done, batch in enumerate(_batches(spec, material.train, epoch), epoch * steps):
            report(done, total, f"Training {spec.name}: epoch {epoch + 1} of {spec.epochs}")
            state.step(batch)
        done = (epoch + 1) * steps
        state.end_epoch(dev_score(network, material.dev, partial(report, done, total, f"Trying {spec.name} on dev")))
        if done < total:
            store.keep_checkpoint(state.checkpoint())
    network.module.load_state_dict(state.weights)
    return state.best


def dev_score(network: Network, dev: Sequence[Example], check: Check = unchecked) -> float:
    """The task's metric on these examples; NaN without any."""
    outputs = network.predict([example.texts for example in dev], check)
    return network.opening.objective.metric([example.label for example in dev], outputs)


def _batches(spec: ModelSpec, examples: Sequence[Example], epoch: int) -> Any:
    return shuffled(examples, spec.batch_size, Draws.seeded("batches", spec.seed, epoch))


@dataclass(slots=True)
class _State:
    """Where a training stands. `weights` are those of the best epoch so far, `best` is its dev score."""

    network: Network
    optimiser: Any
    schedule: Any
    epochs: int = 0
    best: float = -1.0
    weights: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def begun(cls, network: Network, total: int) -> "_State":
        import torch
        from transformers.optimization import get_linear_schedule_with_warmup

        rate = network.opening.plan.spec.learning_rate
        optimiser = torch.optim.AdamW(network.module.parameters(), lr=rate, weight_decay=DECAY, fused=True)
        schedule = get_linear_schedule_with_warmup(optimiser, max(1, round(WARM_UP * total)), total)  # type: ignore[no-untyped-call]
        return cls(network, optimiser, schedule)

    def step(self, batch: Sequence[Example]) -> None:
        """Learn from one batch."""
        import torch

        opening = self.network.opening
        targets = opening.objective.targets([example.label for example in batch], opening.plan.labels)
        outputs = self.network.outputs([example.texts for example in batch], training=True)
        loss = opening.objective.loss(outputs, torch.tensor(targets, device=opening.device.kind))
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.module.parameters(), CLIP)
        self.optimiser.step()
        self.schedule.step()

    def end_epoch(self, score: float) -> None:
        """Keep the weights when no earlier epoch was as good; where there is no score (NaN), always."""
        self.epochs += 1
        if not score <= self.best:
            self.best = score
            self.weights = {name: value.clone() for name, value in self.network.module.state_dict().items()}

    @property
    def _parts(self) -> dict[str, Any]:
        return {"module": self.network.module, "optimiser": self.optimiser, "schedule": self.schedule}

    def checkpoint(self) -> dict[str, Any]:
        """All it takes to go on, torch's own random state included."""
        import torch

        cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
        parts = {name: part.state_dict() for name, part in self._parts.items()}
        where = {"epochs": self.epochs, "best": self.best, "weights": self.weights}
        return parts | where | {"random": torch.get_rng_state(), "random_cuda": cuda}

    def restore(self, kept: dict[str, Any] | None) -> None:
        """Go on from a checkpoint as if nothing had happened."""
        import torch

        if kept is None:
            return
        for name, part in self._parts.items():
            part.load_state_dict(kept[name])
        self.epochs, self.best, self.weights = kept["epochs"], kept["best"], kept["weights"]
        torch.set_rng_state(kept["random"])
        if kept["random_cuda"] and len(kept["random_cuda"]) == torch.cuda.device_count():
            torch.cuda.set_rng_state_all(kept["random_cuda"])
