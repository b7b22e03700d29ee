"""Known answers from a file."""

import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.quality.gold import KnownAnswer
from data.store.quality.gold_file import read_gold


def test_csv_and_jsonl_say_the_same() -> None:
    answers = {"a": KnownAnswer(Verdict.KEEP), "b": KnownAnswer(Verdict.RELABEL, "place")}
    assert read_gold("g.csv", "\ufeffcandidate_id,verdict,label\na,keep,\nb,relabel,place\n".encode()) == answers
    lines = b'{"candidate_id":"a","verdict":"keep"}\n\n{"candidate_id":"b","verdict":"relabel","label":"place"}\n'
    assert read_gold("g.JSONL", lines) == answers


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("g.csv", b"candidate_id,verdict\na,maybe\n", "Line 2 of 'g.csv'.*maybe"),
        ("g.csv", b"id,verdict\na,keep\n", "Line 2.*candidate_id"),
        ("g.csv", b"", "holds no known answers"),
        ("g.csv", b"candidate_id,verdict\na,relabel\n", "relabelled to nothing"),
        ("g.csv", b"candidate_id,verdict\na,skip\n", "'skip' is no answer"),
        ("g.csv", b"\xff\xfe", "no UTF-8"),
        ("g.jsonl", b"{", "Line 1 of 'g.jsonl' is no JSON"),
        ("g.jsonl", b"[1]", "no JSON object"),
        ("g.jsonl", b'{"candidate_id":"a","verdict":["keep"]}', "Line 1"),
        ("g.csv", b" " * 5_000_001, "5,000,001 bytes"),
    ],
)
def test_what_is_no_answer_is_named(name: str, content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_gold(name, content)
