"""What people see when something fails: a sentence, never a traceback; what the log holds: the traceback."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from data.workspace import Workspace

ROOT = Path(__file__).parents[3]
HOLDER = """
import sys
from data.store import Store
from data.workspace import Workspace
store = Store.open(Workspace.current())
print("open", flush=True)
sys.stdin.read()
"""


def failing(error: str) -> None:
    from core.errors import BadInput, MissingResource
    from pages.ui.shell.guard import guard

    with guard():
        raise {"bad": BadInput("Say less."), "missing": MissingResource("Run pip."), "bug": KeyError("x")}[error]


@pytest.mark.parametrize(("error", "said"), [("bad", "Say less."), ("missing", "Run pip.")])
def test_bad_input_and_missing_resources_speak_for_themselves(workspace: Workspace, error: str, said: str) -> None:
    app = AppTest.from_function(failing, args=(error,)).run()
    assert [shown.value for shown in app.error] == [said]
    assert not app.exception


def test_a_bug_is_a_reference_on_the_page_and_a_traceback_in_the_log(workspace: Workspace) -> None:
    app = AppTest.from_function(failing, args=("bug",)).run()
    (shown,) = app.error
    assert "KeyError" not in shown.value
    reference = shown.value.split("reference ")[1].split(")")[0]
    log = (workspace.root / "flinch.log").read_text(encoding="utf-8")
    assert reference in log
    assert "Traceback" in log
    assert "KeyError" in log


def test_a_second_app_says_so_and_recovers_when_the_first_has_ended(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    other = subprocess.Popen([sys.executable, "-c", HOLDER], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout
    try:
        other.stdout.readline()
        app = open_page("start")
        (shown,) = app.error
        assert f"PID {other.pid}" in shown.value
        assert shown.value in (workspace.root / "flinch.log").read_text(encoding="utf-8")
    finally:
        other.communicate(b"")
    app.button[0].click().run()
    assert app.button[0].label == "Perturb a data set"
    assert not app.error


def test_a_place_that_cannot_be_written_gets_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    monkeypatch.setenv("FLINCH_WORKSPACE", str(tmp_path / "file" / "workspace"))
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not app.exception
    assert ["can't be written" in shown.value for shown in app.error] == [True]
    assert "FLINCH_WORKSPACE" in app.error[0].value
