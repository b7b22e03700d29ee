"""Severities that make of a data set what a lower one makes are found; those that differ are not."""

from core.design import Condition, Design
from core.perturbations.conditions import parse_conditions
from core.records import DatasetCard, Sample, Task, TextField
from core.severity import Severity, Unit
from data.datasets.stored import save_dataset
from data.variants.alike import alike
from data.workspace import Workspace


def percent(value: int) -> Severity:
    return Severity(Unit.PERCENT_WORDS, value)


def stored(workspace: Workspace, text: str) -> None:
    samples = [Sample("films", "test", (TextField("text", text),), "a", occurrence=n) for n in range(20)]
    save_dataset(workspace, DatasetCard("films", Task.CLASSIFICATION, ("a",), ("text",), {}), samples)


def found(workspace: Workspace, *conditions: str) -> list[tuple[Condition, Severity]]:
    made = alike(workspace, Design("films", "test", parse_conditions(conditions)))
    return [(one.condition, one.lower) for one in made]


def test_a_text_with_one_word_to_replace_has_one_severity(workspace: Workspace) -> None:
    stored(workspace, "It is a film of his and it was not one of mine .")  # 12 words, at 20 % two or three edits
    assert found(workspace, "swap_syn_wordnet@20", "swap_syn_wordnet@30", "swap_syn_wordnet@40") == [
        (Condition("swap_syn_wordnet", percent(30)), percent(20)),
        (Condition("swap_syn_wordnet", percent(40)), percent(20)),
    ]


def test_severities_that_differ_are_none_of_them(workspace: Workspace) -> None:
    stored(workspace, "It is a film of his and it was not one of mine .")
    assert found(workspace, "word_deletion@1", "word_deletion@2", "negation@1", "keyboard@5") == []
    assert found(workspace, "synonym_replacement@1") == []
    assert found(workspace, "word_class_removal@ADJ", "word_class_removal@NOUN") == []


def test_what_hardly_anything_is_made_of_tells_nothing(workspace: Workspace) -> None:
    stored(workspace, "So it is .")
    assert found(workspace, "swap_syn_wordnet@20", "swap_syn_wordnet@30") == []
