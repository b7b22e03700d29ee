"""Other libraries beside ours: how turns are taken and what is made of the times, with libraries of the tests' own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import BadInput
from core.perturbations.registry import perturbations
from tools.bench.environments import INSTALLS
from tools.bench.output import Spread
from tools.bench.peer_process import SCRIPTS, PeerFailed, PeerPerturbation, peer_process
from tools.bench.peers import BlockTimes, compared, ratios, row, run, turns
from tools.bench.quoted import QUOTED
from tools.bench.throughput import remembering

SENTENCES = [f"He bought {n} old cars in the town where they are sold ." for n in range(1_200)]
NLPAUG = """
class Augmenter:
    def __init__(self, **options): self.options = options
    def augment(self, text):
        print("loud libraries are not listened to")
        return sum(range(20 * len(text)))
class Broken(Augmenter):
    def augment(self, text): raise LookupError("no word list\\nin any folder")
for name in "KeyboardAug OcrAug RandomCharAug SpellingAug RandomWordAug".split():
    globals()[name] = type(name, (Augmenter,), {})
class SynonymAug(Broken): pass
"""
READER = "class WordNetCorpusReader: pass\n"


def environment(home: Path, **modules: str) -> None:
    """A Python of its own with these modules, which says that its library is installed."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    (home / "done").touch()
    (packages,) = home.glob("lib/python*/site-packages")
    for name, code in modules.items():
        path = packages / f"{name.replace('_in_', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)


@pytest.fixture
def without(tmp_path: Path) -> Path:
    """Environments that hold no library."""
    for library in INSTALLS:
        environment(tmp_path / library)
    return tmp_path


@pytest.fixture
def nlpaug(tmp_path: Path) -> Path:
    """An environment with a library that has nlpaug's names: slow, loud, and broken where it needs WordNet."""
    reader = "nltk_in_corpus_in_reader_in_wordnet"
    names = ("nlpaug_in_augmenter_in_char", "nlpaug_in_augmenter_in_word")
    environment(tmp_path / "nlpaug", **dict.fromkeys(names, NLPAUG), **{reader: READER})
    return tmp_path / "nlpaug"


def test_whatever_is_compared_is_registered() -> None:
    names = {p.name for p in perturbations()}
    script = (SCRIPTS / "blocks.py").read_text(encoding="utf-8")
    named = set(re.findall(r"""\b[Pp]eer\(\s*"(\w+)",""", script))
    assert len(named) > 12
    assert named | {quoted.ours for quoted in QUOTED} <= names


def test_one_process_answers_block_after_block(nlpaug: Path) -> None:
    with peer_process(nlpaug, "nlpaug") as process:
        listed = process.perturbations()
        assert listed[0] == PeerPerturbation(0, "keyboard", "nlpaug KeyboardAug")
        short, long = (process.cpu_seconds(listed[0], ["some text"] * n) for n in (50, 2_000))
        assert 0 < short < long
        synonyms = next(peer for peer in listed if peer.name == "nlpaug SynonymAug wordnet")
        with pytest.raises(PeerFailed, match="LookupError: no word list in any folder"):
            process.cpu_seconds(synonyms, ["some text"])
        assert process.cpu_seconds(listed[1], ["some text"]) > 0


def test_every_block_is_given_to_both_until_the_peer_has_had_its_time(
    nlpaug: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with remembering(SENTENCES) as warm, peer_process(nlpaug, "nlpaug") as process:
        first = process.perturbations()[0]
        blocks = list(turns(process, first, SENTENCES, warm))
        assert [block.texts for block in blocks] == [500, 500, 200]
        assert all(min(block.cold, block.cached, block.peer) > 0 for block in blocks)
        monkeypatch.setattr("tools.bench.peers.FEWEST", 2)
        monkeypatch.setattr("tools.bench.peers.LONGEST", 0.0)
        assert len(list(turns(process, first, SENTENCES, warm))) == 2


def test_each_perturbation_of_a_library_has_a_row_and_what_failed_says_why(nlpaug: Path, tmp_path: Path) -> None:
    with remembering(SENTENCES[:20]) as warm:
        lines = list(compared(nlpaug, "nlpaug", tmp_path, SENTENCES[:20], warm))
    rows = [line for line in lines if "nlpaug" in line and "by --nltk-data" not in line]
    assert len(rows) == 12
    assert sum("failed   LookupError: no word list in any folder" in line for line in rows) == 2
    assert [line.split()[-1] for line in rows if "failed" not in line] == ["1"] * 10


def test_ratios_and_their_quartiles_by_hand() -> None:
    # The peer takes 2, 4, 6, 8 and 10 seconds where ours, cold, takes 2: ratios 1 to 5, quartiles 2, 3 and 4.
    blocks = [BlockTimes(500, cold=2, cached=0.5, peer=2 * n) for n in (4, 1, 5, 2, 3)]
    assert ratios(blocks, "cold") == Spread(2, 3, 4)
    assert ratios(blocks, "cached") == Spread(8, 12, 16)
    assert ratios(blocks[:1], "cold") == Spread(4, 4, 4)
    cells = row(PeerPerturbation(0, "ocr", "peer"), blocks).split()
    assert cells == ["ocr", "250", "1,000", "peer", "83", "3.00", "(2.00-4.00)", "12.00", "(8.00-16.00)", "5"]
    assert "no sentences" in row(PeerPerturbation(0, "ocr", "peer"), [])


def test_a_library_that_is_not_there_says_so_and_the_next_one_follows(without: Path) -> None:
    lines: list[str] = []
    run(["He is here ."], lines.append, without, without)
    missing = [line for line in lines if "No module named" in line]
    assert [line.split()[0] for line in missing] == list(INSTALLS)


def test_without_a_folder_for_the_libraries_it_says_how_to_name_one() -> None:
    with pytest.raises(BadInput, match="--peers-env"):
        run(["He is here ."], [].append)
