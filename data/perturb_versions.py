"""What a perturbed text depends on beside its arguments: the code, the word lists, and Python."""

import platform
import subprocess
import tomllib
from functools import cache
from hashlib import blake2b
from pathlib import Path

from core.identity import content_id

ROOT = Path(__file__).parent.parent
CODE = ("core/*.py", "core/perturbations/*.py")
LISTS = ("data/lexicon/*.xz", "data/lexicon/*.npz", "data/lexicon/*.txt")


def versions() -> dict[str, str]:
    """Flinch, its commit where it is known, Python, the code's hash, and each word list's."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = {"flinch": project["version"], "commit": _commit(), "python": platform.python_version()}
    return known | {"perturbations": code()} | {path.name: _hash(path) for path in _files(*LISTS)}


@cache
def code() -> str:
    """A hash of every file that a perturbed text can depend on."""
    return content_id(*[part for path in _files(*CODE, *LISTS) for part in (path.name, _hash(path))])


def _files(*patterns: str) -> list[Path]:
    return [path for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def _hash(path: Path) -> str:
    return blake2b(path.read_bytes(), digest_size=10).hexdigest()


def _commit() -> str:
    if not (ROOT / ".git").exists():
        return "unknown"
    try:
        asked = subprocess.run(["git", "-C", str(ROOT), "rev-parse", "HEAD"], capture_output=True, text=True)
    except OSError:
        return "unknown"
    return asked.stdout.strip() or "unknown"
