"""Which device a worker will most likely find, without importing torch."""

import os
from pathlib import Path

DRIVER = Path("/proc/driver/nvidia/gpus")


def gpus_seen(driver: Path = DRIVER) -> list[str]:
    """The names of the NVIDIA GPUs whose driver is loaded; [] where there is none, or where CUDA hides them all."""
    if os.environ.get("CUDA_VISIBLE_DEVICES", "all") in ("", "-1"):
        return []
    cards = (path.read_text(encoding="utf-8", errors="replace") for path in sorted(driver.glob("*/information")))
    fields = (line.partition(":") for card in cards for line in card.splitlines())
    return [name.strip() for key, _, name in fields if key.strip() == "Model"]
