"""Somebody else's decisions: bad lines are named, contradictions become disputes, and twice changes nothing."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.errors import BadInput
from core.records import DatasetCard, Decision, Sample, Task, TextField, Verdict
from curation.quality.gold import QualityRules
from data.append_log import AppendLog
from data.datasets.stored import save_dataset
from data.store import Store
from data.store.decision_import import NameMapping, disputed, import_decisions, read_import
from data.store.export import Export, FileFormat, as_bytes, export_table
from data.workspace import Workspace
from tests.data.store.store_data import CELL, as_line, candidate, decision, write_job


def lines(*decisions: Decision) -> bytes:
    return "".join(map(as_line, decisions)).encode()


def theirs(number: int, verdict: Verdict = Verdict.KEEP, annotator: str = "bea", **more: object) -> Decision:
    return decision(candidate(number).id, verdict, annotator, number, id=f"theirs-{number}-{annotator}", **more)


def test_what_another_workspace_exports_is_imported_once(filled: Store, workspace: Workspace, tmp_path: Path) -> None:
    elsewhere = Workspace(tmp_path / "elsewhere")
    write_job(elsewhere, range(10))
    there = Store.open(elsewhere)
    there.ingest(elsewhere.jobs / "job-1")
    there.record([theirs(0), theirs(1, Verdict.DISCARD), theirs(2, Verdict.RELABEL), theirs(3)])
    there.record([replace(theirs(3, Verdict.UNDO), id="back", undoes="theirs-3-bea")])
    exported = as_bytes(export_table(there, Export.DECISIONS), FileFormat.JSONL)
    for content in (exported, elsewhere.journal.read_bytes()):
        assert import_decisions(filled, read_import(filled, workspace, content)) == (5 if content is exported else 0)
    there.close()
    progress = filled.progress(CELL)
    assert (progress.kept, progress.discarded, progress.relabelled, progress.disputed) == (1, 1, 1, 0)
    assert sorted(d.id for d in AppendLog(workspace.journal, Decision).read()) == sorted(
        d.id for d in AppendLog(elsewhere.journal, Decision).read()
    )


def test_a_contradiction_is_named_and_becomes_a_dispute(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id, Verdict.KEEP, "ann"), decision(candidate(1).id, Verdict.KEEP, "ann")])
    marked = [theirs(0, Verdict.DISCARD, settles=True), theirs(1, Verdict.DISCARD, second=True), theirs(2)]
    found = read_import(filled, workspace, lines(*marked))
    assert [(c.candidate.sample_id, c.words(c.brought), c.words(c.here[0]), c.comes_to) for c in found.conflicts] == [
        ("sample-0", "bea: discard (no sense)", "ann: keep", "a dispute to settle"),
        ("sample-1", "bea: discard (no sense)", "ann: keep", "a dispute to settle"),
    ]
    import_decisions(filled, found)
    assert (disputed(filled), filled.progress(CELL).kept) == (2, 1)
    again = read_import(filled, workspace, lines(*marked))
    assert (again.fresh, again.known, again.conflicts, again.clashes) == ((), 3, (), ())


def test_an_answer_to_a_gold_sample_contradicts_nobody(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id, Verdict.KEEP, "ann")])
    found = read_import(filled, workspace, lines(theirs(0, Verdict.DISCARD, probe=True)))
    assert (len(found.fresh), found.conflicts) == (1, ())


def test_what_was_settled_here_stays_and_is_said(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id, Verdict.KEEP, "ann", settles=True)])
    found = read_import(filled, workspace, lines(theirs(0, Verdict.DISCARD)))
    assert [conflict.comes_to for conflict in found.conflicts] == ["the settled verdict of ann counts"]
    import_decisions(filled, found)
    assert filled.progress(CELL).kept == 1


def test_bad_lines_are_named_and_nothing_is_taken_unless_they_are_skipped(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(5).id, id="taken")])
    good, undo = theirs(0), theirs(6, Verdict.UNDO, undoes="nothing")
    content = b"".join(
        [
            lines(good),
            b"{broken\n",
            b"[]\n",
            b'{"id": {"a": 1}}\n',
            lines(replace(theirs(1), candidate_id="stranger")),
            lines(theirs(2, Verdict.DISCARD, reason="because")),
            lines(theirs(3, at=datetime.now(UTC) + timedelta(days=3))),
            lines(theirs(4, milliseconds=-1)),
            lines(replace(theirs(5), id="taken")),
            lines(undo),
            lines(replace(good, verdict=Verdict.DISCARD, reason="other")),
            b"\n",
            lines(theirs(7, annotator="x" * 300)),
        ]
    )
    found = read_import(filled, workspace, content)
    assert [line.number for line in found.bad] == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]
    said = {line.number: line.why for line in found.bad}
    assert "no candidate 'stranger' here" in said[5]
    assert "'because' is not a discard reason" in said[6]
    assert "is not possible; give the time" in said[7]
    assert "by 'ann', not 'bea'" in said[9]
    assert "another decision in an earlier line" in said[11]
    before = workspace.journal.read_bytes()
    with pytest.raises(BadInput, match=r"Nothing was imported: 11 bad lines\. line 2: .*[^.]\. And 1 more") as refused:
        import_decisions(filled, found)
    for line in found.bad[:10]:  # each ends in one full stop
        assert f" {str(line).removesuffix('.')}. " in str(refused.value)
    assert workspace.journal.read_bytes() == before
    assert import_decisions(filled, found, skip_bad=True) == 1


def test_a_new_label_must_be_one_of_the_data_set(filled: Store, workspace: Workspace) -> None:
    card = DatasetCard("questions", Task.CLASSIFICATION, ("thing", "place"), ("text",), {})
    save_dataset(workspace, card, [Sample("questions", "test", (TextField("text", "Who?"),), "thing")])
    found = read_import(
        filled, workspace, lines(theirs(0, Verdict.RELABEL), theirs(1, Verdict.RELABEL, label="person"))
    )
    assert [str(line) for line in found.bad] == [
        "line 2: 'person' is not a label of 'questions'; choose one of thing, place."
    ]


def test_a_name_that_is_somebodys_here_is_asked_about(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id, annotator="bea"), decision(candidate(1).id, annotator="cem")])
    content = lines(theirs(2), theirs(3, annotator="cem"), theirs(4, annotator="dora"), theirs(5, annotator="eve"))
    found = read_import(filled, workspace, content, people=["eve"])
    assert found.clashes == ("bea", "cem", "eve")
    with pytest.raises(BadInput, match="These names are used here too: bea, cem, eve"):
        import_decisions(filled, found)
    assert read_import(filled, workspace, content, NameMapping(same=("bea", "eve"))).clashes == ("cem",)
    assert read_import(filled, workspace, content, NameMapping(all_same=True)).clashes == ()
    apart = read_import(filled, workspace, content, NameMapping("lab 2, "))
    assert import_decisions(filled, apart) == 4
    assert filled.people() == {"bea", "cem", "lab 2, bea", "lab 2, cem", "lab 2, dora", "lab 2, eve"}
    again = read_import(filled, workspace, content, NameMapping("lab 2, "))
    assert (again.known, again.fresh, again.bad) == (4, (), ())
    other = read_import(filled, workspace, content)  # under other names the same ids are refused, and nothing changes
    assert "import the file under the same names as before" in other.bad[0].why


def test_a_majority_may_settle_what_was_imported(filled: Store, workspace: Workspace) -> None:
    filled.record([decision(candidate(0).id, Verdict.KEEP, "ann")])
    both = [theirs(0, Verdict.DISCARD), theirs(0, Verdict.DISCARD, "cem")]
    import_decisions(filled, read_import(filled, workspace, lines(*both)))
    assert disputed(filled) == 1
    filled.set_quality(QualityRules(majority=True))
    assert disputed(filled) == 0


def test_a_file_that_is_none_is_a_sentence(filled: Store, workspace: Workspace, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="This file has no decisions"):
        read_import(filled, workspace, b"\n\n")
    with pytest.raises(BadInput, match="can't be read"):
        read_import(filled, workspace, tmp_path / "absent.jsonl")
    with pytest.raises(BadInput, match="longer than"):
        read_import(filled, workspace, json.dumps({"id": "x" * 300_000}).encode())
