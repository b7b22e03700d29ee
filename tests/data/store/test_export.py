"""What people take away says what they decided, word for word."""

import csv
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core.errors import BadInput
from core.records import Candidate, FieldRewrite, Verdict
from core.rewrite import Piece, Rewrite
from core.severity import pps
from data.store import Store
from data.store.export import (
    Export,
    FileFormat,
    as_bytes,
    checked_table,
    curated_table,
    decisions_table,
    export_table,
    take_away,
    write_export,
)
from data.workspace import Workspace
from tests.data.store.store_data import CELL, START, candidate, decision, write_job
from tools.candidates import hand_in

PAIRS = replace(CELL, dataset="pairs", severity=pps(3))
PAIR = Candidate(
    "sample-p",
    PAIRS,
    1,
    (
        FieldRewrite("question", Rewrite.of('Is "it", he\nasked?', [])),
        FieldRewrite("answer", Rewrite.of("It is 🙂.", [Piece(5, 5, " not")])),
    ),
)


CELL_COLUMNS = ["dataset string", "split string", "perturbation string", "severity string"]
COLUMNS = {
    Export.CURATED: [
        *("candidate_id string", "sample_id string", *CELL_COLUMNS, "seed int64", "gold_label string", "label string"),
        *(
            "relabelled bool",
            "annotators list<item: string>",
            "carried_from string",
            "doubted_by list<item: string>",
            "settled_by string",
            "order string",
        ),
    ],
    Export.DECISIONS: [
        *("id string", "candidate_id string", *CELL_COLUMNS, "annotator string", "verdict string"),
        *("at timestamp[us, tz=UTC]", "label string", "reason string", "note string", "milliseconds int64"),
        *(
            "hints_visible bool",
            "undoes string",
            "second bool",
            "settles bool",
            "probe bool",
            "stands bool",
            "propensity double",
            "drawn_from int64",
            "order string",
        ),
    ],
    Export.CHECKED: [
        *("perturbation string", "dataset string", "split string"),
        *(
            f"pps_{n}{end}"
            for n in range(1, 5)
            for end in (" int32", "_reached bool", "_carried int32", "_order string")
        ),
    ],
}


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    """One kept and one relabelled sample, one discarded and one undone, and a kept pair in another cell."""
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(6)))
    hand_in(workspace, "job-2", [(PAIR, "yes")])
    store.ingest(workspace.jobs / "job-2")
    undone = decision(candidate(3).id, minute=3, id="undone")
    store.record(
        [
            decision(candidate(0).id, Verdict.KEEP, id="kept"),
            decision(candidate(0).id, Verdict.KEEP, "bob", 1, id="kept too"),
            decision(candidate(1).id, Verdict.RELABEL, minute=1, id="relabelled", note='a "note";\nof two lines'),
            decision(candidate(2).id, Verdict.DISCARD, minute=2, id="discarded"),
            undone,
            decision(candidate(3).id, Verdict.UNDO, minute=4, id="undo", undoes="undone"),
            decision(PAIR.id, minute=5, id="pair"),
        ]
    )
    yield store
    store.close()


def test_curated_samples_have_their_texts_and_labels(store: Store) -> None:
    pair, kept, relabelled = curated_table(store).to_pylist()
    assert kept == {
        "candidate_id": candidate(0).id,
        "sample_id": "sample-0",
        "dataset": "questions",
        "split": "test",
        "perturbation": "negation",
        "severity": "pps-2",
        "seed": 1,
        "original_question": None,
        "perturbed_question": None,
        "original_answer": None,
        "perturbed_answer": None,
        "original_text": "What is thing 0?",
        "perturbed_text": "What is not thing 0?",
        "gold_label": "thing",
        "label": "thing",
        "relabelled": False,
        "annotators": ["ann", "bob"],
        "carried_from": "",
        "doubted_by": [],
        "settled_by": "",
        "order": "random",
    }
    assert (relabelled["gold_label"], relabelled["label"], relabelled["relabelled"]) == ("thing", "place", True)
    assert (pair["original_question"], pair["perturbed_answer"]) == ('Is "it", he\nasked?', "It is not 🙂.")


def test_decisions_are_all_there_and_say_what_stands(store: Store) -> None:
    rows = decisions_table(store).to_pylist()
    stands = {row["id"]: row["stands"] for row in rows}
    assert stands == {
        "pair": True,
        "kept": True,
        "kept too": True,
        "relabelled": True,
        "discarded": True,
        "undone": False,
        "undo": False,
    }
    assert rows[1]["at"] == START
    assert (rows[1]["dataset"], rows[1]["severity"], rows[1]["verdict"]) == ("questions", "pps-2", "keep")


def test_the_checked_table_has_the_papers_layout(store: Store) -> None:
    store.set_quota(1)
    assert checked_table(store).to_pylist() == [
        {
            "perturbation": "negation",
            "dataset": dataset,
            "split": "test",
            "pps_1": None,
            "pps_1_reached": None,
            "pps_1_carried": None,
            "pps_1_order": None,
            "pps_2": pps_2,
            "pps_2_reached": reached,
            "pps_2_carried": 0 if reached else None,
            "pps_2_order": "random" if reached else None,
            "pps_3": pps_3,
            "pps_3_reached": reached_3,
            "pps_3_carried": 0 if reached_3 else None,
            "pps_3_order": "random" if reached_3 else None,
            "pps_4": None,
            "pps_4_reached": None,
            "pps_4_carried": None,
            "pps_4_order": None,
        }
        for dataset, pps_2, reached, pps_3, reached_3 in [
            ("pairs", None, None, 1, True),
            ("questions", 1, True, None, None),
        ]
    ]


@pytest.mark.parametrize("what", Export)
def test_every_format_reads_back_as_the_table(store: Store, what: Export) -> None:
    table = export_table(store, what)
    assert pq.read_table(BytesIO(as_bytes(table, FileFormat.PARQUET))).equals(table)
    lines = [json.loads(line) for line in as_bytes(table, FileFormat.JSONL).decode().splitlines()]
    assert [list(line) for line in lines] == [table.schema.names] * table.num_rows
    rows = list(csv.DictReader(StringIO(as_bytes(table, FileFormat.CSV).decode(), newline="")))
    assert len(rows) == table.num_rows
    for column in ("note", "original_question", "perturbation"):
        if column in table.schema.names:
            assert [row[column] for row in rows] == [value or "" for value in table[column].to_pylist()]
            assert [line[column] for line in lines] == table[column].to_pylist()


def test_several_annotators_are_joined_in_csv_and_times_are_iso_in_jsonl(store: Store) -> None:
    assert b'"ann; bob"' in as_bytes(curated_table(store), FileFormat.CSV)
    assert "It is not 🙂.".encode() in as_bytes(curated_table(store), FileFormat.JSONL)  # as people read it
    assert b'"at": "2026-01-01T00:00:00+00:00"' in as_bytes(decisions_table(store), FileFormat.JSONL)


@pytest.mark.parametrize("what", Export)
def test_the_columns_have_their_names_and_kinds_even_where_there_is_nothing(workspace: Workspace, what: Export) -> None:
    store = Store.open(workspace)
    schema = export_table(store, what).schema
    store.close()
    assert [f"{field.name} {field.type}" for field in schema] == COLUMNS[what]


def test_an_event_is_written_down_whole(store: Store) -> None:
    rows = {row["id"]: row for row in decisions_table(store).to_pylist()}
    assert rows["relabelled"] == {
        "id": "relabelled",
        "candidate_id": candidate(1).id,
        "dataset": "questions",
        "split": "test",
        "perturbation": "negation",
        "severity": "pps-2",
        "annotator": "ann",
        "verdict": "relabel",
        "at": START + timedelta(minutes=1),
        "label": "place",
        "reason": "",
        "note": 'a "note";\nof two lines',
        "milliseconds": 0,
        "hints_visible": True,
        "undoes": "",
        "second": False,
        "settles": False,
        "probe": False,
        "stands": True,
        "propensity": 0.0,
        "drawn_from": 0,
        "order": "random",
    }
    assert (rows["undo"]["undoes"], rows["discarded"]["reason"]) == ("undone", "no sense")


def test_a_closed_workspace_gives_the_table_and_its_file(store: Store, workspace: Workspace) -> None:
    table = curated_table(store)
    store.close()
    assert take_away(workspace, Export.CURATED).equals(table)
    path = workspace.root / "away" / "curated.parquet"
    assert take_away(workspace, Export.CURATED, str(path)).equals(table)
    assert pq.read_table(path).equals(table)


def test_the_words_that_name_tables_and_formats() -> None:
    assert [*map(str, Export)] == ["curated", "decisions", "checked"]
    assert [*map(str, FileFormat)] == ["csv", "jsonl", "parquet"]


def test_an_empty_store_exports_empty_tables(workspace: Workspace) -> None:
    store = Store.open(workspace)
    for what in Export:
        table = export_table(store, what)
        assert table.num_rows == 0
        assert as_bytes(table, FileFormat.CSV).count(b"\n") == 1  # the header
        assert as_bytes(table, FileFormat.JSONL) == b""
    store.close()


def test_a_file_is_written_in_the_format_of_its_name(store: Store, tmp_path: Path) -> None:
    table = curated_table(store)
    for name in ("c.csv", "c.JSONL", "c.parquet"):
        write_export(tmp_path / "out" / name, table)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["c.JSONL", "c.csv", "c.parquet"]
    assert pq.read_table(tmp_path / "out" / "c.parquet").equals(table)
    with pytest.raises(BadInput, match=r"use \.csv, \.jsonl or \.parquet"):
        write_export(tmp_path / "c.xlsx", table)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="can't be written"):
        write_export(tmp_path / "file" / "c.csv", table)


COMPUTED = ["=1+1", "+1", "-cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1", "=\n", "\n=1+1", " =1", "\u3000=1"]
COMPUTED += ["＝1", "＋1", "－1", "＠SUM(1)", "\ufeff=1"]


@pytest.mark.parametrize("text", [*COMPUTED, "'=1", "a=1", "a\n=1", "", "−5", " “=1”"])
def test_what_a_spreadsheet_would_compute_is_a_text_in_csv_and_left_alone_elsewhere(text: str) -> None:
    table = pa.table({"note": [text], "by": [[text, "b"]], "n": [-3], "=1+1": ["a"]})
    computed = text in COMPUTED
    (row,) = csv.DictReader(StringIO(as_bytes(table, FileFormat.CSV).decode(), newline=""))
    assert row["note"] == ("'" + text if computed else text)
    assert row["by"] == ("'" if computed else "") + f"{text}; b"
    assert (row["n"], row["'=1+1"]) == ("-3", "a")
    assert json.loads(as_bytes(table, FileFormat.JSONL))["note"] == text
    assert pq.read_table(BytesIO(as_bytes(table, FileFormat.PARQUET))).equals(table)


def test_a_cell_of_several_files_has_each_sample_beside_its_own_texts(workspace: Workspace) -> None:
    with closing(Store.open(workspace)) as opened:
        for numbers, job in ((range(0, 12, 2), "even"), (range(1, 12, 2), "odd"), (range(12, 14), "more")):
            opened.ingest(write_job(workspace, numbers, job=job))
        assert len(opened.files(CELL)) == 3
        line = [item.candidate.id for item in opened.desk(CELL, "ann", 14)]
        opened.record([decision(candidate(n).id, minute=n) for n in range(14)])
        rows = curated_table(opened).to_pylist()
        assert [row["candidate_id"] for row in rows] == line and len(line) == 14
        for row in rows:
            assert row["original_text"] == f"What is thing {row['sample_id'].removeprefix('sample-')}?"
            assert row["perturbed_text"] == row["original_text"].replace("is", "is not")
