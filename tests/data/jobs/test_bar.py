"""How far long work is, for a script that waits: its own report, a bar at a terminal, and else nothing."""

import os
import pty
import re
import subprocess
import sys
import termios
from io import StringIO
from pathlib import Path

import pytest

from data.jobs.bar import watched

ROOT = Path(__file__).parents[3]
SCRIPT = """
import flinch
films = flinch.samples(["a good film", "a dull play"] * 20, ["pos", "neg"] * 20, dataset="films")
mine = lambda text: "pos" if "good" in text else "neg"
run = flinch.evaluate(films, mine, ["word_deletion@1", "keyboard@10"])
print(len(flinch.scores(run)) > 5)
"""


def test_a_report_of_ones_own_is_called_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[int, int, str]] = []
    with watched(lambda *one: told.append(one)) as show:
        print("said by the work")
        assert show
        show(1, 2, "half")
    out, err = capsys.readouterr()
    assert (told, out, err) == ([(1, 2, "half")], "", "said by the work\n")


def test_nobody_looks_at_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", StringIO())
    with watched(None) as show:
        assert show is None


def test_a_terminal_has_a_bar_and_lines_stand_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", terminal)
    with watched(None) as show:
        assert show
        show(0, 0, "Waiting for another job to end.")
        show(30, 60, "CNN predicts negation")
        print("CNN: accuracy on dev 0.9")
        show(60, 60, "CNN predicts negation")
        show(6, 60, "the next job")
    said = terminal.getvalue()
    assert "Waiting for another job" in said
    assert re.search(r" 50 %\|[█#]+ +\| \d\d:\d\d<\S+ CNN predicts negation", said) and "100 %|" in said
    assert "\nCNN: accuracy on dev 0.9\n" in said.replace("\r", "\n") and " 10 %|" in said


@pytest.mark.slow
def test_a_script_at_a_terminal_shows_a_bar(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    environment = os.environ | {"PYTHONPATH": str(ROOT), "FLINCH_WORKSPACE": str(tmp_path / "workspace")}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True, timeout=300
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            said += (part := os.read(ours, 65536))
        except OSError:  # the terminal is closed
            break
        if not part:
            break
    assert done.returncode == 0 and done.stdout == "True\n"
    assert "Perturbing test" in said.decode() and "100 %|" in said.decode().splitlines()[-1]
