"""Known answers from a file."""

import pytest

from core.errors import BadInput
from core.records import DatasetCard, Sample, Task, TextField, Verdict
from curation.quality.gold import KnownAnswer
from curation.quality.gold_lines import GoldLine
from data.datasets.stored import save_dataset
from data.store import Store
from data.store.quality.gold_file import gold_of, read_gold
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate


def test_csv_and_jsonl_say_the_same() -> None:
    keep, relabel = KnownAnswer(Verdict.KEEP), KnownAnswer(Verdict.RELABEL, "place")
    content = "\ufeffcandidate_id,verdict,label\na,keep,\nb,relabel,place\n".encode()
    assert read_gold("g.csv", content) == [GoldLine(2, "a", keep), GoldLine(3, "b", relabel)]
    lines = b'{"candidate_id":"a","verdict":"keep"}\n\n{"candidate_id":"b","verdict":"relabel","label":"place"}\n'
    assert read_gold("g.JSONL", lines) == [GoldLine(1, "a", keep), GoldLine(3, "b", relabel)]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("g.csv", b"candidate_id,verdict\na,maybe\n", "Line 2 of 'g.csv'.*maybe"),
        ("g.csv", b"id,verdict\na,keep\n", "Line 2.*candidate_id"),
        ("g.csv", b"", "holds no known answers"),
        ("g.csv", b"\xff\xfe", "is not UTF-8"),
        ("g.jsonl", b"{", "Line 1 of 'g.jsonl' is not JSON"),
        ("g.jsonl", b"[1]", "must be a JSON object"),
        ("g.jsonl", b'{"candidate_id":"a","verdict":["keep"]}', "Line 1"),
        ("g.csv", b" " * 5_000_001, "5,000,001 bytes"),
    ],
)
def test_what_is_no_answer_is_named(name: str, content: bytes, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        read_gold(name, content)


def test_a_label_the_data_set_does_not_have_is_refused_by_its_line_and_nothing_is_taken(
    filled: Store, workspace: Workspace
) -> None:
    known, other = candidate(0).id, candidate(1).id
    right = f"candidate_id,verdict,label\n{known},keep,\n{other},relabel,place\n".encode()
    wrong = right + f"{candidate(2).id},relabel,plase\nnowhere,keep,\n".encode()
    made = [Sample(CELL.dataset, "test", (TextField("text", "What is thing 0?"),), "thing")]
    save_dataset(workspace, DatasetCard(CELL.dataset, Task.CLASSIFICATION, ("thing", "place"), ("text",), {}), made)
    with pytest.raises(BadInput) as error:
        gold_of("g.csv", wrong, filled, workspace)
    assert str(error.value) == (
        "Nothing was imported from 'g.csv'. Line 4: 'plase' is not a label of 'questions'; choose one of thing, place. "
        "Line 5: there is no candidate 'nowhere' here; use ids from an export."
    )
    answers = {known: KnownAnswer(Verdict.KEEP), other: KnownAnswer(Verdict.RELABEL, "place")}
    assert gold_of("g.csv", right, filled, workspace) == answers


def test_where_the_data_set_is_gone_any_label_will_do(filled: Store, workspace: Workspace) -> None:
    id_ = candidate(0).id
    answers = gold_of("g.csv", f"candidate_id,verdict,label\n{id_},relabel,plase\n".encode(), filled, workspace)
    assert answers == {id_: KnownAnswer(Verdict.RELABEL, "plase")}
