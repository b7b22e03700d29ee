"""Two runs compared from Python, over all draws that both have, and the gate over all draws."""

from math import isnan
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import flinch
from core.errors import BadInput
from core.metrics import UNSCORED, Estimate
from core.metrics.draws import over_draws, p_below, p_over_draws
from core.metrics.kappa_paired import kappa_difference, mean_kappa
from data.reports.gate import checks
from data.reports.gate_rules import GateRules
from data.runs.files import RunCard, draw_folder, predictions_path, read_predictions
from data.workspace import Workspace

TEXTS = [f"The {a} film was {b} and the {c} play was {d}." for a in ("new", "old") for b in ("good", "bad")
         for c in ("long", "short", "third") for d in ("fine", "poor", "dull")]  # fmt: skip
ASKED = ["keyboard@10", "negation@1"]


def two_words(text: str) -> str:
    return "yes" if "good" in text or "fine" in text else "no"


def one_letter(text: str) -> str:
    return "yes" if "g" in text.replace("long", "") or "f" in text.replace("film", "") else "no"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("workspace")


@pytest.fixture(scope="module")
def runs(home: Path) -> tuple[RunCard, RunCard]:
    films = flinch.samples(TEXTS, map(two_words, TEXTS), dataset="films")
    first = flinch.evaluate(films, two_words, ASKED, draws=4, workspace=home)
    return first, flinch.evaluate(films, one_letter, ASKED, draws=3, seed=1, workspace=home)  # seeds 1 to 3


def labels(home: Path, card: RunCard, seed: int, place: int) -> tuple[list[str], list[str]]:
    """The labels before and after in the draw of this seed, by sample."""
    folder, model, n = home / "runs" / card.id, card.models[0], seed - card.seed
    before = {row.sample_id: row.label for row in read_predictions(predictions_path(folder, model, None))}
    path = predictions_path(draw_folder(folder, n), model, card.cell(card.of_draw(n).cells[place]))
    after = before | {row.sample_id: row.label for row in read_predictions(path)}
    return [before[id_] for id_ in sorted(before)], [after[id_] for id_ in sorted(before)]


def test_all_draws_of_one_seed_are_compared(home: Path, runs: tuple[RunCard, RunCard]) -> None:
    first, second = runs
    found = flinch.compare(first, second, workspace=home)
    for place, one in enumerate(found):
        each = [[labels(home, card, seed, place) for card in runs] for seed in (1, 2, 3)]
        by_hand = [kappa_difference(*pair) for pair in each]
        of_all = over_draws([difference.found for difference in by_hand])
        assert (one.found, one.draws) == (of_all.mean, 3)
        assert (one.p < 0.05) <= (not one.found.low <= 0 <= one.found.high)
        assert one.first == pytest.approx(fmean(flinch.kappa(*pair[0]).value for pair in each))
        assert one.found.value == pytest.approx(one.second - one.first)
    assert [one.condition.spelled for one in found] == ASKED and found.samples == len(TEXTS)
    assert "over the 36 samples and 3 draws that both runs have." in str(found)


def test_a_comparison_is_a_table_and_draws_itself(home: Path, runs: tuple[RunCard, RunCard]) -> None:
    found = flinch.compare(*runs, "accuracy", workspace=home)
    frame = found.to_pandas()
    assert len(frame) == len(found) == 2 and frame["draws"].tolist() == [3, 3]
    assert frame["difference"].tolist() == [one.found.value for one in found]
    assert (frame["low"] <= frame["difference"]).all() and (frame["p"] <= 1).all()
    page = found._repr_html_()
    assert page.count("<tr>") == 3 and "McNemar" in page and "one_letter − two_words" in page
    value = f"{100 * found.differences[0].found.value:+.1f}".replace("-", "−")
    assert value in page
    head, *lines = str(found).splitlines()
    assert head.startswith("Accuracy of ") and len(lines) == 2
    assert lines[0].split("  ")[1:3] == [str(found.differences[0].condition), "one_letter − two_words"]
    assert value in lines[0]


def test_a_run_with_another_seed_pairs_its_draws_in_order(home: Path, runs: tuple[RunCard, RunCard]) -> None:
    far = flinch.evaluate("films", one_letter, ASKED, draws=2, seed=9, workspace=home)
    found = flinch.compare(runs[0], far, workspace=home)
    assert {one.draws for one in found} == {2}
    assert "2 draws that both runs have. Perturbed with seeds 0 and 9" in str(found)


def test_a_run_compared_with_itself_asks_which_two_models(home: Path) -> None:
    both = flinch.evaluate("films", [two_words, one_letter], ASKED, workspace=home)
    with pytest.raises(BadInput, match=r"name two models of this run, for example models=\('two_words'"):
        flinch.compare(both, both, workspace=home)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"second": "none"}, "There is no run 'none'"),
        ({"metric": "fame"}, "can't be compared by 'fame'; give one of .*kappa"),
        ({"models": ["x", "y"]}, "has no model 'x'; its models are two_words"),
        ({"models": "x"}, "'x' does not name two models"),
        ({"second": "first"}, "Both runs are .*, which has only one model; give another run"),
        ({"second": "other data"}, r"use different data \(films/test and others/test\); compare two runs on the same"),
        ({"second": "other cells"}, "have no perturbation at the same severity in common"),
    ],
)
def test_what_can_not_be_compared_is_told(
    home: Path, runs: tuple[RunCard, RunCard], asked: dict[str, Any], sentence: str
) -> None:
    others = flinch.samples(["a good film", "a bad film"], ["yes", "no"], dataset="others")
    known = {"first": lambda: runs[0], "other data": lambda: flinch.evaluate(others, two_words, ASKED, workspace=home),
             "other cells": lambda: flinch.evaluate("films", two_words, "word_deletion@1", workspace=home)}  # fmt: skip
    given = {"first": runs[0], "second": runs[1], "workspace": home} | asked
    second = given["second"]
    given["second"] = known[second]() if isinstance(second, str) and second in known else second
    with pytest.raises(BadInput, match=sentence):
        flinch.compare(**given)


def test_a_check_asks_all_draws(home: Path, runs: tuple[RunCard, RunCard]) -> None:
    first, second = runs
    rules = GateRules(min_kappa=0.5, min_mean_kappa=0.5, no_worse_than=first.id, margin=0.02)
    lines = {(line.rule, line.condition): line for line in checks(Workspace(home), second.id, rules)}
    of_draws = [[labels(home, second, seed, place) for place in (0, 1)] for seed in (1, 2, 3)]
    for place, condition in enumerate(ASKED):
        kappas = [flinch.kappa(*cells[place]) for cells in of_draws]
        assert lines["kappa", _named(second, place)].found == over_draws(kappas).mean, condition
        differences = [
            kappa_difference(labels(home, first, seed, place), labels(home, second, seed, place), 0.02).found
            for seed in (1, 2, 3)
        ]
        assert lines["kappa minus earlier kappa", _named(second, place)].found == over_draws(differences).mean
    mean = over_draws([mean_kappa(cells) for cells in of_draws]).mean
    found = lines["mean kappa", "all"].found
    assert found.value == pytest.approx(mean.value)
    assert (found.low, found.high) == pytest.approx((mean.low, mean.high), abs=0.02)  # drawn in another order


def test_the_p_of_several_draws_is_read_off_their_interval() -> None:
    just = Estimate(0.196, 50, 0.0, 0.392)  # 1.96 standard errors from 0
    assert p_over_draws(just) == pytest.approx(0.05, abs=1e-4)
    assert p_over_draws(Estimate(-0.1, 50, -0.296, 0.096)) == pytest.approx(0.3173, abs=1e-4)  # one of them
    assert p_below(Estimate(-0.1, 50, -0.296, 0.096), -0.1) == pytest.approx(0.5)
    assert (p_over_draws(Estimate(0.0, 5, 0.0, 0.0)), p_below(Estimate(-0.1, 5, -0.1, -0.1))) == (1.0, 0.0)
    assert isnan(p_over_draws(UNSCORED))


def _named(card: RunCard, place: int) -> str:
    return str(card.cell(card.cells[place]).condition)
