"""The scripts of components: what several share lies here, the rest in the component's own folder."""

from collections.abc import Iterable
from pathlib import Path

SHARED = Path(__file__).parent


def joined(folder: Path, names: Iterable[str]) -> str:
    """These scripts one after another, each from the folder or, where it has none of that name, from the shared one."""
    paths = [folder / f"{name}.js" for name in names]
    return "\n".join((p if p.exists() else SHARED / p.name).read_text(encoding="utf-8") for p in paths)
