"""Campaigns: what may be one, that it is kept, and that the store hands out as it says."""

from dataclasses import replace

import pytest

from core.errors import BadInput
from core.records import Verdict
from curation.campaigns.campaigns import Campaign, CampaignState, HintsShown, moves_of, named
from data.store import Store
from data.store.settings.campaign_log import FILE
from data.workspace import Workspace
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job

FIRST = Campaign("First round", (CELL.id,), 3, state=CampaignState.RUNNING)


def handed(store: Store, annotator: str = "ann", n: int = 12) -> list[str]:
    return [item.candidate.id for item in store.desk(CELL, annotator, n)]


def test_a_cell_has_the_quota_of_its_campaign_and_others_that_of_the_workspace(
    filled: Store, workspace: Workspace
) -> None:
    filled.ingest(write_job(workspace, range(3), OTHER, "job-2"))
    filled.set_quota(7)
    assert filled.campaign(CELL).name == ""
    filled.set_campaign(FIRST)
    assert (filled.progress(CELL).quota, filled.progress(OTHER).quota) == (3, 7)
    assert filled.progress(CELL).campaign == "First round"
    assert len(handed(filled)) == 3
    filled.record([decision(candidate(n).id) for n in range(3)])
    assert filled.progress(CELL).reached and filled.progress(CELL).closed
    filled.set_campaign(replace(FIRST, quota=5))  # extended
    assert not filled.progress(CELL).reached and len(handed(filled)) == 2


def test_campaigns_outlive_the_process_and_a_rebuild_with_and_without_the_old_database(
    filled: Store, workspace: Workspace
) -> None:
    full = replace(FIRST, judgements=3, share=0.2, seed=9, hints=HintsShown.HALF, guidelines="# Keep\n*if* fair")
    filled.set_campaign(full)
    filled.close()
    for lose in (False, True):
        if lose:
            workspace.database.unlink()
        Store.rebuild(workspace)
        again = Store.open(workspace)
        assert again.campaigns() == [full]
        again.close()


def test_a_campaign_that_a_newer_flinch_wrote_is_left_out_and_kept(filled: Store, workspace: Workspace) -> None:
    filled.set_campaign(FIRST)
    filled.close()
    path = workspace.root / FILE
    path.write_bytes(path.read_bytes() + b'{"at":"2026-01-01","by":"","campaign":{"name":3}}\n')
    written = path.read_bytes()
    again = Store.open(workspace)
    assert again.campaigns() == [FIRST]
    assert path.read_bytes() == written
    again.close()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "can't be the name of a campaign"),
        ({"name": "a\nb"}, "can't be the name of a campaign"),
        ({"name": "x" * 81}, "can't be the name of a campaign"),
        ({"quota": 0}, "The quota can't be 0"),
        ({"quota": 100_001}, "The quota can't be 100001"),
        ({"judgements": 0}, "A sample can't have 0 judges"),
        ({"judgements": 21}, "A sample can't have 21 judges"),
        ({"share": 0.0}, "The share can't be 0;"),
        ({"share": 1.1}, "The share can't be 1.1;"),
        ({"share": float("nan")}, "The share can't be nan;"),
        ({"guidelines": "x" * 20_001}, "have 20,001 characters"),
        ({"cells": ()}, "has no cells"),
        ({"cells": ("nowhere",)}, "There is no cell 'nowhere'"),
    ],
)
def test_what_can_be_no_campaign_is_refused_in_a_sentence(filled: Store, wrong: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        filled.set_campaign(replace(FIRST, **wrong))  # type: ignore[arg-type]
    assert filled.campaigns() == []


def test_a_cell_is_in_one_campaign_and_an_archived_one_gives_its_cells_back(filled: Store) -> None:
    filled.set_campaign(FIRST)
    second = replace(FIRST, name="Second", quota=9)
    with pytest.raises(BadInput, match="is already in the campaign 'First round'"):
        filled.set_campaign(second)
    filled.set_campaign(replace(FIRST, archived=True))
    assert filled.progress(CELL).halted == "The campaign “First round” is archived."
    filled.set_campaign(second)
    assert filled.progress(CELL).quota == 9
    with pytest.raises(BadInput, match="is already in the campaign 'Second'"):
        filled.set_campaign(FIRST)  # restored
    assert [campaign.archived for campaign in filled.campaigns()] == [True, False]


def test_a_name_that_differs_in_capitals_only_is_the_same_campaign(filled: Store) -> None:
    filled.set_campaign(FIRST)
    filled.set_campaign(replace(FIRST, name="FIRST ROUND"))
    assert [campaign.name for campaign in filled.campaigns()] == ["FIRST ROUND"]


def test_one_that_is_paused_hands_nothing_out_and_takes_what_is_under_way(filled: Store) -> None:
    filled.set_campaign(FIRST)
    (first, *_) = handed(filled)
    filled.set_campaign(FIRST.moved("pause"))
    assert handed(filled) == []
    assert filled.progress(CELL).halted == "The campaign “First round” is paused."
    filled.receive([decision(first)])
    assert filled.progress(CELL).kept == 1
    filled.set_campaign(FIRST.moved("pause").moved("start"))
    assert len(handed(filled)) == 2


def test_each_move_is_made_from_where_it_can_be() -> None:
    new = replace(FIRST, state=CampaignState.SET_UP)
    assert moves_of(new) == ["start", "archive"]
    assert moves_of(FIRST) == ["pause", "close", "archive"]
    assert moves_of(FIRST.moved("pause")) == ["start", "close", "archive"]
    assert moves_of(FIRST.moved("close")) == ["start", "archive"]
    assert moves_of(FIRST.moved("archive")) == ["restore"]
    assert FIRST.moved("archive").moved("restore") == FIRST
    assert FIRST.moved("close").halted == "The campaign “First round” is closed."
    assert new.halted == "The campaign “First round” has not been started yet."
    with pytest.raises(BadInput, match=r"can't pause the campaign .*: it is set up, and must be running"):
        new.moved("pause")
    with pytest.raises(BadInput, match="restore it first"):
        replace(FIRST, archived=True).moved("pause")
    with pytest.raises(BadInput, match="'stop' is not an action on a campaign; give one of start, pause"):
        FIRST.moved("stop")
    assert named("first ROUND", [FIRST]) == FIRST
    with pytest.raises(BadInput, match="There is no campaign 'x'; campaigns: 'First round'"):
        named("x", [FIRST])


def test_hidden_hints_are_nowhere_and_what_the_desk_says_of_them_is_not_believed(filled: Store) -> None:
    filled.set_campaign(replace(FIRST, hints=HintsShown.NONE))
    items = filled.desk(CELL, "ann", 3)
    assert [(item.hint, item.similarity_percentile, item.hints_hidden) for item in items] == [(None, None, True)] * 3
    filled.receive([decision(items[0].candidate.id, hints_visible=True)])
    assert [d.hints_visible for d in filled.decisions(CELL)] == [False]
    assert filled.recent(CELL, "ann")[0].item.hint is None
    filled.set_campaign(FIRST)
    assert filled.recent(CELL, "ann")[0].item.hint is not None


def test_a_random_half_is_shown_with_hints_the_same_half_for_everybody(filled: Store) -> None:
    half = replace(FIRST, quota=10, judgements=2, hints=HintsShown.HALF)
    filled.set_campaign(half)
    anns, bobs = ({i.candidate.id: i.hints_hidden for i in filled.desk(CELL, who, 10)} for who in ("ann", "bob"))
    assert anns == bobs and set(anns.values()) == {True, False}
    filled.receive([decision(id_, annotator="ann") for id_ in anns])
    assert {d.candidate_id: d.hints_visible for d in filled.decisions(CELL)} == {c: not h for c, h in anns.items()}
    other = replace(half, seed=2)
    assert [other.shows_hints(c) for c in anns] != [half.shows_hints(c) for c in anns]


def test_two_of_three_judgements_are_wanted_and_nobody_else_is_told(filled: Store) -> None:
    filled.set_campaign(replace(FIRST, judgements=2))
    first = handed(filled, "ann", 1)
    filled.receive([decision(first[0], Verdict.KEEP, "ann")])
    assert handed(filled, "bob", 1) == first
    assert filled.recent(CELL, "bob") == []
    assert filled.progress(CELL).pending == 1
    filled.receive([decision(first[0], Verdict.DISCARD, "bob")])
    assert not any(d.second for d in filled.decisions(CELL))
    assert (filled.progress(CELL).disputed, filled.progress(CELL).pending) == (1, 0)
    assert first[0] not in handed(filled, "cat")
