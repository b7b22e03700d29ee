"""A user's own metric: registered from Python, scored, checked and shown like ours."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import flinch
from core.errors import BadInput
from data.reports.gate import checks
from data.reports.gate_lines import GateOutcome
from data.reports.gate_rules import GateRules
from data.runs.measures.registry import _REGISTRY
from data.workspace import Workspace
from pages.ui.heatmaps.metrics import METRICS, metrics_of

TEXTS = [f"A {b} film of {n} hours" for n in range(2, 8) for b in ("good", "bad")]


def by_a_word(text: str) -> str:
    return "yes" if "good" in text else "no"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, "flinch.RunCard"]]:
    @flinch.metric(compares="predictions", unit="percent")
    def kept_share(before: Sequence[str], after: Sequence[str]) -> float:
        """Percent of the samples that keep their label."""
        return sum(a == b for a, b in zip(before, after, strict=True)) / len(before)

    @flinch.metric()
    def missed_yes(gold: Sequence[str], predicted: Sequence[str]) -> float:
        """Percent of all samples that are yes and called no."""
        return sum(g == "yes" != p for g, p in zip(gold, predicted, strict=True)) / len(gold)

    folder = tmp_path_factory.mktemp("workspace")
    rows = flinch.samples(TEXTS, [by_a_word(text) for text in TEXTS], dataset="films")
    yield folder, flinch.evaluate(rows, by_a_word, "word_deletion@2", workspace=folder)
    for name in ("kept_share", "missed_yes"):  # other tests count what there is
        _REGISTRY.pop(name)
        METRICS.pop(name, None)


def test_it_is_scored_beside_ours(run: tuple[Path, "flinch.RunCard"]) -> None:
    folder, card = run
    found = {(s.metric, s.perturbation): s for s in flinch.scores(card, workspace=folder)}
    lost = found["accuracy_lost", "word_deletion"].value
    assert 0 < lost == pytest.approx(found["missed_yes", "word_deletion"].value)
    kept = found["kept_share", "word_deletion"]
    assert kept.value == pytest.approx(1 - lost) and kept.low < kept.value < kept.high and kept.n == len(TEXTS)
    assert found["missed_yes", ""].value == 0 and ("kept_share", "") not in found


def test_a_check_and_the_heatmaps_know_it(run: tuple[Path, "flinch.RunCard"]) -> None:
    folder, card = run
    [line] = checks(Workspace(folder), card.id, GateRules(minima={"kept_share": 0.99}, strict=True))
    assert line.outcome is GateOutcome.FAILED and line.rule == "kept share"
    assert {"kept_share", "missed_yes"} <= {one.name for one in metrics_of(card)}
    assert "Missed yes" in flinch.card(card, workspace=folder)


def test_the_card_has_a_table_of_each(run: tuple[Path, "flinch.RunCard"], tmp_path: Path) -> None:
    folder, card = run
    found = {(s.metric, s.perturbation): s for s in flinch.scores(card, workspace=folder)}
    kept, missed = (found[name, "word_deletion"] for name in ("kept_share", "missed_yes"))
    markdown = flinch.card(card, workspace=folder).replace("\\", "")
    told = "Percent of the samples that keep their label."
    assert f"## Kept share\n\n{told}\n\n| perturbation |" in markdown  # once, though it is question and answer
    assert "## Missed yes\n\nPercent of all samples that are yes and called no.\n" in markdown
    for name, score in (("kept_share", kept), ("missed_yes", missed)):
        rows = markdown.partition(f"## {name.replace('_', ' ').capitalize()}\n")[2].partition("##")[0]
        assert f"| {100 * score.value:.1f} ({100 * score.low:.1f} to {100 * score.high:.1f}) |" in rows
        assert ("| original | 0.0 (0.0 to 0.0) |" in rows) == (name == "missed_yes")
    page = flinch.card(card, tmp_path / "card.html", workspace=folder)
    assert "<h2>Missed yes</h2>" in page and page.count(told) == 1 and "<td>original</td><td>0.0 (0.0" in page


def test_a_heatmap_of_any_metric_with_values_in_cells(run: tuple[Path, "flinch.RunCard"]) -> None:
    folder, card = run
    found = {(s.metric, s.perturbation): s for s in flinch.scores(card, workspace=folder)}
    usual = flinch.heatmap(card, workspace=folder)
    assert f">{found['kappa', 'word_deletion'].value:.2f}<small>" in usual and "original, accuracy" in usual
    mine = flinch.heatmap(card, metric="missed_yes", workspace=folder)
    assert f">{100 * found['missed_yes', 'word_deletion'].value:.1f}<small>" in mine
    assert "Percent of all samples that are yes" in mine and "original, missed yes" in mine and "kappa" not in mine
    lost = flinch.heatmap(card, metric="accuracy_lost", workspace=folder)
    colours = [page.partition("background-color:light-dark(")[2][:7] for page in (mine, lost)]
    assert colours[0] != colours[1]  # of as much, more that is lost is worse
    assert "word deletion" in flinch.heatmap(card, metric="robustness", workspace=folder)
    for name in ("mean_severity", "accuracy_lost_p"):  # no share, and no agreement
        with pytest.raises(BadInput, match=f"has no '{name}' on perturbed texts; its metrics are accuracy, "):
            flinch.heatmap(card, metric=name, workspace=folder)
    with pytest.raises(BadInput, match=r"has no 'luck' on perturbed texts; its metrics are accuracy, .*, missed_yes"):
        flinch.heatmap(card, metric="luck", workspace=folder)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(BadInput, match="'feet' is not the unit of a metric; give points or agreement or percent"):
        flinch.metric(unit="feet")
    with pytest.raises(BadInput, match="accuracy is a metric of Flinch"):

        @flinch.metric()
        def accuracy(gold: Sequence[str], predicted: Sequence[str]) -> float:
            """Ours."""
            return 0

    with pytest.raises(BadInput, match="'silent' has no docstring"):

        @flinch.metric()
        def silent(gold: Sequence[str], predicted: Sequence[str]) -> float:
            return 0
