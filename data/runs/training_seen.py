"""How the trainings of a run go, or went: read off the folder of the model while it is trained, then off the run."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.models.spec import KeptEpoch, ModelSpec
from core.models.training.history import Attempt, History
from core.models.training.search import EPOCHS, RATES, candidates
from core.text.casing import capitalised
from data.models.folder import ModelFolder
from data.runs.files import RunCard, RunModel
from data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class TrainingSeen:
    """A model's training so far; the attempt that counts is to have so many `epochs`.

    `of_grid` is the number, from 1, of a training of a grid under way, 0 for none; `by_dev` says that the best epoch on
    dev is to be kept, `earlier` when its training ended, where that was before the run began.
    """

    model: str
    history: History
    epochs: int
    of_grid: int = 0
    over: bool = False
    by_dev: bool = True
    earlier: datetime | None = None

    @property
    def marked(self) -> int:
        """The epoch, from 1, that is kept, or would be if training ended now; 0 where that is not known yet."""
        attempt = self.attempt
        if attempt is None or not attempt.kept:
            return 0
        chosen = self.by_dev and attempt.epochs[-1].dev is not None
        return attempt.kept if self.over or chosen else 0

    @property
    def attempt(self) -> Attempt | None:
        """The attempt that counts; None before it has a loss."""
        last = self.history.attempts[-1] if self.history.attempts else None
        return last if last and (last.running or last.epochs) else None

    @property
    def in_words(self) -> str:
        """Where it stands: "Epoch 3 of 5, training loss 0.412; best so far 0.731 on dev, after epoch 2."."""
        attempt = self.attempt
        if attempt is None:
            return ""
        if self.over:
            how = f"Training failed: {self.history.faults}" if attempt.fault else f"Kept: {self.history.in_words}"
            return f"{how}; {earlier_in_words(self.earlier)}." if self.earlier else f"{how}."
        grid = f"Training {self.of_grid} of {len(RATES) * len(EPOCHS)}, " if self.of_grid else ""
        epoch = min(len(attempt.epochs) + 1, self.epochs)
        loss = attempt.running[-1] if attempt.running else attempt.epochs[-1].loss
        best = attempt.epochs[self.marked - 1].on_dev if self.marked else ""
        on_dev = f"; best so far {best}, after epoch {self.marked}" if best else ""
        before = History(self.history.attempts[:-1]).faults
        again = f" Training began again, because {before}." if before else ""
        return capitalised(f"{grid}epoch {epoch} of {self.epochs}, training loss {loss:.3f}{on_dev}.{again}")


def under_way(workspace: Workspace, card: RunCard, arguments: Mapping[str, Any]) -> TrainingSeen | None:
    """The training of the run's first model that is not done yet; None where there is nothing to see of it."""
    for model in card.models:
        if model.trained_on is None and model.digest:
            folder = ModelFolder.of(workspace, model.digest)
            spec = _spec(model, arguments)
            seen = _grid_training(model, folder, spec) if spec and spec.search else None
            seen = seen or _training_seen(model, folder.history, spec)
            return seen if seen.attempt else None
    return None


def trainings(workspace: Workspace, card: RunCard, arguments: Mapping[str, Any]) -> list[TrainingSeen]:
    """How each model of a run that has ended was trained, those that failed too; without those never trained."""
    seen = []
    for model in card.models:
        folder = ModelFolder.of(workspace, model.digest)
        history = model.history if model.history.attempts or not model.digest else folder.history
        seen.append(_training_seen(model, history, _spec(model, arguments), over=True))
    return [training for training in seen if training.attempt]


def trained_earlier(workspace: Workspace, card: RunCard) -> dict[str, datetime]:
    """By name of those models that were trained before the run began, when their training ended, in UTC."""
    began = datetime.fromisoformat(card.started)
    of = {model.name: model.digest for model in card.models if model.digest and model.trained_on}
    ended = {name: ModelFolder.of(workspace, digest).trained for name, digest in of.items()}
    return {name: when for name, when in ended.items() if when and when < began}


def earlier_in_words(when: datetime) -> str:
    return f"trained earlier, {when:%-d %b %Y %H:%M} UTC"


def _spec(model: RunModel, arguments: Mapping[str, Any]) -> ModelSpec | None:
    """How the job asked for this model to be trained; None where it did not, as in runs that were imported."""
    for settings in arguments.get("models", ()):
        if isinstance(settings, Mapping) and settings.get("name") == model.name:
            return ModelSpec(**settings)
    return None


def _grid_training(model: RunModel, folder: ModelFolder, spec: ModelSpec) -> TrainingSeen | None:
    tried = len(folder.history.tried)
    specs = candidates(spec)
    if tried == len(specs) or folder.kept():
        return None
    history, by_dev = folder.part(tried).history, spec.keep == KeptEpoch.BEST
    return TrainingSeen(model.name, history, specs[tried].epochs, tried + 1, by_dev=by_dev)


def _training_seen(model: RunModel, history: History, spec: ModelSpec | None, over: bool = False) -> TrainingSeen:
    ran = len(history.attempts[-1].epochs) if history.attempts else 0
    epochs = ran if over or not spec else max(spec.epochs, ran)
    return TrainingSeen(model.name, history, epochs, over=over, by_dev=not spec or spec.keep == KeptEpoch.BEST)
