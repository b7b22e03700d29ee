"""The bench of the playground's model, with a small one."""

import pytest

from tools.bench.playground import run


@pytest.mark.slow
def test_it_says_how_soon_a_model_answers() -> None:
    lines: list[str] = []
    run(lines.append, texts=2, model="cnn")
    opened, _, alone, together, search = lines
    assert "CNN opened: " in opened
    assert alone.endswith("2 texts") and together.endswith("2 texts")
    assert "draws a second" in search
