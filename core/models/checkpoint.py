"""Training that was interrupted goes on from its last whole epoch, as if nothing had happened."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write(path: Path, told: Mapping[str, Any]) -> None:
    """Put down where training stands, torch's own random state included; a full disk only costs the checkpoint."""
    import torch

    partial = path.with_name(f"{path.name}.part")
    cuda = torch.cuda.get_rng_state_all() if torch.cuda.is_available() else []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        torch.save({**told, "random": torch.get_rng_state(), "random_cuda": cuda}, partial)
        partial.replace(path)
    except (OSError, RuntimeError) as error:
        partial.unlink(missing_ok=True)
        print(f"Training goes on without a checkpoint: {error}", flush=True)


def read(path: Path) -> dict[str, Any] | None:
    """Where training stood, with torch's random state put back; None where nothing usable was put down."""
    import torch

    if not path.exists():
        return None
    try:
        told: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # torch raises whatever the damage leads to
        print(f"The checkpoint can't be read and training begins anew: {error}", flush=True)
        return None
    torch.set_rng_state(told["random"])
    if told["random_cuda"] and len(told["random_cuda"]) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all(told["random_cuda"])
    return told
