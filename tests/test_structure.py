"""Files, functions and folders stay small enough to be read; complexity and types are held by ruff and mypy."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import settings

from tests.sizes import CODE, file_faults, folder_faults, function_faults, tracked

ROOT = Path(__file__).parents[1]
FOLDERS = ("core", "curation", "data", "pages", "commands", "tools", "installed")
CHECKED = (*FOLDERS, "app.py", "cli.py", "flinch.py", "setup.py")
PATHS = tracked(ROOT)
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]

pytestmark = pytest.mark.skipif(not PATHS, reason="needs git's own list of the project's files")


def sources(suffixes: set[str], tops: tuple[str, ...] = CHECKED) -> dict[str, str]:
    chosen = [Path(p) for p in PATHS if Path(p).parts[0] in tops and Path(p).suffix in suffixes]
    return {str(path): (ROOT / path).read_text(encoding="utf-8") for path in chosen}


def test_files_are_short() -> None:
    found = sources(CODE)
    assert len(found) > 250
    assert file_faults(found) == []


def test_functions_are_short() -> None:
    assert function_faults(sources({".py"})) == []


def test_functions_of_the_tests_are_short_too() -> None:
    assert function_faults(sources({".py"}, ("tests", "docs"))) == []


def test_every_browser_test_is_marked_as_one_and_is_where_ci_looks() -> None:
    found = {path: text for path, text in sources({".py"}, ("tests",)).items() if "/test_" in path}
    tests = {path: text for path, text in found.items() if path.startswith("tests/e2e/")}
    assert len(tests) > 5
    assert [path for path, text in tests.items() if "\npytestmark = pytest.mark.e2e\n" not in text] == []
    assert {path for path, text in found.items() if "\n@pytest.mark.e2e\n" in text} == {"tests/load/test_load.py"}
    assert " tests/load tests/e2e " in (ROOT / ".ci/run").read_text()


def test_folders_are_not_full() -> None:
    assert folder_faults(PATHS) == []


def test_mypy_is_strict_about_everything() -> None:
    mypy = SETTINGS["mypy"]
    assert mypy["strict"] is True
    assert set(mypy["files"]) == {name for name in CHECKED if (ROOT / name).exists()}
    loosened = {key for rule in mypy["overrides"] for key in rule} - {"module", "ignore_missing_imports"}
    assert not loosened, "an override may only say that a package has no types"
    assert not {m.partition(".")[0] for rule in mypy["overrides"] for m in rule["module"]} & set(CHECKED)


def test_no_example_of_hypothesis_is_timed() -> None:
    assert settings().deadline is None
    timed = [path for path, text in sources({".py"}, ("tests",)).items() if "deadline=" in text]
    assert timed == ["tests/conftest.py", "tests/test_structure.py"]


def test_ruff_counts_complexity() -> None:
    lint = SETTINGS["ruff"]["lint"]
    assert "C90" in lint["select"]
    assert lint["mccabe"]["max-complexity"] == 12
    assert not any(code.startswith("C") for code in lint["ignore"])
    assert not any("noqa: C901" in text for text in sources({".py"}).values())


def checked_by(tool: str, *options: str, source: str) -> str:
    """What ruff or mypy, with the project's settings, says of a source."""
    command = [sys.executable, "-m", tool, *options, source]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


def test_a_planted_tangle_is_caught(tmp_path: Path) -> None:
    for branches, caught in ((11, False), (12, True)):  # each adds one to the 1 that a function has
        lines = "".join(f"    if x == {n}:\n        print({n})\n" for n in range(branches))
        (tmp_path / "tangle.py").write_text(f"def tangle(x: int) -> None:\n{lines}")
        said = checked_by("ruff", "check", "--config", str(ROOT / "pyproject.toml"), source=str(tmp_path / "tangle.py"))
        assert ("C901" in said) is caught


@pytest.mark.slow
def test_a_planted_function_without_types_is_caught(tmp_path: Path) -> None:
    (tmp_path / "untyped.py").write_text("def untyped(x):\n    return x\n")
    said = checked_by("mypy", "--config-file", str(ROOT / "pyproject.toml"), source=str(tmp_path / "untyped.py"))
    assert "no-untyped-def" in said


def function(lines: int) -> str:
    return "def f() -> None:\n" + "    pass\n" * (lines - 1)


def test_a_planted_long_file_or_function_is_caught() -> None:
    assert file_faults({"a.py": "x = 1\n" * 600, "b.py": "", "c.py": ""}) == []
    assert file_faults({"a.py": "x = 1\n" * 601, "b.py": "", "c.py": ""}) == ["a.py has 601 lines"]
    assert function_faults({"a.py": function(80) + function(2) * 2}) == []
    assert function_faults({"a.py": function(81) + function(2) * 2}) == ["a.py: f has 81 lines"]
    method = "class A:\n    @one\n    @two\n    def f(self) -> None:\n" + "        pass\n" * 78
    assert function_faults({"a.py": method + function(2) * 2}) == ["a.py: f has 81 lines"]


def test_planted_middling_files_and_functions_are_caught() -> None:
    middling = {"a.py": "x = 1\n" * 121, "b.py": "x = 1\n" * 121, "c.py": ""}
    assert file_faults(middling) == ["the median file has 121 lines"]
    assert function_faults({"a.py": function(16) * 2 + function(2)}) == ["the median function has 16 lines"]
    assert function_faults({"a.py": function(15) * 2 + function(80)}) == []


def test_a_planted_full_folder_is_caught() -> None:
    full = [f"data/runs/f{n}.tsv" for n in range(41)]
    assert folder_faults(full[:40]) == []
    assert folder_faults(full) == ["data/runs holds 41 files"]
    assert folder_faults([f"data/lexicon/f{n}.xz" for n in range(30)]) == []
