"""What a check does not take for robustness: a model that learned nothing, and what nobody has judged."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from typer.testing import CliRunner

from cli import app
from data.reports.gate import checks
from data.reports.gate_lines import GateOutcome
from data.reports.gate_rules import GateRules
from data.workspace import Workspace
from tests.data.runs.measures.test_unlearned import GOLD, SAME, run_of
from tests.pages.heatmaps.finished_run import LABELS, RUN, write_run

EARLIER = "20250101-000000-eeeeee"
SAID = "the model gives all 10 original texts the same label (thing)"
PASSED, SKIPPED, FAILED = GateOutcome.PASSED, GateOutcome.SKIPPED, GateOutcome.FAILED


def asked(*words: str) -> tuple[int, str, str]:
    """(exit code, stdout, what is said beside) of a check."""
    done = CliRunner().invoke(app, ["check", *words])
    return done.exit_code, done.stdout, f"{done.stderr}{done.exception or ''}"


@pytest.mark.parametrize(
    ("rules", "outcome"),
    [
        (GateRules(max_lost=0.1), SKIPPED),  # it loses nothing, for it has nothing
        (GateRules(min_kappa=0.5), FAILED),
        (GateRules(min_kappa=-1), SKIPPED),
        (GateRules(min_mean_kappa=0.5), FAILED),
        (GateRules(min_score=0.1), PASSED),  # the share of the commonest label is what it is
        (GateRules(no_worse_than=EARLIER, margin=1.5), SKIPPED),
    ],
    ids=["lost", "kappa", "any kappa", "mean kappa", "score", "earlier"],
)
def test_that_a_model_without_a_mind_does_not_change_it_passes_nothing(
    workspace: Workspace, rules: GateRules, outcome: GateOutcome
) -> None:
    run_of(workspace, GOLD, SAME)
    write_run(workspace, list(LABELS) * 5, [LABELS[1], *LABELS * 4, LABELS[1]], run=EARLIER)
    lines = [line for line in checks(workspace, RUN, rules) if line.model == "CNN"]
    assert [line.outcome for line in lines] == [outcome]
    assert SAID in lines[0].why
    assert all(SAID not in line.why for line in checks(workspace, RUN, rules) if line.model == "MiniLM")


def test_it_is_named_beside_the_table_and_in_junit(workspace: Workspace, tmp_path: Path) -> None:
    run_of(workspace, GOLD, SAME)
    file = tmp_path / "junit.xml"
    code, table, beside = asked(RUN, "--model", "CNN", "--max-lost", "0.1", "--min-score", "0.1", "--junit", str(file))
    assert code == 0 and SAID in table
    assert (
        "CNN gives all 10 original texts the same label (thing). Its figures here say nothing about robustness."
        in beside
    )
    assert "1 checked, 1 skipped, 0 failed" in beside
    xml = fromstring(file.read_text(encoding="utf-8"))
    assert [SAID in (case.get("message") or "") for case in xml.iter("skipped")] == [True]
    assert [SAID in (case.text or "") for case in xml.iter("system-out")] == [True]
    code, _, beside = asked(RUN, "--model", "CNN", "--max-lost", "0.1")
    assert code == 1 and f"Nothing could be tested: {SAID}." in beside


@pytest.mark.parametrize("rule", ["--min-kappa", "--min-mean-kappa", "--min-score", "--max-lost"])
def test_what_nobody_has_judged_is_said_so(workspace: Workspace, rule: str) -> None:
    write_run(workspace, list(LABELS) * 20, list(LABELS) * 20, models=("CNN",))
    code, table, beside = asked(RUN, rule, "0.5", "--kept-only")
    assert code == 1 and "skipped\tpeople judged none of the texts, or kept none" in table
    assert "Nothing could be tested: people judged none of the texts, or kept none." in beside


def test_runs_of_which_nothing_is_kept_can_not_be_compared(workspace: Workspace) -> None:
    for run in (RUN, EARLIER):
        write_run(workspace, list(LABELS) * 20, list(LABELS) * 20, models=("CNN",), run=run)
    code, _, beside = asked(RUN, "--no-worse-than", EARLIER, "--kept-only")
    assert code == 1 and "Nothing could be tested: people judged none of the texts" in beside


def test_no_figure_is_minus_nothing(workspace: Workspace) -> None:
    write_run(workspace, list(LABELS) * 20, list(LABELS) * 20, models=("CNN",))
    code, table, beside = asked(RUN, "--max-lost", "0")
    assert code == 0 and "-0.0000" not in table and "\t0.0000\t" in table
    assert "1 checked, 0 failed" in beside
