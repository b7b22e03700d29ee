"""All benches: their plan, what is left to do, noise, and a run of a cheap one."""

from pathlib import Path

import pytest

from core.errors import BadInput
from tools.bench import all as every
from tools.bench.bench import BENCHES, Options
from tools.bench.calibration import Calibration, calibrate, in_words, is_noisy, noise
from tools.bench.plan import PLAN
from tools.bench.printed import Printed, git

ROOT = Path(__file__).parents[3]
QUIET = Calibration(0.5, 1.0)


def test_the_plan_takes_an_hour_at_most_and_names_what_there_is() -> None:
    assert sum(planned.minutes for planned in PLAN) <= 60
    assert {planned.bench or planned.name for planned in PLAN} == set(BENCHES) - {"intervals", "faithful"}  # no speed
    assert [path for planned in PLAN for path in planned.measures if not (ROOT / path).exists()] == []


def test_noise_by_hand() -> None:
    assert noise(QUIET, Calibration(0.6, 0.8)) == pytest.approx(0.25)
    assert noise(QUIET, Calibration(0.7, 1.0)) == pytest.approx(0.4)
    assert not is_noisy(QUIET, Calibration(0.55, 0.95))
    assert is_noisy(QUIET, Calibration(0.5, 0.85)) and is_noisy(Calibration(0.6, 1.0), QUIET)
    said = "quiet: a fixed loop took 0.50 s before, 0.50 s after, with 100% of a core"
    assert in_words(QUIET, QUIET) == said


def test_a_loop_is_measured_on_this_machine() -> None:
    found = calibrate(steps=20_000)
    assert found.seconds > 0 and found.share > 0


@pytest.mark.slow
def test_a_bench_is_run_and_its_figures_name_commit_and_machine(tmp_path: Path) -> None:
    [fuzz] = [planned for planned in PLAN if planned.name == "fuzz"]
    told: list[str] = []
    printed = every.run(fuzz, None, told.append, Options(fuzzed=2))
    assert printed and "2 fuzzed texts through" in printed.text and "fuzz: " in told[0]
    assert printed.commit == git("rev-parse", "--short=10", "HEAD") and " cores, Python " in printed.machine
    printed.write(tmp_path / "fuzz.txt")
    assert Printed.read(tmp_path / "fuzz.txt") == printed


def test_what_is_measured_is_not_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(every, "FOLDER", tmp_path)
    assert [planned.name for planned in every.left(["store", "hints"], again=False)] == ["hints", "store"]
    head = git("rev-parse", "HEAD")
    if git("diff", "--name-only", "HEAD", "--", "core/hints", "data/hints"):
        pytest.skip("what the bench measures has changes that are not committed")
    Printed("2026-11-27", head, "m", "", "", "text").write(tmp_path / "hints.txt")
    Printed("2026-11-27", "0" * 40, "m", "", "", "text").write(tmp_path / "store.txt")
    assert [planned.name for planned in every.left(["store", "hints"], again=False)] == ["store"]
    assert [planned.name for planned in every.left(["hints"], again=True)] == ["hints"]
    with pytest.raises(BadInput, match="no bench 'speed'; choose of perturb, "):
        every.left(["speed"], again=False)
