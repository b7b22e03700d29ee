"""The grammar bench: what it says without LanguageTool, what it counts with it, and how two texts are compared."""

from pathlib import Path

import pytest
from hypothesis import given

from core.errors import MissingResource
from core.hints.memory import Memory
from core.perturbations.registry import perturbations
from data.hints.java_server import JAVA_NEEDED, copies, java_version
from tests.core.strategies import TEXTS
from tools.bench.grammar import CLAIMING, judged, languagetool, run
from tools.bench.peer_synonyms import compared

SENTENCES = ["He bought an old car .", "The students have seen 3 movies in Paris .", "They do n't like the story ."]


def test_without_languagetool_it_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LTP_PATH", str(tmp_path))
    monkeypatch.delenv("FLINCH_LANGUAGETOOL_URL", raising=False)
    said: list[str] = []
    with pytest.raises(MissingResource, match=r"LanguageTool.*(install-languagetool|Java)"):
        run(SENTENCES, said.append)
    assert said == []


@pytest.fixture
def languagetool_there(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not copies(shared / "languagetool") or java_version() < JAVA_NEEDED:
        pytest.skip(f"needs a copy of LanguageTool in shared/languagetool and Java {JAVA_NEEDED}")
    monkeypatch.setenv("LTP_PATH", str(shared / "languagetool"))


@pytest.mark.slow
@pytest.mark.usefixtures("languagetool_there")
def test_each_claiming_perturbation_is_judged() -> None:
    said: list[str] = []
    run(SENTENCES * 2, said.append)
    assert "3 different sentences" in said[0]
    registered = {perturbation.name for perturbation in perturbations()}
    assert {line.split(",")[0].strip() for line in said[2:]} == registered & set(CLAIMING)


@pytest.mark.slow
@pytest.mark.usefixtures("languagetool_there")
def test_a_name_without_its_capital_is_an_issue_only_where_there_are_capitals() -> None:
    engine = languagetool()
    texts = [("like kevin kline , it works .", "laura"), ("Like kevin Kline , it works .", "laura")]
    texts.append(("like kevin kline , it works .", "flim"))
    made = [compared(text, text.replace("kevin", name)) for text, name in texts]
    found = judged(Memory(engine.check, 100), made)
    engine.close()
    assert [bool(verdict.issues) for verdict in found] == [False, True, True]


@pytest.mark.parametrize(
    ("old", "new", "edits"),
    [
        ("a good film .", "a great film .", [(2, 6, "great")]),
        ("a good film .", "a good film.", [(7, 13, "film.")]),
        ("good film", "a good film", [(0, 0, "a ")]),
        ("good film", "good long film", [(5, 5, "long ")]),
        ("a good film", "good film", [(0, 1, "")]),
        ("same", "same", []),
    ],
)
def test_two_texts_compared_by_hand(old: str, new: str, edits: list[tuple[int, int, str]]) -> None:
    assert [tuple(edit) for edit in compared(old, new).edits] == edits


@given(TEXTS, TEXTS)
def test_any_two_texts_can_be_compared(old: str, new: str) -> None:
    assert compared(old, new).perturbed.split() == new.split()
