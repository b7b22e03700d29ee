"""Other libraries beside ours: what runs them is tested without them, their figures are theirs."""

import re
import subprocess
import sys
from pathlib import Path
from time import process_time

import pytest

from core.perturbations.registry import perturbations
from data.bench_peers import INSTALLS, PEERS, WORDNET, Pace, compare, corpora, install, paces
from data.peers.paces import pace
from data.peers.quoted import QUOTED

NAMES = {p.name for p in perturbations()}
OURS = {"keyboard": Pace(200, 400)}


@pytest.fixture
def without(tmp_path: Path) -> Path:
    """Environments that say they are done, and hold no library."""
    for library in INSTALLS:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / library)], check=True)
        (tmp_path / library / "done").touch()
    return tmp_path


def test_whatever_is_compared_is_registered() -> None:
    script = (PEERS / "paces.py").read_text(encoding="utf-8")
    named = set(re.findall(r"""\b[Pp]eer\(\s*"(\w+)",""", script))
    assert len(named) > 12
    assert named | {quoted.ours for quoted in QUOTED} <= NAMES


def test_a_pace_is_texts_for_a_second_of_the_processor_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    assert pace(read.append, ["a", "b"] * 500) > 1_000
    assert read[:2] == ["a", "b"]

    def slow(text: str) -> None:
        sum(range(50_000))

    monkeypatch.setattr("data.peers.paces.LONGEST", 0.2)
    monkeypatch.setattr("data.peers.paces.ENOUGH", 0.1)
    began = process_time()
    assert 1 < pace(slow, ["a"] * 10_000) < 10_000
    assert process_time() - began < 10


def test_a_library_that_is_not_there_says_so_and_the_quoted_paces_follow(without: Path) -> None:
    said: list[str] = []
    compare(without, None, ["He is here ."], OURS, said.append)
    missing = [line for line in said if "No module named" in line]
    assert len(missing) == len(INSTALLS)
    quoted = next(i for i, line in enumerate(said) if "quoted, from another machine" in line)
    assert len(said) - quoted - 1 == len(QUOTED)
    (keyboard,) = (line for line in said[quoted:] if line.split()[0] == "keyboard")
    assert keyboard.split() == ["keyboard", "200", "400", "NL-Augmenter", "18,900"]


def test_no_pace_is_made_up_for_a_library_that_failed(without: Path) -> None:
    (told,) = paces(without / "nlpaug", "nlpaug", None, ["He is here ."])
    assert (told.pace, told.peer) == (0, "nlpaug")
    assert "nlpaug" in told.failed


def test_wordnet_and_the_tagger_come_where_nltk_looks_for_them(tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    (given / "averaged_perceptron_tagger_eng.zip").write_bytes(b"zip")
    folder = corpora(tmp_path / "home", given)
    assert (folder / "taggers" / "averaged_perceptron_tagger_eng.zip").read_bytes() == b"zip"
    assert (folder / "corpora" / "wordnet" / "lexnames").exists() == WORDNET.is_dir()


@pytest.mark.slow
def test_a_refused_installation_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    refused = install(tmp_path, "nlpaug")
    assert "No matching distribution found" in refused
    assert "\n" not in refused
    assert not (tmp_path / "nlpaug" / "done").exists()
