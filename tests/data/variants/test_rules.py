"""What a data set's samples undergo under a paper's rules."""

import json
from pathlib import Path

import pytest

from core.design import Condition
from core.errors import BadInput
from core.perturbations.conditions import parse_condition
from core.records import Sample, TextField
from data.lexicon.resources import perturber
from data.variants.export import perturb_dataset
from tests.data.variants.test_grid import TEXTS, rows

LONG = " ".join(TEXTS) * 3  # so long that some letter is hit
SAMPLES = [Sample("ours", "test", (TextField("text", f"{LONG} {i}"),), "yes") for i in range(300)]


def test_under_paper_rules_zhangs_probability_is_that_of_a_sample(tmp_path: Path) -> None:
    names = [f"butter_fingers.paper@{p}" for p in (0.1, 0.5, 1)]
    grid = perturb_dataset(SAMPLES, tmp_path, perturbations=names)
    drawn = {str(file.condition.severity): file.counts.drawn for file in grid.files}
    assert 15 < drawn["p 0.1"] < 50 and 120 < drawn["p 0.5"] < 180 and drawn["p 1"] == 300
    assert {file.place.split("/")[0] for file in grid.files} == {"butter_fingers.paper"}
    few, many = (
        {row["id"] for row in rows(grid.folder, "butter_fingers.paper", f"probability-{p}") if row["perturbed"]}
        for p in (0.1, 0.5)
    )
    assert few < many


def test_the_data_card_says_by_whose_rules_and_how_many_were_drawn(tmp_path: Path) -> None:
    conditions = ["butter_fingers.paper@0.5", "word_deletion@1"]
    grid = perturb_dataset(SAMPLES, tmp_path, perturbations=conditions)
    card = (grid.folder / "README.md").read_text(encoding="utf-8")
    [drawn] = {f.counts.drawn for f in grid.files if f.condition.perturbation == "butter_fingers.paper"}
    assert f"| butter_fingers.paper | p 0.5 | test | {drawn} of 300 |" in card
    assert "- `butter_fingers.paper` (Zhang et al. 2022, section 4.1): The probability is that of a sample" in card
    assert "`word_deletion`" not in card
    cells = json.loads((grid.folder / "summary.json").read_text())["cells"]
    assert {cell["perturbation"]: cell["rules"] for cell in cells} == {
        "butter_fingers.paper": ["paper"],
        "word_deletion": ["ours"],
    }


def test_the_rate_within_a_sample_is_the_librarys_whatever_the_probability() -> None:
    text = "an ordinary sentence of many small letters " * 40
    for p in (0.001, 1.0):
        condition = parse_condition(f"butter_fingers.paper@{p}")
        made = perturber().text(text, *condition, seed=3)
        assert made is not None and 0.035 < len(made.edits) / len(text.replace(" ", "")) < 0.075


def test_what_draws_samples_is_no_step_of_a_chain() -> None:
    chain = parse_condition("butter_fingers.paper@0.5,negation@1")
    with pytest.raises(BadInput, match=r"butter_fingers\.paper perturbs a share of the samples"):
        perturber().text("They came.", *chain, seed=0)


def test_a_condition_says_its_rules() -> None:
    condition = parse_condition("butter_fingers.paper@0.5")
    assert str(condition) == "butter fingers (paper rules) · p 0.5"
    assert condition.spelled == "butter_fingers.paper@0.5" and parse_condition(condition.spelled) == condition
    assert condition != Condition("butter_fingers", condition.severity)
