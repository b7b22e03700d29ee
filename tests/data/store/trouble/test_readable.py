"""What people decided can be read while somebody else has the workspace open, or where nothing can be written."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.campaigns.campaigns import Campaign
from curation.order import OrderStrategy
from curation.quality.gold import QualityRules
from data.store import Store
from data.store.export import Export, export_table, take_away
from data.store.readable import readable
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, hint, write_job
from tests.data.store.trouble.others import held
from tests.ordinary_user import as_an_ordinary_user


def judged(workspace: Workspace) -> dict[Export, pa.Table]:
    """Two cells of which people judged something in every way there is; what of it can be taken away."""
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(10), hints=[hint(n, 0.5 + n / 10) for n in range(4)], not_applicable=3))
    store.ingest(write_job(workspace, range(8), OTHER, job="job-0"))  # duplicates of the first, taken in after them
    store.set_quality(QualityRules(majority=True))
    store.set_campaign(Campaign("first", (CELL.id,), quota=4, judgements=3), "ann")
    store.set_way(OTHER, OrderStrategy.BEST_FIRST)
    said = zip(("ann", "bob", "cleo"), (Verdict.KEEP, Verdict.DISCARD, Verdict.KEEP), strict=True)
    store.record([decision(candidate(0).id, verdict, who) for who, verdict in said])
    wrong = decision(candidate(1).id, Verdict.DISCARD, minute=1)
    undone = decision(candidate(1).id, Verdict.UNDO, minute=2, undoes=wrong.id)
    store.record([wrong, undone, decision(candidate(1).id, Verdict.RELABEL, minute=3, note="a é\n line")])
    store.record([decision(candidate(5, OTHER).id, Verdict.KEEP, "bob", minute=4)])
    told = {what: export_table(store, what) for what in Export}
    store.close()
    return told


def files(workspace: Workspace) -> dict[Path, tuple[int, int]]:
    found = ((path, path.stat()) for path in workspace.root.rglob("*"))
    return {path: (stat.st_mtime_ns, stat.st_size) for path, stat in found}


def test_the_same_is_taken_away_while_another_process_has_it_open(workspace: Workspace) -> None:
    told = judged(workspace)
    assert [told[what].num_rows for what in (Export.CURATED, Export.DECISIONS)] == [6, 7]  # with their duplicates
    with held(workspace):
        before = files(workspace)
        assert {what: take_away(workspace, what) for what in Export} == told
        assert files(workspace) == before


def test_the_same_is_taken_away_where_nothing_can_be_written(ordinary_place: Path) -> None:
    place = Workspace(ordinary_place).prepare()
    told = judged(place)
    for path in (place.root, *place.root.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    with as_an_ordinary_user():
        assert {what: take_away(place, what) for what in Export} == told
    for path in (place.root, *place.root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def test_how_far_the_cells_are_is_the_same(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    judged(workspace)
    write_job(workspace, range(6), replace(CELL, perturbation="synonym_replacement"), job="job-2")  # nobody took it in
    write_job(workspace, range(6), replace(CELL, perturbation="word_deletion"), job="job-3")
    (workspace.jobs / "job-3" / "cells.json").write_text("[{}]")
    with readable(workspace) as store:
        known = store.cells()
        assert {one.cell.perturbation for one in known} == {CELL.perturbation, "synonym_replacement"}
    assert "job-3" in capsys.readouterr().err
    with held(workspace), readable(workspace) as store:
        assert store.cells() == known
        assert store.campaign(CELL) == Campaign("first", (CELL.id,), quota=4, judgements=3)


def test_what_cannot_be_read_is_said_and_the_rest_is_there(
    workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    told = judged(workspace)[Export.DECISIONS]
    (workspace.jobs / "job-7").mkdir()
    (workspace.jobs / "job-7" / "cells.json").write_text("[{}]")
    with held(workspace):
        with workspace.journal.open("ab") as journal:
            journal.write(b'not a decision\n{"half a')
        assert take_away(workspace, Export.DECISIONS) == told
    said = capsys.readouterr().err
    assert "job-7" in said and "has no checksum" in said


def test_what_is_damaged_or_not_there_is_refused_as_before(workspace: Workspace, tmp_path: Path) -> None:
    judged(workspace)
    workspace.database.write_bytes(b"no database" * 1000)
    with pytest.raises(BadInput, match="build it again from the decision log"), readable(workspace):
        pass
    nowhere = replace(workspace, root=tmp_path / "a file" / "below")
    nowhere.root.parent.write_text("in the way")
    with pytest.raises(BadInput, match="can't be written"), readable(nowhere):
        pass
