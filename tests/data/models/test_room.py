"""How much room models take: the least recently used go first, never those that a run needs."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import BadInput
from data.endpoints.answers import ANSWERS
from data.jobs.job import run_inline
from data.models.folder import CARD
from data.models.room import kept, limit, make_room, room_in_words, used_now
from data.workspace import Workspace
from tests.data.runs.run_data import CNN, asked, reviews


def model(workspace: Workspace, digest: str, megabytes: int, used: int) -> Path:
    folder = workspace.models / digest
    folder.mkdir(parents=True)
    (folder / "weights").write_bytes(b"w" * megabytes * 10**6)
    (folder / CARD).write_text("{}", encoding="utf-8")
    os.utime(folder / CARD, (used, used))
    return folder


def names(workspace: Workspace) -> set[str]:
    return {path.name for path in workspace.models.iterdir()}


def test_the_least_recently_used_go_until_the_rest_is_within_the_limit(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLINCH_MODELS_GB", "0.006")
    for digest, used in (("old", 10), ("older", 5), ("new", 20), ("needed", 1)):
        model(workspace, digest, 2, used)
    (workspace.models / ".unfinished.training").write_bytes(b"c" * 10**6)
    removed = make_room(workspace, ["needed"])
    assert [one.digest for one in removed] == ["unfinished", "older", "old"]  # 9 MB less 1, 2, 2: 4 are left
    assert names(workspace) == {"new", "needed"}
    assert room_in_words(removed) == (
        "Flinch deleted the 3 least recently used models (0.0 GB): trained models may use 0.006 GB (FLINCH_MODELS_GB)."
    )
    assert make_room(workspace) == [] and room_in_words([]) == ""


def test_a_model_that_was_used_is_not_the_oldest_any_more(workspace: Workspace) -> None:
    first, second = model(workspace, "first", 1, 10), model(workspace, "second", 1, 20)
    assert [one.path for one in kept(workspace)] == [first, second]
    used_now(first)
    assert [one.path for one in kept(workspace)] == [second, first]


def test_the_limit_is_twenty_gigabytes_a_setting_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLINCH_MODELS_GB", raising=False)
    assert limit() == 20e9
    monkeypatch.setenv("FLINCH_MODELS_GB", "0")
    assert limit() == float("inf")
    for wrong in ("much", "-1", "nan"):
        monkeypatch.setenv("FLINCH_MODELS_GB", wrong)
        with pytest.raises(BadInput, match=f"FLINCH_MODELS_GB is '{wrong}'"):
            limit()


def test_a_run_keeps_within_the_limit_and_never_loses_its_own_models(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews(workspace)
    stale = model(workspace, "stale", 3, 1)
    monkeypatch.setenv("FLINCH_MODELS_GB", "0.001")
    run_inline(workspace, "evaluate", "a run", asked(replace(CNN, epochs=1)).arguments())
    assert not stale.exists()
    assert len(names(workspace)) == 1


def test_answers_of_an_endpoint_go_last_and_are_as_old_as_their_last_use(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for digest, used in (("asked", 1), ("asked long ago", 2)):
        answers = model(workspace, digest, 1, used)
        (answers / CARD).rename(answers / ANSWERS)
    trained = model(workspace, "trained", 1, 30)
    used_now(workspace.models / "asked")
    assert [one.digest for one in kept(workspace)] == ["trained", "asked long ago", "asked"]
    monkeypatch.setenv("FLINCH_MODELS_GB", "0.0015")
    assert [one.digest for one in make_room(workspace)] == ["trained", "asked long ago"]
    assert not trained.exists()
