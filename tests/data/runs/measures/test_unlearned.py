"""Models that give every original text one answer are named, those that tell texts apart are not."""

from collections.abc import Sequence
from dataclasses import replace

from core.records import Prediction, Task
from data.reports.facts import facts
from data.reports.markdown import markdown_card
from data.reports.page import html_card
from data.runs.files import predictions_path, predictions_table, read_card, write_card
from data.runs.measures.unlearned import unlearned
from data.tables import write_parquet
from data.workspace import Workspace
from tests.pages.heatmaps.finished_run import RUN, write_run

GOLD = ["thing"] * 5 + ["place"] * 5
SAME = ["thing"] * 10


def run_of(workspace: Workspace, gold: Sequence[str], said: Sequence[str], task: Task = Task.CLASSIFICATION) -> None:
    """A run of MiniLM and CNN whose CNN says this of the original texts, of these gold labels."""
    write_run(workspace, gold, gold)
    card = read_card(workspace.runs / RUN)
    assert card
    rows = [
        (Prediction(RUN, "CNN", f"sample-{n}", label, ()), of)
        for n, (label, of) in enumerate(zip(said, gold, strict=True))
    ]
    write_parquet(predictions_path(workspace.runs / RUN, card.model("CNN"), None), predictions_table(rows))
    if task is not Task.CLASSIFICATION:
        write_card(workspace.runs / RUN, replace(card, task=task))


def told(workspace: Workspace, models: Sequence[str] = ()) -> list[str]:
    card = read_card(workspace.runs / RUN)
    assert card
    return unlearned(workspace, card, models)


def test_one_label_for_all_is_said_of_the_model_that_gives_it(workspace: Workspace) -> None:
    run_of(workspace, GOLD, SAME)
    said = "CNN gives all 10 original texts the same label (thing). Its figures here say nothing about robustness."
    assert told(workspace) == [said]
    assert told(workspace, ["MiniLM"]) == []


def test_a_model_that_tells_texts_apart_is_not_named(workspace: Workspace) -> None:
    run_of(workspace, GOLD, [*SAME[:-1], "place"])
    assert told(workspace) == []


def test_one_label_may_be_right_where_few_texts_have_another(workspace: Workspace) -> None:
    run_of(workspace, ["thing"] * 6 + ["place"] * 4, SAME)
    assert told(workspace) == []


def test_nothing_is_said_where_gold_labels_are_not_known(workspace: Workspace) -> None:
    run_of(workspace, [""] * 10, SAME)
    assert told(workspace, ["CNN"]) == []


def test_one_score_for_all_and_no_entity_are_said_too(workspace: Workspace) -> None:
    run_of(workspace, ["1.0"] * 5 + ["2.0"] * 5, ["1.5"] * 10, Task.SIMILARITY)
    assert told(workspace)[-1].startswith("CNN gives all 10 original texts the same score (1.5).")
    run_of(workspace, ["O B-PER"] * 10, ["O O"] * 10, Task.TAGGING)
    assert told(workspace, ["CNN"])[-1].startswith("CNN finds no entity in the 10 original texts.")


def test_the_card_says_it(workspace: Workspace) -> None:
    run_of(workspace, GOLD, SAME)
    found = facts(workspace, RUN)
    assert "**CNN gives all 10 original texts the same label (thing)" in markdown_card(found).replace("\\", "")
    assert "<strong>CNN gives all 10 original texts the same label (thing)" in html_card(found)
