"""A study is deleted, with the answers of all who took part."""

from pathlib import Path

from data.study.copies import heal
from data.study.gone import gone_from
from data.study.studies import Studies
from data.workspace import Workspace
from tests.killed.people import is_left, is_whole, leftovers, only_study
from tests.killed.withdrawal import ANSWERS
from tests.killed.withdrawal import prepare as prepare  # the same study


def act(root: Path) -> None:
    Studies(Workspace(root)).remove(only_study(Workspace(root)).id)


def check(root: Path) -> None:
    noted = any(not one.participant for one in gone_from(root))
    heal(root)
    assert leftovers(root) == []
    assert is_whole(root / "snapshots")
    if not noted:
        assert len(only_study(Workspace(root)).answers()) == 2 * ANSWERS
        act(root)
    assert is_left(root, "P01") == is_left(root, "P02") == []
    assert Studies(Workspace(root)).ids() == []
