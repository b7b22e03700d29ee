"""The label that a binary F1 goes by: told by names, chosen, and changed after a run without predicting again."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField
from data.datasets.positive import positive_second, set_positive
from data.datasets.stored import dataset_card, save_dataset
from data.reports.facts import facts
from data.runs.files import read_card, write_card
from data.runs.scores import scores
from data.workspace import Workspace
from tests.command_line import command_line
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import RUN, write_run


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        (("equivalent", "not_equivalent"), "equivalent"),
        (("entailment", "not entailment"), "entailment"),
        (("acceptable", "unacceptable"), "acceptable"),
        (("hate", "non-hate"), "hate"),
        (("no", "yes"), "yes"),
        (("positive", "negative"), "positive"),
        (("0", "1"), "1"),
        (("ham", "spam"), "spam"),
        (("cat", "dog"), "dog"),  # nothing tells it: the second
        (("inn", "n"), "n"),
    ],
)
def test_names_tell_the_positive_label(labels: tuple[str, str], positive: str) -> None:
    assert positive_second(labels)[1] == positive
    assert positive_second(labels[::-1] if positive not in ("dog", "n") else labels)[1] == positive


def test_it_is_one_of_two() -> None:
    assert positive_second(("a", "b"), "a") == ("b", "a")
    assert positive_second(("a", "b", "not a")) == ("a", "b", "not a")
    for labels, chosen in ((("a", "b"), "c"), (("a", "b", "c"), "a")):
        with pytest.raises(BadInput, match="can't be the positive label"):
            positive_second(labels, chosen)


def test_a_file_is_imported_with_its_positive_label(workspace: Workspace, tmp_path: Path) -> None:
    rows = [f"Text {n}.\tAnother {n}.\t{'not_equivalent' if n % 2 else 'equivalent'}\n" for n in range(10)]
    (tmp_path / "mrpc.tsv").write_text("one\tother\tlabel\n" + "".join(rows))
    words = ("import", tmp_path / "mrpc.tsv", "--task", "pair-classification", "--text", "one", "--text", "other")
    told = command_line(*words, "--name", "mrpc-mine")
    assert "positive for F1: equivalent" in told.stdout, told.stderr
    assert dataset_card(workspace, "mrpc-mine").labels == ("not_equivalent", "equivalent")
    chosen = command_line(*words, "--name", "mrpc-other", "--positive", "not_equivalent")
    assert "positive for F1: not_equivalent" in chosen.stdout


def f1(workspace: Workspace) -> float:
    return next(s.value for s in scores(workspace, RUN) if s.metric == "f1_binary" and not s.perturbation)


def test_it_is_changed_after_a_run_without_predicting_again(workspace: Workspace) -> None:
    # Gold is "thing" throughout, three of four predicted so: F1 of "thing" 2 x 3 / (4 + 3), of "place" 0.
    write_run(workspace, ["thing"] * 3 + ["place"], ["thing"] * 4, models=["A"])
    card = read_card(workspace.runs / RUN)
    assert card
    write_card(workspace.runs / RUN, replace(card, dataset="wikiqa"))  # its papers report F1
    assert f1(workspace) == 0
    samples = [Sample("wikiqa", "test", (TextField("text", label),), label) for label in ("thing", "place")]
    save_dataset(workspace, DatasetCard("wikiqa", Task.CLASSIFICATION, ("thing", "place"), ("text",), {}), samples)
    assert f1(workspace) == 0
    told = command_line("positive-label", "wikiqa", "thing")
    assert told.stdout == "wikiqa: the positive label for F1 is thing\n"
    assert f1(workspace) == pytest.approx(6 / 7)
    assert "F1 is for the label 'thing'" in command_line("scores", "latest").stderr
    assert command_line("positive-label", "wikiqa", "that").returncode == 1
    set_positive(workspace, "wikiqa", "place")
    assert f1(workspace) == 0


def test_a_card_names_the_label_that_f1_goes_by(workspace: Workspace) -> None:
    def counted(dataset: str, task: Task) -> str:
        write_run(workspace, ["thing"] * 4, ["thing"] * 4, [replace(CELL, dataset=dataset)], ["A"])
        card = read_card(workspace.runs / RUN)
        assert card
        write_card(workspace.runs / RUN, replace(card, task=task))
        return facts(workspace, RUN).counted

    assert "F1 is for the label “place”." in counted("mrpc", Task.PAIR_CLASSIFICATION)
    assert "F1" not in counted("questions", Task.CLASSIFICATION)  # accuracy is what is reported of these
