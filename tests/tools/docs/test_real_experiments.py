"""The script of the real experiments: what it did it does not do again, and its page says what came of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.experiments.corruption_results import PositionGain
from core.metrics.estimate import Estimate
from data.experiments.files import experiments
from data.workspace import Workspace
from tests.data.runs.run_data import texts
from tools.docs.real_experiments import _verdict, gains_in_words, main

WIDE = "−0.10 (−0.40 to 0.20)"


@pytest.mark.parametrize(
    ("found", "sign", "said", "shown"),
    [
        (Estimate(-0.6, 30, -0.8, -0.3), -1, "as in the paper", "−0.60 (−0.80 to −0.30)"),
        (Estimate(-0.6, 30, -0.8, -0.3), 1, "against the paper", "−0.60 (−0.80 to −0.30)"),
        (Estimate(-0.1, 30, -0.4, 0.2), -1, "the same sign as in the paper, and the interval contains 0", WIDE),
        (Estimate(-0.1, 30, -0.4, 0.2), 1, "not the same sign as in the paper, and the interval contains 0", WIDE),
        (Estimate(-0.8, 8), -1, "the same sign as in the paper; there are too few pairs for an interval", "−0.80"),
    ],
)
def test_a_finding_holds_only_where_its_interval_says_so(found: Estimate, sign: int, said: str, shown: str) -> None:
    assert _verdict(found, sign) == said
    assert found.in_words == shown


def test_what_position_embeddings_are_worth_is_told_with_what_it_goes_with() -> None:
    local = [PositionGain("MiniLM", on, alike, gain) for on, alike, gain in (("", 1, 6), ("a", 0.5, 3), ("b", 0, 0))]
    wide = [replace(one, likeness=alike) for one, alike in zip(local, (1, 0, 0.5), strict=True)]
    (told,) = gains_in_words("sst2", local, wide)
    assert "of MiniLM on sst2 are worth +6.0 points of accuracy on the original texts, and +0.0 to +3.0 on" in told
    assert "(mean +1.5). Pearson's correlation of this gain with 1 − DND is 1.00" in told and "1 − IDC 0.50" in told
    assert list(gains_in_words("sst2", [], [])) == list(gains_in_words("sst2", local[:1], wide[:1])) == []


@pytest.mark.slow
def test_the_page_has_what_was_done_and_nothing_is_done_twice(workspace: Workspace, tmp_path: Path) -> None:
    folder, page = tmp_path / "sst2", tmp_path / "page.md"
    folder.mkdir()
    every_class = "and she quickly saw three films of the old town ."
    lines = [f"{int(label == 'good')} {text} {every_class}\n" for text, label in texts()]
    for split in ("train", "dev", "test"):
        (folder / f"stsa.binary.{split}").write_text("".join(lines), encoding="utf-8")
    small = ["--workspace", str(workspace.root), "--page", str(page), "--only", "sst2", "--models", "cnn"]
    small += ["--shares", "1", "--train-samples", "40", "--test-samples", "20"]
    assert main([str(tmp_path), *small]) == 0
    done = {card.id for card in experiments(workspace)}
    assert len(done) == 3
    assert main([str(tmp_path), *small]) == 0
    assert {card.id for card in experiments(workspace)} == done
    text = page.read_text(encoding="utf-8")
    assert "### sst2" in text and "40 balanced training and 20 test samples" in text and "| `leet_letters` |" in text
    assert "DND explains accuracy better than IDC" in text and "| NOUN | " in text
    transformers = "## Word order of transformers\n\nkept\n"
    page.write_text(f"{text}\n{transformers}", encoding="utf-8")
    assert main([str(tmp_path), *small, "--page-only"]) == 0
    assert transformers in page.read_text(encoding="utf-8")  # of another workspace
