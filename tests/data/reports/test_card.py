"""The robustness card: what it says, that the hub reads it, and that nothing in names or texts comes alive."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli import app
from core.design import Design
from core.errors import BadInput
from core.models.training.recipes import asked_by, specs_of
from core.records import Cell, Score
from core.severity import pps
from curation.records import CellProgress
from data.imported_predictions.grid_run import ELSEWHERE
from data.jobs.records import JobSpec, write_file
from data.reports.facts import RunFacts, facts
from data.reports.markdown import markdown_card, score_text
from data.reports.page import html_card, shaded
from data.runs.evaluation import Evaluation
from data.runs.files import read_card, write_card
from data.runs.measures.registry import Unit
from data.workspace import Workspace
from pages.ui.heatmaps.metrics import SCALES
from pages.ui.runs.heatmap.shades import shade
from pages.ui.runs.ink import DARK, LIGHT
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, write_run

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]
EVIL = "<img src=x onerror=alert(1)>"
TWO = (CELL, Cell(CELL.dataset, CELL.split, "word_deletion", pps(1)))


def made(workspace: Workspace, models: tuple[str, ...] = ("MiniLM", "CNN"), cells: tuple[Cell, ...] = TWO) -> RunFacts:
    write_run(workspace, BEFORE, AFTER, models=models, cells=cells)
    return facts(workspace, RUN, progress=[CellProgress(CELL, 4, 0, 4, 2, 1, 1, 0, 200, 0)])


def test_the_card_says_kappas_worst_cells_flips_and_what_people_kept(workspace: Workspace) -> None:
    card = markdown_card(made(workspace))
    assert "| original, accuracy | 60\\.0 " in card
    assert "0\\.17 " in card  # kappa by hand: 1/6, in tests/pages/heatmaps/test_heatmaps.py
    assert "| word inserted | 50\\.0 %" in card
    assert "75\\.0 % kept or relabelled" in card.replace("75.0", "75\\.0")
    assert "<ins>not </ins>" in card
    assert "--perturbation negation@2 --perturbation word_deletion@1" in card


def test_kappa_stands_beside_the_share_of_samples_that_were_changed(workspace: Workspace) -> None:
    most = made(workspace)  # four of five are changed
    assert markdown_card(most).count("| 80\\.0 % |") == 2
    assert html_card(most).count("<td>80.0 %</td>") == 2 and 'class="cell few"' not in html_card(most)
    few = replace(most, run=replace(most.run, samples=20))
    assert "samples changed" in markdown_card(few) and markdown_card(few).count("| 20\\.0 % |") == 2
    assert html_card(few).count('class="cell few">') == 4  # two models under two conditions, without a colour
    kept = replace(few, kept_only=True)  # then it is scored over what people kept, all of it changed
    assert "samples changed" not in markdown_card(kept) and markdown_card(kept).count(" | 5 |") >= 2
    assert 'class="cell few"' not in html_card(kept)


def test_a_card_says_that_there_are_no_gold_labels(workspace: Workspace) -> None:
    known = made(workspace)
    bare = replace(known, run=replace(known.run, labelled=False))
    for card in (markdown_card, html_card):
        assert "This split has no labels" in card(bare) and "This split has no labels" not in card(known)


def test_a_condition_has_one_name_throughout(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, cells=[Cell(CELL.dataset, CELL.split, "word_deletion", pps(1))])
    card = markdown_card(facts(workspace, RUN)).partition("\n---\n")[2]
    assert (
        card.count("word deletion · PPS 1 |") == 4 and "word\\_deletion ·" not in card
    )  # kappa, cost, two worst cells


def test_the_hub_reads_its_model_index(workspace: Workspace) -> None:
    hub = pytest.importorskip("huggingface_hub")
    from huggingface_hub.repocard_data import model_index_to_eval_results

    card = hub.ModelCard(markdown_card(made(workspace, ("MiniLM",))), ignore_metadata_errors=False)
    found = {(r.dataset_config, r.metric_type): r.metric_value for r in card.data.eval_results}
    assert found["negation@2", "kappa"] == pytest.approx(1 / 6, abs=1e-6)
    assert found["original", "accuracy"] == pytest.approx(0.6)
    assert card.data.tags == ["robustness", "flinch"]
    assert model_index_to_eval_results(card.data.to_dict()["model-index"])[0] == "MiniLM"


def test_the_hub_reads_a_name_as_it_is(workspace: Workspace) -> None:
    hub = pytest.importorskip("huggingface_hub")
    odd = "\U0001f600 é \x7f\x85\u2028\ufeff: '\"#"
    write_run(workspace, BEFORE, AFTER, models=(odd,))
    card = markdown_card(facts(workspace, RUN))
    assert hub.ModelCard(card, ignore_metadata_errors=False).data.model_name == odd


class Elements(HTMLParser):
    """The names of all elements, and whether one bears a handler of events."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on") or name in ("src", "href")]


def test_nothing_in_names_or_texts_comes_alive(workspace: Workspace) -> None:
    evil = Cell(EVIL, CELL.split, CELL.perturbation, CELL.severity)
    found = made(workspace, (EVIL, "| `x` |"), (evil,))
    page = Elements()
    page.feed(html_card(found))
    assert not {"img", "script", "iframe", "a"} & page.names
    assert not page.handlers
    told, fence, command = markdown_card(found).split("---\n", 2)[2].partition("\n```")
    assert "<img" not in told
    assert fence and command.count("```") == 1
    assert "| \\| \\`x\\` \\| |" in markdown_card(found)


def test_next_to_nothing_has_no_sign() -> None:
    lost = Score(RUN, "MiniLM", "reviews", "accuracy_lost", -0.001, 500, low=-0.004, high=0.012)
    assert score_text(lost) == "0.00 (0.00 to 0.01)"
    assert score_text(replace(lost, value=-0.02, low=-0.03)) == "-0.02 (-0.03 to 0.01)"
    assert score_text(replace(lost, value=0.9965, low=0.99, high=1.0)) == "0.997 (0.99 to 1.00)"


def test_a_run_without_scores_is_refused(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER)
    for path in (workspace.runs / RUN).glob("predictions-*"):
        path.unlink()
    with pytest.raises(BadInput, match="has no scores yet"):
        facts(workspace, RUN)


def test_a_folder_on_this_machine_is_not_told(workspace: Workspace) -> None:
    from data.reports.again import shown_path
    from data.runs.files import RunModel

    assert shown_path(RunModel("mine", "/srv/models/mine-2", "f")) == "mine-2"
    assert shown_path(RunModel("best (a/out)", "/srv/a/out/best", "f")) == "a/out/best"
    assert shown_path(RunModel("best (old)", "/srv/a/best (old)", "f")) == "best (old)"
    assert shown_path(RunModel("bert", "google-bert/bert-base-cased", "f")) == "google-bert/bert-base-cased"


def test_the_command_writes_both(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, AFTER)
    for name, begin in (("card.md", "---\n"), ("card.html", "<!doctype html>")):
        found = CliRunner().invoke(app, ["card", RUN, "--model", "CNN", "--output", str(tmp_path / "new" / name)])
        assert found.exit_code == 0, found.output
        written = (tmp_path / "new" / name).read_text(encoding="utf-8")
        assert written.startswith(begin) and "MiniLM" not in written
    assert CliRunner().invoke(app, ["card", RUN]).output.startswith("---\n")
    assert CliRunner().invoke(app, ["card", RUN, "--output", str(tmp_path / "card.pdf")]).exit_code == 2
    assert CliRunner().invoke(app, ["card", RUN, "--examples", "-1"]).exit_code == 2
    found = CliRunner().invoke(app, ["card", RUN, "--output", str(tmp_path / "new" / "card.md" / "card.md")])
    assert found.exit_code == 2 and "can't be written" in found.output


def test_cells_are_coloured_by_their_kappa(workspace: Workspace) -> None:
    light, dark = shaded(Unit.AGREEMENT, 1 / 6)
    assert f"background-color:light-dark({light},{dark});color:light-dark(#" in html_card(made(workspace))


@pytest.mark.parametrize("unit", Unit)
def test_a_card_has_the_colours_of_the_app(unit: Unit) -> None:
    for value in (*([] if unit is Unit.SHARE else [-0.2]), 0.0, 0.1, 0.5, 0.95, 1.0):
        of_the_app = tuple(shade(SCALES[unit], unit.times * value, ink) for ink in (LIGHT, DARK))
        assert shaded(unit, value) == of_the_app


def test_the_command_on_the_card_makes_this_run_and_no_other(workspace: Workspace) -> None:
    asked = Evaluation(
        Design(CELL.dataset, CELL.split, (CELL.condition,), 1, 5),
        specs_of(("minilm", "cnn"), "talman", train_limit=300, class_weights=True),
        precision="exact",
    )
    write_run(workspace, BEFORE, AFTER)
    (workspace.jobs / RUN).mkdir(parents=True)
    write_file(workspace.jobs / RUN, JobSpec("evaluate", "by hand", asked.arguments()))
    said = facts(workspace, RUN).command
    for words in ("--limit 5", "--recipe talman", "--train-limit 300", "--class-weights", "--precision exact"):
        assert words in said, said
    assert "#" not in said


def test_the_command_says_what_an_endpoint_was_asked_and_how_long_its_answers_might_be(workspace: Workspace) -> None:
    (deep,) = asked_by("{text}: good?", 4000, specs_of(("endpoint:http://127.0.0.1:9/v1#deep",)))
    asked = Evaluation(Design(CELL.dataset, CELL.split, (CELL.condition,)), (deep,))
    write_run(workspace, BEFORE, AFTER, models=("deep",))
    (workspace.jobs / RUN).mkdir(parents=True)
    write_file(workspace.jobs / RUN, JobSpec("evaluate", "by hand", asked.arguments()))
    assert "--prompt '{text}: good?' --answer-tokens 4000 " in facts(workspace, RUN).command


def test_what_no_option_says_stands_above_the_command(workspace: Workspace) -> None:
    specs = tuple(replace(spec, epochs=2) for spec in specs_of(("cnn",)))
    asked = Evaluation(Design(CELL.dataset, CELL.split, (CELL.condition,)), specs)
    write_run(workspace, BEFORE, AFTER, models=("CNN",))
    (workspace.jobs / RUN).mkdir(parents=True)
    write_file(workspace.jobs / RUN, JobSpec("evaluate", "by hand", asked.arguments()))
    told, command = facts(workspace, RUN).command.splitlines()
    assert told == "# CNN was trained with epochs 2, which no option can set"
    assert "--limit" not in command and "--recipe" not in command


def test_predictions_made_elsewhere_are_imported_again(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, AFTER, models=("theirs",))
    folder = workspace.runs / RUN
    card = read_card(folder)
    assert card
    write_card(folder, replace(card, models=(replace(card.models[0], path=ELSEWHERE),), device=ELSEWHERE))
    texts, answers = facts(workspace, RUN).command.splitlines()
    assert texts.startswith(f"python cli.py perturb-dataset {CELL.dataset} ") and texts.endswith("--output grid")
    assert answers == f"python cli.py import-predictions FILE --model theirs --grid grid/{CELL.dataset}"
    assert "predicted elsewhere" in markdown_card(facts(workspace, RUN))
    write_run(workspace, BEFORE, AFTER, models=("ours", "theirs"))
    card = read_card(folder)
    assert card
    write_card(folder, replace(card, models=(card.models[0], replace(card.models[1], path=ELSEWHERE))))
    assert "predicted on cpu \\(but theirs elsewhere\\)" in markdown_card(facts(workspace, RUN))
    assert "predicted elsewhere" in markdown_card(facts(workspace, RUN, ["theirs"]))
