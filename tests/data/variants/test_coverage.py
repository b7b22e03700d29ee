"""What share of the samples each rule set reaches."""

from dataclasses import replace

from core.design import Condition, Design
from core.perturbations.conditions import parse_condition
from core.records import DatasetCard, Sample, Task, TextField
from core.severity import pps
from data.datasets.stored import save_dataset
from data.variants.coverage import forecast_with_coverage
from data.variants.forecast import forecast
from data.workspace import Workspace

TEXTS = ["He is here.", "She was there.", "The dog sleeps.", "No verb of any kind"]


def two_rules(workspace: Workspace) -> Design:
    samples = (Sample("few", "test", (TextField("text", text),), "a") for text in TEXTS)
    save_dataset(workspace, DatasetCard("few", Task.CLASSIFICATION, ("a",), ("text",), {}), samples)
    return Design("few", "test", (Condition("negation", pps(1)), Condition("negation", pps(2))))


def test_coverage_is_the_share_changed_at_the_highest_severity_under_each_rule_set(workspace: Workspace) -> None:
    design = two_rules(workspace)
    cells, found = forecast_with_coverage(workspace, design)
    assert cells == forecast(workspace, design)  # what is compared changes no forecast
    assert list(found) == ["negation", "negation.paper"]
    for name, share in found.items():
        [cell] = forecast(workspace, Design("few", "test", (Condition(name, pps(2)),)))
        assert share == cell.candidates / 4
    assert found["negation"] == 3 / 4  # the last text has nothing to negate


def test_what_knows_one_rule_set_is_not_compared(workspace: Workspace) -> None:
    design = two_rules(workspace)
    [title] = parse_condition("word_case_title@100").steps
    assert forecast_with_coverage(workspace, replace(design, conditions=(title,)))[1] == {}
    _, found = forecast_with_coverage(workspace, replace(design, conditions=(title, *design.conditions)))
    assert list(found) == ["negation", "negation.paper"]
