"""The test for continuous integration: what fails, what passes, and how a server reads it."""

from pathlib import Path
from shutil import copytree
from xml.etree.ElementTree import fromstring

import numpy as np
import pytest
from typer.testing import CliRunner

from cli import app
from core.metrics.kappa_paired import kappa_difference, mean_kappa
from data.reports.gate import checks
from data.reports.gate_lines import GateOutcome
from data.reports.gate_rules import GateRules
from data.workspace import Workspace
from tests.data.store.store_data import CELL
from tests.pages.heatmaps.finished_run import LABELS, RUN, four_severities, write_run

BEFORE = list(LABELS) * 50
SAME = list(BEFORE)
TENTH = [label if n % 10 else LABELS[1 - LABELS.index(label)] for n, label in enumerate(BEFORE)]
HALF = [label if n % 2 else LABELS[1] for n, label in enumerate(BEFORE)]
EARLIER = "20250101-000000-eeeeee"


def asked(*words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["check", *words])
    return found.exit_code, found.output


def test_a_kappa_that_is_surely_too_low_fails(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))  # kappa .8 by hand: 90 of 100 agree, half by chance
    [passed] = checks(workspace, RUN, GateRules(min_kappa=0.7))
    [unsure] = checks(workspace, RUN, GateRules(min_kappa=0.85))
    [strict] = checks(workspace, RUN, GateRules(min_kappa=0.85, strict=True))
    [failed] = checks(workspace, RUN, GateRules(min_kappa=0.95))
    outcomes = [line.outcome for line in (passed, unsure, strict, failed)]
    assert outcomes == [GateOutcome.PASSED, GateOutcome.UNSURE, GateOutcome.FAILED, GateOutcome.FAILED]
    assert failed.found.value == pytest.approx(0.8)


def test_any_metric_may_have_a_minimum(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))  # all are things, 40 are called so: F1 4/7 and 0
    [passed] = checks(workspace, RUN, GateRules(minima={"f1_macro": 0.2}))
    assert (passed.rule, passed.outcome, passed.found.value) == ("macro F1", GateOutcome.PASSED, pytest.approx(2 / 7))
    assert asked(RUN, "--min", "kappa=0.7", "--min", "f1_macro=0.2")[0] == 0
    assert asked(RUN, "--min", "kappa=0.95")[0] == 1
    rules = tmp_path / "rules.toml"
    rules.write_text(f'run = "{RUN}"\n[min]\nkappa = 0.95\n')
    assert asked("--rules", str(rules))[0] == 1
    assert asked("--rules", str(rules), "--min", "kappa=0.7")[0] == 0
    for wrong, said in (
        ("luck=1", "has no metric 'luck'; its metrics are accuracy"),
        ("kappa", "'kappa' is not a minimum"),
    ):
        code, output = asked(RUN, "--min", wrong)
        assert code == 2 and said in output
    rules.write_text(f'run = "{RUN}"\nmin = 0.5\n')
    assert "min must be a table, not 0.5; write [min]" in asked("--rules", str(rules))[1]


def test_any_metric_may_have_a_maximum(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, HALF, models=("CNN",))  # all are things: 50 right before, 0 after, so that .5 is lost
    outcomes = []
    for most, strict in ((0.5, True), (0.45, False), (0.45, True), (0.3, False)):
        [line] = checks(workspace, RUN, GateRules(maxima={"accuracy_lost": most}, strict=strict))
        assert (line.rule, line.found.value, line.wanted) == ("accuracy lost, at most", pytest.approx(0.5), most)
        outcomes.append(line.outcome)
    assert outcomes == [GateOutcome.PASSED, GateOutcome.UNSURE, GateOutcome.FAILED, GateOutcome.FAILED]
    junit = tmp_path / "junit.xml"
    code, said = asked(RUN, "--max", "accuracy_lost=0.3", "--max", "kappa=0.9", "--junit", str(junit))
    assert code == 1 and "\t0.3000\tFAILED\tabove the maximum" in said and "wanted: at most 0.300" in junit.read_text()
    rules = tmp_path / "rules.toml"
    rules.write_text(f'run = "{RUN}"\n[max]\naccuracy_lost = 0.3\n')
    assert asked("--rules", str(rules))[0] == 1
    assert asked("--rules", str(rules), "--max", "accuracy_lost=0.5")[0] == 0
    for wrong, said in (
        ("luck=1", "has no metric 'luck'; its metrics are accuracy"),
        ("kappa=nan", "'kappa=nan' is not a maximum"),
        ("accuracy_lost=10", "accuracy_lost can't be 10; write a number from -2 to 2, such as 0.1 for 10 %"),
    ):
        code, output = asked(RUN, "--max", wrong)
        assert code == 2 and said in output
    rules.write_text(f'run = "{RUN}"\nmax = 0.5\n')
    assert "max must be a table, not 0.5; write [max]" in asked("--rules", str(rules))[1]
    for value in ("true", "nan", "inf", '"0.1"'):
        rules.write_text(f"[max]\naccuracy_lost = {value}\n")
        assert "; write a number, for example accuracy_lost = 0.1." in asked("--rules", str(rules))[1]


def test_a_single_condition_has_its_own_minimum_and_the_mean_another(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",), cells=four_severities("negation"))
    rules = GateRules(min_kappa=0.95, min_mean_kappa=0.5, cells={CELL.condition: 0.3})
    lines = {line.condition: line.outcome for line in checks(workspace, RUN, rules)}
    assert lines[str(CELL.condition)] is GateOutcome.PASSED
    assert list(lines.values()).count(GateOutcome.FAILED) == 3
    assert lines["all"] is GateOutcome.PASSED


def test_a_model_that_always_says_the_same_does_not_pass(workspace: Workspace) -> None:
    write_run(workspace, ["thing"] * 40, ["thing"] * 40, models=("CNN",))
    assert [line.outcome for line in checks(workspace, RUN, GateRules(min_kappa=0.1))] == [GateOutcome.FAILED]


def test_no_worse_than_an_earlier_run_is_asked_of_the_same_samples(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, SAME, models=("CNN",), run=EARLIER)
    write_run(workspace, BEFORE, HALF, models=("CNN v2",))
    assert asked(RUN, "--no-worse-than", EARLIER)[0] == 1
    assert asked(EARLIER, "--no-worse-than", RUN)[0] == 0
    copytree(workspace.runs / RUN, workspace.root / "released")
    assert asked(RUN, "--no-worse-than", str(workspace.root / "released"))[0] == 0
    assert asked(RUN, "--no-worse-than", EARLIER, "--margin", "1")[0] == 0
    assert asked(RUN, "--no-worse-than", str(workspace.runs / EARLIER))[0] == 1


def test_a_few_changes_of_mind_more_are_no_alarm(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, SAME, models=("CNN",), run=EARLIER)
    write_run(workspace, BEFORE, ["place", *SAME[1:]], models=("CNN",))
    [line] = checks(workspace, RUN, GateRules(no_worse_than=EARLIER))
    assert line.outcome is GateOutcome.UNSURE


def test_false_alarms_are_as_rare_as_is_said() -> None:
    rng = np.random.default_rng(0)
    alarms = 0
    for _ in range(300):
        before = rng.integers(0, 2, 200)
        sides = [np.where(rng.random(200) < 0.05, 1 - before, before) for _ in range(2)]
        labels = [list(map(str, side)) for side in (before, *sides)]
        alarms += kappa_difference((labels[0], labels[1]), (labels[0], labels[2])).p < 0.05
    assert alarms / 300 <= 0.07


def test_the_mean_allows_for_samples_that_hang_together() -> None:
    one = mean_kappa([(BEFORE, TENTH)])
    same_ten_times = mean_kappa([(BEFORE, TENTH)] * 10)
    assert one.value == pytest.approx(0.8)
    assert (same_ten_times.low, same_ten_times.high) == pytest.approx((one.low, one.high))


def test_the_command_prints_a_table_and_writes_junit(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, TENTH, models=("<b>\x01",), cells=four_severities("negation"))
    file = tmp_path / "junit.xml"
    code, said = asked(RUN, "--min-kappa", "0.95", "--perturbation", "negation@2", "--junit", str(file))
    assert code == 1
    assert "kappa\t<b>\x01\tnegation · PPS 2\t0.8000" in said
    suite = fromstring(file.read_text(encoding="utf-8")).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    [failure] = suite.iter("failure")
    assert "wanted: at least 0.950" in (failure.get("message") or "")


def test_junit_that_can_not_be_written_is_wrong_use_before_anything_is_tested(
    workspace: Workspace, tmp_path: Path
) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    assert asked(RUN, "--min-kappa", "0.1", "--junit", str(tmp_path / "new" / "junit.xml"))[0] == 0
    for place in (tmp_path, tmp_path / "new" / "junit.xml" / "junit.xml"):
        code, said = asked(RUN, "--min-kappa", "0.1", "--junit", str(place))
        assert code == 2 and "can't be written" in said and "passed" not in said


def test_rules_may_stand_in_a_file(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    rules = tmp_path / "robustness.toml"
    rules.write_text('run = "latest"\nmin-kappa = 0.95\n[cells]\n"negation@2" = 0.5\n', encoding="utf-8")
    assert asked("--rules", str(rules))[0] == 0
    rules.write_text("min-kapa = 0.95\n", encoding="utf-8")
    assert asked(RUN, "--rules", str(rules))[0] == 2


def test_wrong_use_is_two(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TENTH)
    assert asked(RUN)[0] == 2  # no rule
    assert asked("--min-kappa", "0.5")[0] == 2  # no run
    assert asked(RUN, "--min-kappa", "1.5")[0] == 2
    assert asked("nothing", "--min-kappa", "0.5")[0] == 2
    assert asked(RUN, "--min-kappa", "0.5", "--perturbation", "word_deletion@1")[0] == 2


def test_the_metric_of_the_data_set_and_what_is_lost_of_it_are_tested(workspace: Workspace) -> None:
    # gold is "thing" throughout: 50 of 100 right before; of TENTH, where every tenth label changed, 40 after
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    [low] = checks(workspace, RUN, GateRules(min_score=0.7))
    [fine] = checks(workspace, RUN, GateRules(min_score=0.3))
    assert (low.rule, low.found.value, low.outcome) == ("accuracy", pytest.approx(0.4), GateOutcome.FAILED)
    assert fine.outcome is GateOutcome.PASSED
    [lost] = checks(workspace, RUN, GateRules(max_lost=0.01))
    assert (lost.rule, lost.found.value, lost.wanted) == ("change in accuracy", pytest.approx(-0.1), -0.01)
    assert lost.outcome is GateOutcome.FAILED and lost.found.low < -0.1 < lost.found.high < -0.01
    assert [line.outcome for line in checks(workspace, RUN, GateRules(max_lost=0.2))] == [GateOutcome.PASSED]
    assert asked(RUN, "--max-lost", "0.01")[0] == 1 and asked(RUN, "--min-score", "0.3")[0] == 0


def test_each_training_of_a_model_has_to_pass(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN #1", "CNN #2", "MiniLM"))
    lines = checks(workspace, RUN, GateRules(min_kappa=0.7, models=("CNN",)))
    assert [line.model for line in lines] == ["CNN #1", "CNN #2"]


@pytest.fixture
def half_done(workspace: Workspace) -> Workspace:
    """A run of four severities whose last cell was never predicted, and an earlier one that has all four."""
    cells = four_severities("negation")
    write_run(workspace, BEFORE, SAME, models=("CNN",), cells=cells, run=EARLIER)
    write_run(workspace, BEFORE, SAME, models=("CNN",), cells=cells)
    next((workspace.runs / RUN).glob(f"predictions-cnn-{cells[-1].id}.parquet")).unlink()
    return workspace


def test_a_cell_that_was_not_predicted_passes_no_check(half_done: Workspace) -> None:
    for rules in (GateRules(min_mean_kappa=0.5), GateRules(no_worse_than=EARLIER), GateRules(min_kappa=0.5)):
        lines = checks(half_done, RUN, rules)
        missing = [line for line in lines if line.why == "not predicted"]
        assert [line.condition for line in missing] == ["negation · PPS 4"], rules
        assert missing[0].outcome is GateOutcome.FAILED, rules
    assert asked(EARLIER, "--no-worse-than", RUN)[0] == 0  # what the earlier run lacks is no fault of this one


def test_a_model_that_now_says_one_label_throughout_is_worse(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, SAME, models=("CNN",), run=EARLIER)
    write_run(workspace, ["thing"] * 100, ["thing"] * 100, models=("CNN",))
    [line] = checks(workspace, RUN, GateRules(no_worse_than=EARLIER))
    assert line.outcome is GateOutcome.FAILED and "all labels are the same" in line.why


def test_runs_that_can_not_be_compared_do_not_pass(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, SAME, models=("CNN",), cells=four_severities("word_deletion"), run=EARLIER)
    write_run(workspace, BEFORE, SAME, models=("CNN",))
    code, said = asked(RUN, "--no-worse-than", EARLIER)
    assert code == 2 and "none of these perturbations" in said


def test_a_run_is_not_compared_with_itself(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, SAME, models=("CNN",))
    for name in (RUN, "latest", str(workspace.runs / RUN)):
        code, said = asked(RUN, "--no-worse-than", name)
        assert code == 2 and "is the run being checked; name an earlier run" in said


def test_a_check_that_tests_nothing_does_not_pass(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, [""] * len(BEFORE), models=("CNN",))
    found = CliRunner().invoke(app, ["check", RUN, "--min-kappa", "0.5"])
    assert found.exit_code == 1 and "Nothing could be tested: no text was changed" in str(found.exception)


def test_a_run_that_is_damaged_is_said_and_is_no_failure_of_the_model(workspace: Workspace, tmp_path: Path) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    earlier = copytree(workspace.runs / RUN, tmp_path / "released")
    assert asked(RUN, "--no-worse-than", str(earlier))[0] == 0
    predictions = next(earlier.glob("predictions-*-original.parquet"))
    predictions.write_bytes(predictions.read_bytes()[:-50])
    code, said = asked(RUN, "--no-worse-than", str(earlier))
    assert code == 2 and "can't be read" in said
    (earlier / "run.json").write_text("{", encoding="utf-8")
    code, said = asked(RUN, "--no-worse-than", str(earlier))
    assert code == 2 and "has no run that can be read" in said
    assert asked("no\0name", "--min-kappa", "0.5")[0] == 2


def test_what_is_named_twice_is_tested_once(workspace: Workspace) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    once = checks(workspace, RUN, GateRules(min_kappa=0.5))
    assert checks(workspace, RUN, GateRules(min_kappa=0.5, models=("CNN", "CNN")), [CELL.condition] * 2) == once


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (b"\xef\xbb\xbfmin-kappa = 0.5\r\n", ""),
        (b"a = " + b"[" * 100_000, "can't be read"),
        (b"cells = [1]", "cells must be a table, not [1]; write [cells]"),
        (b'[cells]\n"negation@2" = 0.5\n"negation@2.0" = 0.9\n', "twice, the second time as 'negation@2.0'"),
    ],
    ids=["byte order mark", "deep", "list of cells", "a cell twice"],
)
def test_a_file_of_rules_is_read_or_refused_in_a_sentence(
    workspace: Workspace, tmp_path: Path, written: bytes, said: str
) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    rules = tmp_path / "robustness.toml"
    rules.write_bytes(written)
    code, told = asked(RUN, "--rules", str(rules))
    assert code == (2 if said else 0)
    assert said in " ".join(told.replace("│", " ").split())


@pytest.mark.parametrize(
    "wrong",
    ['strict = "false"', 'models = "CNN"', "min-kappa = true", "min-kappa = 7", "min-kappa = nan", 'max-lost = "0.1"'],
)
def test_a_value_of_another_kind_in_the_file_is_named(workspace: Workspace, tmp_path: Path, wrong: str) -> None:
    write_run(workspace, BEFORE, TENTH, models=("CNN",))
    rules = tmp_path / "robustness.toml"
    rules.write_text(f"min-mean-kappa = 0.1\n{wrong}\n", encoding="utf-8")
    code, said = asked(RUN, "--rules", str(rules))
    assert code == 2 and wrong.partition(" ")[0] in said
