"""Grammar hints: what a perturbation added, offsets through a rewrite, and the engines themselves."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadInput, MissingResource
from core.hints.grammar import EngineDied, Issue, added_issues, masked, places
from core.hints.hinting import Hinting
from core.records import Candidate, Cell, FieldRewrite
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.hints.choice import available_engines, choose_engine
from data.hints.harper import Harper
from data.hints.java_server import JAVA_NEEDED, copies, java_version
from data.hints.languagetool import BATCH, CHARACTERS, LanguageTool, joined

ROOT = Path(__file__).parents[3]
CELL = Cell("trec", "test", "word_deletion", pps(1))


def issue(start: int, end: int, rule: str = "R") -> Issue:
    return Issue(start, end, rule, "says so")


def test_an_issue_that_moved_is_not_added() -> None:
    # "He go home now" without "now" in front: the issue at 4..6 moves to 0+3..5
    rewrite = Rewrite.of("So He go home", [Piece(0, 3, "")])
    assert added_issues(rewrite, [issue(6, 8)], [issue(3, 5)]) == []


def test_a_space_is_no_issue_in_a_text_that_came_as_tokens() -> None:
    tokens = Rewrite.of("What sea is Bombay on ?", [Piece(11, 11, " n't")])
    assert added_issues(tokens, [], [issue(11, 15, "DELETE_SPACE"), issue(9, 15)]) == [issue(9, 15)]
    plain = Rewrite.of("What sea is Bombay on?", [Piece(11, 11, " n't")])
    assert added_issues(plain, [], [issue(11, 15, "DELETE_SPACE")]) == [issue(11, 15, "DELETE_SPACE")]


def test_a_missing_capital_is_no_issue_in_a_text_without_any() -> None:
    lower, rule = Rewrite.of("do n't wait", [Piece(0, 7, "")]), "UPPERCASE_SENTENCE_START"
    assert added_issues(lower, [], [issue(0, 4, rule)]) == []
    cased = Rewrite.of("do n't wait for Ann", [Piece(0, 7, "")])
    assert added_issues(cased, [], [issue(0, 4, rule)]) == [issue(0, 4, rule)]


def test_an_issue_elsewhere_or_of_another_rule_is_added() -> None:
    rewrite = Rewrite.of("He goes home", [Piece(3, 7, "go")])
    assert added_issues(rewrite, [], [issue(3, 5)]) == [issue(3, 5)]
    assert added_issues(rewrite, [issue(3, 7, "other")], [issue(3, 5)]) == [issue(3, 5)]
    assert added_issues(rewrite, [issue(8, 12)], [issue(0, 2)]) == [issue(0, 2)]


def test_an_issue_of_a_deleted_word_accounts_for_the_one_left_beside_it() -> None:
    # the sentence began in lower case before and after: "a b c" -> "b c"
    rewrite = Rewrite.of("a b c", [Piece(0, 2, "")])
    assert added_issues(rewrite, [issue(0, 1)], [issue(0, 1)]) == []


def test_one_issue_before_accounts_for_one_after() -> None:
    rewrite = Rewrite.of("a b", [Piece(2, 3, "b b")])
    assert added_issues(rewrite, [issue(2, 3)], [issue(2, 3), issue(4, 5)]) == [issue(4, 5)]


def test_an_issue_at_the_very_place_is_accounted_for_before_one_that_only_touches_it() -> None:
    # "a b" -> "an b": the issue of "b" moves from 2..3 to 3..4, so what is new is the one of "an" beside it at 0..3
    rewrite = Rewrite.of("a b", [Piece(0, 1, "an")])
    beside, moved = issue(0, 3), issue(3, 4)
    assert added_issues(rewrite, [issue(2, 3)], [beside, moved]) == [beside]
    assert added_issues(rewrite, [issue(2, 3)], [moved, beside]) == [beside]


def test_a_span_across_moved_pieces_is_found_in_both_places() -> None:
    # "ab" reads "ba": 0..2 stands at 1..2 (a) and 0..1 (b)
    rewrite = Rewrite("ab", (Piece(1, 2, "b"), Piece(0, 1, "a")))
    assert sorted(places(rewrite, 0, 2)) == [(0, 1), (1, 2)]


@given(st.text(max_size=40), st.data())
def test_issues_of_an_unchanged_text_are_never_added(text: str, data: st.DataObject) -> None:
    spans = st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted)
    found = [issue(a, b, data.draw(st.sampled_from("AB"))) for a, b in data.draw(st.lists(spans, max_size=6))]
    assert added_issues(Rewrite.of(text, []), found, found) == []


@given(st.text(st.characters(), max_size=60))
def test_a_masked_text_has_the_same_length_in_code_points_and_in_utf_16(text: str) -> None:
    safe = masked(text)
    assert len(safe) == len(text) == len(safe.encode("utf-16-le")) // 2


@given(st.lists(st.text(max_size=5), max_size=200))
def test_joined_batches_hold_every_text_once_in_order(texts: list[str]) -> None:
    batches = joined(texts)
    assert [text for batch in batches for text in batch] == texts
    assert all(len(batch) <= BATCH for batch in batches)


def test_long_texts_make_short_batches() -> None:
    assert [len(batch) for batch in joined(["x" * CHARACTERS] * 3)] == [1, 1, 1]


def test_harper_finds_a_mistake_behind_an_emoji() -> None:
    ((first, *_), clean) = Harper().check(["\U0001f600 This is an test.", "This is a test."])
    assert "\U0001f600 This is an test."[first.start : first.end] == "an"
    assert clean == []


def test_without_languagetool_harper_stands_in_and_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LTP_PATH", str(tmp_path))
    monkeypatch.delenv("FLINCH_LANGUAGETOOL_URL", raising=False)
    choice = choose_engine()
    assert choice.engine and choice.engine.name.startswith("Harper")
    assert "Harper replaces LanguageTool" in choice.why
    assert choose_engine("languagetool").engine is None


def test_a_server_that_does_not_answer_is_named_and_harper_stands_in() -> None:
    choice = choose_engine(url="http://127.0.0.1:9")
    assert choice.engine and choice.engine.name.startswith("Harper")
    assert "No LanguageTool server answers at 'http://127.0.0.1:9'" in choice.why


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(BadInput, match="'word' is not a grammar engine"):
        available_engines("word")


class Mortal:
    """An engine that answers once and then is gone."""

    name = "Mortal 1"

    def __init__(self) -> None:
        self.asked = 0

    def check(self, texts: Sequence[str]) -> list[list[Issue]]:
        self.asked += 1
        if self.asked > 1:
            raise EngineDied("Mortal 1 no longer answers.")
        return [[] for _ in texts]

    def close(self) -> None:
        """Nothing was started."""


def candidate(text: str) -> Candidate:
    return Candidate(text, CELL, 0, (FieldRewrite("text", Rewrite.of(text, [Piece(0, 1, "")])),))


def test_hints_go_on_without_an_engine_that_dies_and_say_so() -> None:
    hinting = Hinting(None, Mortal())
    (first,) = hinting.hints([candidate("one two")])
    assert (first.issues, first.grammar_engine) == ((), "Mortal 1")
    (second,) = hinting.hints([candidate("three four")])
    assert (second.issues, second.grammar_engine) == (None, "")
    assert hinting.notes == ["Mortal 1 no longer answers. The rest has no grammar hint."]


@pytest.fixture(scope="module")
def jar(shared: Path) -> Path:
    found = copies(shared / "languagetool")
    if not found or java_version() < JAVA_NEEDED:
        pytest.skip(f"needs a copy of LanguageTool in shared/languagetool and Java {JAVA_NEEDED}")
    return found[0]


@pytest.fixture(scope="module")
def languagetool(jar: Path) -> Iterator[LanguageTool]:
    with closing(LanguageTool(jar=jar)) as running:
        yield running


def java_of(process: psutil.Process) -> list[psutil.Process]:
    return [child for child in process.children(recursive=True) if "java" in child.name()]


def server_of(engine: LanguageTool) -> list[psutil.Process]:
    assert engine._server
    shell = engine._server._shell.pid
    return java_of(psutil.Process(shell)) if psutil.pid_exists(shell) else []


@contextmanager
def killed_soon(engine: LanguageTool) -> Iterator[None]:
    """The engine's server is killed 0.3 s into the block."""
    (java,) = server_of(engine)
    timer = Timer(0.3, java.kill)
    timer.start()
    yield
    timer.join()


ODD = [
    "I love it \U0001f600 very much, he go home.",
    "He go home \U0001f44d\U0001f3fd. She have it.",
    "Line one is here.\n\nHe go to school.\n\nIt is good.",
    "",
    "  ",
    "\x00 He have\x00 it",
    "a\r\nb \U0001d49c he have it",
    "He have it \ud800",
    "مرحبا He have it",
    "x" * 200,
    "This is `` quoted '' and ( open",
    'He said " no',
    "What do a barometer measure?",
]


@pytest.mark.slow
def test_joined_and_single_questions_give_the_same_issues(languagetool: LanguageTool) -> None:
    together = languagetool.check(ODD * 6)  # several batches, two at once
    alone = [languagetool.check([text])[0] for text in ODD]
    assert together == alone * 6
    marked = [[text[i.start : i.end] for i in issues] for text, issues in zip(ODD, alone, strict=True)]
    assert "go" in marked[0] and "go" in marked[2] and {"go", "have"} <= set(marked[1])


@pytest.mark.slow
def test_a_server_by_url_says_the_same(languagetool: LanguageTool) -> None:
    assert languagetool._server
    by_url = LanguageTool(languagetool._server.url)
    assert by_url.check(ODD) == languagetool.check(ODD)
    by_url.close()
    assert languagetool._server.alive, "a server of somebody else is left running"


@pytest.mark.slow
def test_a_server_killed_in_mid_batch_is_started_once_again_and_then_given_up(jar: Path) -> None:
    texts = [f"He go home {n} times and she have a dog." for n in range(800)]
    with closing(LanguageTool(jar=jar)) as engine:
        expected = engine.check(texts[:1])
        with killed_soon(engine):
            assert engine.check(texts)[:1] == expected
        with killed_soon(engine), pytest.raises(EngineDied, match=r"LanguageTool 6\.\d+ no longer answers"):
            engine.check(texts)
        assert server_of(engine) == []


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_java_does_not_outlive_the_process_that_started_it(jar: Path, how: signal.Signals) -> None:
    code = (
        "import sys, time; from pathlib import Path; from data.hints.java_server import JavaServer; "
        "s = JavaServer(Path(sys.argv[1])); print(s.url, flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(jar)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline().startswith("http://127.0.0.1:")
        (java,) = java_of(psutil.Process(process.pid))
        os.kill(process.pid, how)
        process.wait()
        until = time.monotonic() + 10
        while java.is_running() and java.status() != psutil.STATUS_ZOMBIE and time.monotonic() < until:
            time.sleep(0.05)
        assert not java.is_running() or java.status() == psutil.STATUS_ZOMBIE


def test_a_jar_that_is_none_is_named(tmp_path: Path) -> None:
    if java_version() < JAVA_NEEDED:
        pytest.skip(f"needs Java {JAVA_NEEDED}")
    folder = tmp_path / "LanguageTool-6.8"
    folder.mkdir()
    (folder / "languagetool-server.jar").write_bytes(b"no jar")
    with pytest.raises(MissingResource, match="does not start"):
        LanguageTool(jar=copies(tmp_path)[0])
