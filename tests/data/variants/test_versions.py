"""What seals perturbed texts: the hash of the code they depend on, wherever it lies."""

import shutil
from pathlib import Path

import pytest

from data.variants.versions import WORKER, code, dependencies, own_code, versions
from data.workspace import PROJECT


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The code and word lists of the project in another folder."""
    for room in ("core", "data"):
        shutil.copytree(PROJECT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def changed(root: Path, file: Path, old: str, new: str) -> str:
    """The hash after this change."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    own_code.cache_clear()
    return code(root)


def test_every_perturbation_and_what_it_reads_is_among_the_dependencies() -> None:
    from core.perturbations.registry import perturbations

    found = dependencies(PROJECT, WORKER)
    assert {p.rewrite.__module__ for p in perturbations()} <= set(found)
    assert not {name for name in found if name.startswith(("pages", "curation", "tests"))}


@pytest.mark.slow
def test_code_that_moved_to_another_folder_counts_as_before(copy: Path) -> None:
    before = code(copy)
    (place,) = copy.glob("core/**/clauses.py")
    old = ".".join(place.relative_to(copy).with_suffix("").parts)
    folder = copy / "core" / "elsewhere"
    folder.mkdir()
    (folder / "__init__.py").touch()
    moved = place.rename(folder / "clauses.py")
    for path in copy.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace(old, "core.elsewhere.clauses"), encoding="utf-8")
    own_code.cache_clear()
    assert code(copy) == before
    assert changed(copy, moved, "return ", "return not ") != before


@pytest.mark.slow
def test_only_what_runs_makes_a_difference(copy: Path) -> None:
    before = code(copy)
    (place,) = copy.glob("core/**/clauses.py")
    assert changed(copy, place, '"""Where a', '# a comment\n"""There, where a') == before
    assert changed(copy, place, "def ", "def  ") == before
    assert changed(copy, place, "# a comment", "MORE = 1") != before


def test_a_word_list_makes_a_difference(copy: Path) -> None:
    before = code(copy)
    with (copy / "data" / "lexicon" / "places.txt").open("a", encoding="utf-8") as file:
        file.write("\n")
    own_code.cache_clear()
    assert code(copy) != before


def test_a_list_that_a_variable_names_is_part_of_how_a_text_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = code()
    path = tmp_path / "spellings.txt"
    path.write_text("their thier\n")
    monkeypatch.setenv("FLINCH_SPELLINGS", str(path))
    first = code()
    path.write_text("their theyr\n")
    assert len({plain, first, code()}) == 3
    assert versions()["FLINCH_SPELLINGS"] != "" and "FLINCH_GLOVE" not in versions()
    monkeypatch.delenv("FLINCH_SPELLINGS")
    assert code() == plain
