"""Where a training stands: the network, its optimiser and schedule, and the weights of the epoch that counts so far."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from core.models.network import Network
from core.models.spec import Example, KeptEpoch, ModelSpec
from core.models.training.history import PARTS, Attempt, EpochSeen, History, parse_history
from core.records import Task

CLIP = 1.0


@dataclass(slots=True)
class MeanLoss:
    """The loss of `seen` examples, `summed` where it was made: asking a device for it at each step would wait."""

    summed: Any = 0.0
    seen: int = 0

    def add(self, loss: Any, examples: int) -> None:
        """One more step: the mean loss of so many examples, a tensor of one number."""
        self.summed = self.summed + loss.detach() * examples
        self.seen += examples

    def take_mean(self) -> float:
        """The mean loss an example since this was asked last; 0 where nothing was seen."""
        mean = float(self.summed) / max(self.seen, 1)
        self.summed, self.seen = 0.0, 0
        return mean

    def as_dict(self) -> dict[str, Any]:
        """All that is known, for a checkpoint: its fields."""
        return {"summed": self.summed, "seen": self.seen}


@dataclass(slots=True)
class TrainingState:
    """One attempt at training, `into` so many steps of its epoch.

    `shares` are the class weights, `weights` those of the epoch that is kept so far, where it is not the newest one
    that is kept in any case.
    """

    network: Network
    optimiser: Any
    schedule: Any
    shares: list[float]
    attempt: Attempt
    weights: dict[str, Any] = field(default_factory=dict)
    into: int = 0
    epoch_loss: MeanLoss = field(default_factory=MeanLoss)
    _part: MeanLoss = field(default_factory=MeanLoss)

    @classmethod
    def begun(cls, network: Network, total: int, gold: Sequence[str]) -> "TrainingState":
        """Before the first of so many steps; `gold` are the labels of the training examples."""
        import torch
        from transformers.optimization import get_linear_schedule_with_warmup

        plan = network.opening.plan
        spec = plan.spec
        groups = rated_groups(network.module, spec)
        optimiser = torch.optim.AdamW(groups, lr=spec.learning_rate, fused=True)
        schedule = get_linear_schedule_with_warmup(optimiser, _warm_up(spec.warm_up, total), total)  # type: ignore[no-untyped-call]
        named = network.opening.objective.named(gold) if spec.class_weights and plan.task is not Task.SIMILARITY else []
        shares = class_weights(named, plan.labels) if named else []
        return cls(network, optimiser, schedule, shares, Attempt(spec.learning_rate))

    def step(self, batch: Sequence[Example]) -> None:
        """Learn from one batch."""
        import torch

        opening = self.network.opening
        targets = opening.objective.targets([example.label for example in batch], opening.plan.labels)
        outputs = self.network.outputs([example.texts for example in batch], training=True)
        weights = torch.tensor(self.shares, device=opening.device.kind) if self.shares else None
        loss = opening.objective.loss(outputs, torch.tensor(targets, device=opening.device.kind), weights)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.module.parameters(), CLIP)
        self.optimiser.step()
        self.schedule.step()
        for mean in (self.epoch_loss, self._part):
            mean.add(loss, len(batch))
        self.into += 1

    def log_part(self, steps: int) -> bool:
        """Put down the loss of a part of the epoch of so many steps, where the last step ended one; whether it did."""
        parts = min(steps, PARTS)
        ended = self.into * parts // steps > (self.into - 1) * parts // steps
        if ended:
            running = (*self.attempt.running, round(self._part.take_mean(), 4))
            self.attempt = replace(self.attempt, running=running, parts=parts)
        return ended

    def end_epoch(self, seen: EpochSeen) -> None:
        """Keep the weights when no earlier epoch was as good, and always without dev or where the last is to stay."""
        always = seen.dev is None or self.network.opening.plan.spec.keep == KeptEpoch.LAST
        kept = always or not self.attempt.kept or seen.worth > self.attempt.epochs[self.attempt.kept - 1].worth
        self.attempt = self.attempt.after(seen, kept)
        self.into = 0
        if kept and not always:
            self.weights = self._copy_weights()

    def _copy_weights(self) -> dict[str, Any]:
        return {name: value.clone() for name, value in self.network.module.state_dict().items()}

    @property
    def _parts(self) -> dict[str, Any]:
        return {"module": self.network.module, "optimiser": self.optimiser, "schedule": self.schedule}

    def checkpoint(self, history: History) -> dict[str, Any]:
        """All it takes to go on from this very step, torch's own random state included."""
        import torch

        cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
        parts = {name: part.state_dict() for name, part in self._parts.items()}
        newest = self.into == 0 and self.attempt.kept == len(self.attempt.epochs)  # then the module has what is kept
        weights = {} if newest else self.weights
        where = {"history": asdict(history.with_last(self.attempt)), "into": self.into, "weights": weights}
        losses = {"epoch": self.epoch_loss.as_dict(), "part": self._part.as_dict()}
        return parts | where | losses | {"random": torch.get_rng_state(), "random_cuda": cuda}

    def restore(self, kept: Mapping[str, Any] | None) -> None:
        """Go on from a checkpoint, one of an older version too, as if nothing had happened."""
        import torch

        if kept is None:
            return
        for name, part in self._parts.items():
            part.load_state_dict(kept[name])
        self.attempt = parse_history(kept["history"]).attempts[-1]
        self.into, self.weights = kept.get("into", 0), kept["weights"] or self._copy_weights()
        self.epoch_loss, self._part = (MeanLoss(**kept.get(name, {})) for name in ("epoch", "part"))
        torch.set_rng_state(kept["random"])
        if kept["random_cuda"] and len(kept["random_cuda"]) == torch.cuda.device_count():
            torch.cuda.set_rng_state_all(kept["random_cuda"])


def rated_groups(module: Any, spec: ModelSpec) -> list[dict[str, Any]]:
    """What AdamW takes: all that learns; what was pretrained and the head apart where they learn at two rates."""
    base = getattr(module, "base_model", None)
    if not spec.head_rate or base is None:
        return decay_groups(module.parameters(), spec.weight_decay)
    inside = {id(parameter) for parameter in base.parameters()}
    head = [parameter for parameter in module.parameters() if id(parameter) not in inside]
    faster = {"lr": spec.learning_rate * spec.head_rate}
    return [
        *decay_groups(base.parameters(), spec.weight_decay),
        *(group | faster for group in decay_groups(head, spec.weight_decay)),
    ]


def decay_groups(parameters: Iterable[Any], decay: float) -> list[dict[str, Any]]:
    """The weights, which decay, and the biases and norms (those of one dimension), which don't, as AdamW takes them."""
    parameters = list(parameters)
    return [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim < 2], "weight_decay": 0.0},
    ]


def class_weights(gold: Sequence[str], labels: Sequence[str]) -> list[float]:
    """n / (labels that occur x times this one does): each label weighs the same in all; 0 for one that never occurs."""
    occur = [label for label in labels if label in gold]
    return [len(gold) / (len(occur) * gold.count(label)) if label in occur else 0.0 for label in labels]


def _warm_up(share: float, total: int) -> int:
    """Steps in which the rate rises from 0."""
    return max(1, round(share * total)) if share else 0
