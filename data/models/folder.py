"""A trained model's folder in the workspace, named by the content it was trained from.

`models/<digest>/` holds what the model's family saved and `flinch.json`; `models/.<digest>.training` says where an
interrupted training stands (network, optimiser and best epoch: about four times the model, gone when training ends),
`models/.<digest>.history` how its epochs went.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from core.models.elmo.options import ElmoWeights
from core.models.family import Savable
from core.models.training.history import History, parse_history
from data.durable import write_text
from data.endpoints.chat import ChatEndpoint
from data.models.elmo import elmo_weights
from data.models.hub import answers
from data.models.pace import CheckpointPace
from data.workspace import Workspace

CARD = "flinch.json"
UNDER_WAY = ("training", "training.part", "history")  # what a training leaves beside its model's place


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """Where one model is kept, trained or in training: the `ModelStore` that its family gets."""

    path: Path
    pace: CheckpointPace = field(default_factory=CheckpointPace, compare=False, repr=False)

    @classmethod
    def of(cls, workspace: Workspace, digest: str) -> "ModelFolder":
        return cls(workspace.models / digest)

    @property
    def dev_accuracy(self) -> float | None:
        """The accuracy on dev, in [0, 1]; None where there is no trained model, or there was no dev split."""
        if not (self.path / CARD).exists():
            return None
        kept = json.loads((self.path / CARD).read_text(encoding="utf-8"))["dev_accuracy"]
        return None if kept is None else float(kept)

    def kept(self) -> Path | None:
        """The folder, when it holds a whole model."""
        return self.path if (self.path / CARD).exists() else None

    @property
    def trained(self) -> datetime | None:
        """When its training ended, by the time of its file, in UTC; None where there is no whole model."""
        card = self.path / CARD
        return datetime.fromtimestamp(card.stat().st_mtime, UTC) if card.exists() else None

    @property
    def history(self) -> History:
        """How the model was trained, or is being trained; empty where that is not known."""
        for path in (self.path / CARD, self._hidden_path("history")):
            if path.exists():
                return parse_history(json.loads(path.read_text(encoding="utf-8")).get("history") or {})
        return History()

    def note(self, history: History, hurried: bool = False) -> None:
        """Put down how far training is, what is `hurried` once a second at most; a full disk costs only that."""
        if hurried and not self.pace.look():
            return
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_text(self._hidden_path("history"), json.dumps({"history": asdict(history)}))

    def keep(self, parts: Sequence[Savable], labels: tuple[str, ...], history: History) -> None:
        """Write the model beside its place and move it there, so that half a model is never found."""
        partial = self._hidden_path("part")
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        for part in parts:
            part.save_pretrained(partial)
        card = {"labels": labels, "dev_accuracy": history.dev_score, "history": asdict(history)}
        write_text(partial / CARD, json.dumps(card))
        shutil.rmtree(self.path, ignore_errors=True)
        partial.rename(self.path)
        self._forget(*UNDER_WAY)

    def due(self) -> bool:
        """Whether so much time has passed that a checkpoint is worth what it takes."""
        return self.pace.due()

    def keep_checkpoint(self, state: Mapping[str, Any]) -> None:
        """Put down where training stands; a full disk only costs the checkpoint."""
        import torch

        path = self._hidden_path("training")
        partial = path.with_name(f"{path.name}.part")
        try:
            with self.pace.written():
                path.parent.mkdir(parents=True, exist_ok=True)
                torch.save(dict(state), partial)
                partial.replace(path)
        except (OSError, RuntimeError) as error:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            why = f"Flinch can't write it ({error}); check whether the disk is full."
            print(f"Training continues without a checkpoint: {why}", flush=True)

    def checkpoint(self) -> dict[str, Any] | None:
        """Where training stands, on the CPU; None where nothing usable was put down."""
        import torch

        path = self._hidden_path("training")
        if not path.exists():
            return None
        try:
            state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        except Exception as error:  # torch raises whatever the damage leads to
            print(f"The checkpoint can't be read ({error}), so training starts again from the beginning.", flush=True)
            return None
        return state

    def forget_checkpoint(self) -> None:
        """Training will not go on: remove what was kept of it, but for how it went."""
        self._forget("training", "training.part")

    def _forget(self, *suffixes: str) -> None:
        for suffix in suffixes:
            self._hidden_path(suffix).unlink(missing_ok=True)

    def part(self, number: int) -> "ModelFolder":
        """Where a training of a grid is kept until one is chosen."""
        return ModelFolder(self._hidden_path(f"try-{number}"), self.pace)

    def drop(self) -> None:
        """Remove the model, what is known of its training, and its checkpoint."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._forget(*UNDER_WAY)

    def hub_answers(self) -> bool:
        return answers()

    def elmo(self, folder: Path) -> ElmoWeights:
        return elmo_weights(folder)

    def chat(self, url: str, model: str, tokens: int, labels: Sequence[str]) -> ChatEndpoint:
        """The model at this address, its answers at most so many tokens long, of `labels` one; kept in the folder."""
        return ChatEndpoint(url, model, self.path, tokens, tuple(labels))

    def _hidden_path(self, suffix: str) -> Path:
        return self.path.with_name(f".{self.path.name}.{suffix}")
