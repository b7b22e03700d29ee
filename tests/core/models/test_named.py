"""Every way to name a model stands in the README."""

from pathlib import Path

from core.models.elmo.family import PREFIX
from core.models.endpoint.family import KIND
from core.models.registry import catalogue
from core.models.transformer.start import PREFIXES

README = Path(__file__).parents[3] / "README.md"


def test_every_model_that_can_be_named_is_in_the_readme() -> None:
    rows = [line.split("|")[1] for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    names = [entry.name for entry in catalogue()]
    assert names
    for name in (*names, *PREFIXES, PREFIX, f"{KIND}:"):
        assert any(f"`{name}" in row for row in rows), name
