"""Somebody withdraws: from the study, what was exported of it, two snapshots, and what others left half done."""

import shutil
from pathlib import Path

from curation.study.records import ParticipantState
from data.study.copies import heal, take_copies
from data.study.gone import Withdrawal, gone_from
from data.workspace import Workspace
from tests.killed.people import NOBODY, answered, is_left, is_whole, leftovers, only_study

ANSWERS = 8


def prepare(root: Path) -> None:
    study = answered(Workspace(root).prepare())
    (study.folder / "exports").mkdir()
    shutil.copy(study.folder / "participants" / "P01.jsonl", study.folder / "exports" / "answers.jsonl")
    for name in ("20260101T000000.000000Z", "20260102T000000.000000Z"):
        take_copies(root, root / "snapshots" / name)
    for name in (".20260103T000000.000000Z.part", f".20260104T000000.000000Z.{NOBODY}-0.part"):
        shutil.copytree(root / "snapshots" / "20260101T000000.000000Z", root / "snapshots" / name)
    for name in (f".{study.id}", f".{study.id}.{NOBODY}-1.part"):
        shutil.copytree(study.folder, study.folder.with_name(name))
    mended = study.folder / "participants" / f".P01.jsonl.{NOBODY}-2.part"
    shutil.copy(study.folder / "participants" / "P01.jsonl", mended)


def act(root: Path) -> None:
    only_study(Workspace(root)).withdraw("P01")


def check(root: Path) -> None:
    study = only_study(Workspace(root))
    noted = Withdrawal(study.id, "P01") in gone_from(root)
    heal(root)
    assert leftovers(root) == []
    assert is_whole(root / "snapshots")
    assert len(is_left(root, "P02")) == 3
    if not noted:  # nobody was told that it is done, and the browser sends it again
        assert [one.state for one in study.participants()] == [ParticipantState.FINISHED] * 2
        assert len([one for one in study.answers() if one.participant == "P01"]) == ANSWERS
        study.withdraw("P01")
    assert is_left(root, "P01") == []
    assert [one.state for one in study.participants()] == [ParticipantState.WITHDREW, ParticipantState.FINISHED]
    assert list(study.register.places) == ["P02"]
    assert [link.dead for link in study.register.links.values()] == [True, False]
    assert not (study.folder / "exports").exists()
