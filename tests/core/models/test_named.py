"""Every way to name a model stands in docs/evaluate.md."""

from pathlib import Path

from core.models.elmo.family import PREFIX
from core.models.endpoint.family import KIND
from core.models.registry import catalogue
from core.models.transformer.start import PREFIXES

PAGE = Path(__file__).parents[3] / "docs" / "evaluate.md"


def test_every_model_that_can_be_named_is_in_the_docs() -> None:
    rows = [line.split("|")[1] for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    names = [entry.name for entry in catalogue()]
    assert names
    for name in (*names, *PREFIXES, PREFIX, f"{KIND}:"):
        assert any(f"`{name}" in row for row in rows), name
