"""A run of several draws: each text perturbed anew, scored together, and the worst of them."""

from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import flinch
from cli import app
from core.errors import BadInput
from core.metrics import share
from data.jobs.jobs import status
from data.reports.gate import checks
from data.reports.gate_lines import GateOutcome
from data.reports.gate_rules import GateRules
from data.runs.files import RunCard, draw_folder, predictions_path, read_predictions
from data.workspace import Workspace

TEXTS = [f"The {a} film was {b} and the {c} play was {d}." for a in ("new", "old") for b in ("good", "bad")
         for c in ("long", "short", "third") for d in ("fine", "poor", "dull")]  # fmt: skip
ASKED: list[str] = []


def by_a_word(text: str) -> str:
    """A label that rests on two words."""
    ASKED.append(text)
    return "yes" if "good" in text or "fine" in text else "no"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RunCard]:
    ASKED.clear()
    folder = tmp_path_factory.mktemp("workspace")
    rows = flinch.samples(TEXTS, [by_a_word(text) for text in TEXTS], dataset="films")
    card = flinch.evaluate(rows, by_a_word, ["keyboard@10", "negation@1"], draws=5, workspace=folder)
    return folder, card


def test_draws_perturb_the_same_samples_anew(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    assert card.draws == 5 and len({card.of_draw(n).variants for n in range(5)}) == 5
    home = Workspace(folder)
    made = [
        {v["id"]: v["text"] for v in pq.read_table(
            home.variants / card.of_draw(n).variants / "keyboard-percent-characters-10.parquet"
        ).to_pylist()}
        for n in range(5)
    ]  # fmt: skip
    assert all(one.keys() == made[0].keys() for one in made) and all(made[0] != one for one in made[1:])


def test_a_text_that_was_drawn_before_is_not_asked_again(run: tuple[Path, RunCard]) -> None:
    perturbed = [text for text in ASKED if text not in TEXTS]
    assert len(perturbed) == len(set(perturbed)) > len(TEXTS)


def test_a_run_says_how_many_of_its_texts_are_different(
    run: tuple[Path, RunCard], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = run
    two = flinch.samples(["The film was good", "It was"], ["yes", "no"], dataset="few")
    card = flinch.evaluate(two, by_a_word, "negation@1", draws=3, workspace=folder)
    texts = {row["text"] for n in range(3) for row in _variants(folder, card, n)}
    said = f"{2 + 2 * 3} texts, {2 + len(texts)} of them distinct"  # each has a few places for a "not"
    assert len(texts) < 6 and said in capsys.readouterr().err
    assert status(Workspace(folder), card.id).message.endswith(f"3 draws; {said}")


def test_the_command_lists_the_samples_that_change_most(
    run: tuple[Path, RunCard], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, card = run
    monkeypatch.setenv("FLINCH_WORKSPACE", str(folder))
    fallen = flinch.worst(card, workspace=folder).fallen
    assert len(fallen) > 11
    done = CliRunner().invoke(app, ["worst", card.id])
    curve, _, table = done.stdout.partition("\n\n")
    assert curve.startswith("model\tperturbation\tdraws\tkept") and len(curve.splitlines()) == 1 + 3 * 5
    head, *rows = (line.split("\t") for line in table.splitlines())
    assert head == ["model", "sample", "times", "draws", "before", "after"]
    assert rows == [["by_a_word", one.sample_id, str(one.times), "10", one.before, one.after] for one in fallen[:10]]
    assert done.stderr == f"by_a_word: {len(fallen) - 10} more samples changed\n"


def test_every_draw_has_its_own_predictions(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    cell = card.cell(card.cells[0])
    ids = []
    for n in range(5):
        path = predictions_path(draw_folder(folder / "runs" / card.id, n), card.models[0], cell)
        rows = read_predictions(path)
        assert len(rows) == card.of_draw(n).cells[0].applied
        ids.append({row.candidate_id for row in rows})
    assert all(not one & other for n, one in enumerate(ids) for other in ids[n + 1 :])


def test_a_score_is_the_mean_of_the_draws(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    kappa = next(
        s for s in flinch.scores(card, workspace=folder) if s.metric == "kappa" and s.perturbation == "keyboard"
    )
    labels = _labels(folder, card, "keyboard")
    each = [flinch.kappa(labels[0], after).value for after in labels[1:]]
    assert kappa.draws == 5 and kappa.value == pytest.approx(sum(each) / 5)
    assert kappa.draws_sd > 0 and kappa.low < kappa.value < kappa.high


def test_the_worst_of_five(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    before, *after = _labels(folder, card, "keyboard")
    found = flinch.worst(card, "keyboard@10", workspace=folder)
    stay = [all(one[n] == label for one in after) for n, label in enumerate(before)]
    assert found.kept[4] == share(sum(stay), len(before)) and len(found.fallen) == len(before) - sum(stay)
    each = [sum(a == b for a, b in zip(before, one, strict=True)) / len(before) for one in after]
    assert found.kept[0].value == pytest.approx(sum(each) / 5)
    assert [e.value for e in found.kept] == sorted((e.value for e in found.kept), reverse=True)
    assert found.right == found.kept  # the model is right of every original
    assert found.fallen[0].times == max(one.times for one in found.fallen) and found.kappa.value < 1
    both = flinch.worst(card, workspace=folder)
    assert both.kept[4].value <= found.kept[4].value and len(both.conditions) == 2


def test_a_check_asks_for_the_worst_of_several(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    home = Workspace(folder)
    kept = [flinch.worst(card, c, workspace=folder).kept[2] for c in ("keyboard@10", "negation@1", ())]
    lines = checks(home, card.id, GateRules(worst_of=3, min_robust=1.0, strict=True))
    assert [line.found for line in lines] == kept and lines[-1].condition == "all"
    [alone] = checks(home, card.id, GateRules(worst_of=3, min_robust=1.0), [card.cell(card.cells[0]).condition])
    assert alone.found == kept[0]
    assert all((line.outcome is GateOutcome.PASSED) == (line.found.value == 1) for line in lines)
    with pytest.raises(BadInput, match="has 5 draws, not 8; evaluate again with --draws 8"):
        checks(home, card.id, GateRules(worst_of=8, min_robust=0.5))


def test_the_card_says_what_holds_under_all_draws(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    found = flinch.worst(card, "keyboard@10", workspace=folder)
    markdown, page = (flinch.card(card, workspace=folder), flinch.heatmap(card, workspace=folder)._repr_html_())
    assert "## Worst of 5 draws" in markdown
    one, every = (f"{100 * found.kept[n].value:.1f} %" for n in (0, 4))
    assert any(one in line and every in line for line in markdown.replace("\\", "").splitlines() if "keyboard" in line)
    assert "<table>" in page and "keyboard" in page and "<body" not in page


def test_the_card_and_the_heatmap_say_how_far_draws_differ(run: tuple[Path, RunCard], tmp_path: Path) -> None:
    folder, card = run
    kappa = next(
        s for s in flinch.scores(card, workspace=folder) if s.metric == "kappa" and s.perturbation == "keyboard"
    )
    value, spread = (f"{figure:.2f}" for figure in (kappa.value, kappa.draws_sd))
    interval = f"({kappa.low:.2f} to {kappa.high:.2f})"
    markdown = flinch.card(card, workspace=folder).replace("\\", "")
    assert f"| {value} {interval}<br>± {spread} over draws |" in markdown
    assert "“± over draws” is the standard deviation over 5 draws" in markdown
    assert "| original, accuracy | 100.0 (" in markdown and "over draws" not in markdown.partition("original")[2][:40]
    page = flinch.card(card, tmp_path / "card.html", workspace=folder)
    for html in (page, flinch.heatmap(card, workspace=folder)):
        assert f">{value}<small>{interval}</small><small>± {spread} over draws</small></td>" in html
    assert "<br>± " in page and "&lt;br&gt;" not in page
    lost = next(s for s in flinch.scores(card, workspace=folder) if s.metric == "accuracy_lost")
    assert f"± {100 * lost.draws_sd:.1f} over draws" in flinch.heatmap(card, metric=lost.metric, workspace=folder)


def test_a_notebook_draws_a_rewrite() -> None:
    made = flinch.perturb("It is <b> fine.", "negation@1")
    assert made is not None and "<ins>" in made._repr_html_() and "&lt;b&gt;" in made._repr_html_()


def test_a_notebook_draws_a_run(run: tuple[Path, RunCard]) -> None:
    _, card = run
    drawn = card._repr_html_()
    keyboard = next(cell for cell in card.cells if cell.perturbation == "keyboard")
    assert f"{card.samples} samples of test, " in drawn and "not finished" not in drawn
    assert ", the first of 5 draws. Run " in drawn
    assert f"<td>keyboard</td><td>10 %</td><td>{keyboard.applied}</td><td>{keyboard.came_to:.1f}</td>" in drawn
    under_way = replace(card, title="<films>", finished=False)._repr_html_()
    assert "&lt;films&gt;: " in under_way and ", not finished. Run " in under_way


def test_what_is_unknown_is_named(run: tuple[Path, RunCard]) -> None:
    folder, card = run
    with pytest.raises(BadInput, match="has no keyboard@5; its perturbations are keyboard@10, negation@1"):
        flinch.worst(card, "keyboard@5", workspace=folder)
    with pytest.raises(BadInput, match="0 draws"):
        flinch.evaluate("films", by_a_word, "negation@1", draws=0, workspace=folder)


def _variants(folder: Path, card: RunCard, draw: int) -> list[dict[str, str]]:
    """The changed rows of the only condition of a draw."""
    [path] = (Workspace(folder).variants / card.of_draw(draw).variants).glob("*.parquet")
    return [row for row in pq.read_table(path).to_pylist() if row["perturbed"]]


def _labels(folder: Path, card: RunCard, perturbation: str) -> list[list[str]]:
    """The labels of the originals, then those of each draw, unchanged samples with the label they had."""
    run = folder / "runs" / card.id
    cell = next(card.cell(cell) for cell in card.cells if cell.perturbation == perturbation)
    before = {row.sample_id: row.label for row in read_predictions(predictions_path(run, card.models[0], None))}
    rows = [read_predictions(predictions_path(draw_folder(run, n), card.models[0], cell)) for n in range(5)]
    after = [before | {row.sample_id: row.label for row in one} for one in rows]
    return [list(one.values()) for one in (before, *after)]
