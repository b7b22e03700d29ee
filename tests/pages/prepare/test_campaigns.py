"""Campaigns on the page Prepare: set up, started, changed, archived; what is wrong is said and what was typed stays."""

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from curation.campaigns.campaigns import Campaign, CampaignState, HintsShown
from data.store import Store
from data.workspace import Workspace
from pages.ui.shell.people import TEAM, TOKEN, accounts
from tests.data.store.store_data import CELL, OTHER, write_job
from tests.pages.conftest import APP

Open = Callable[[str], AppTest]
ID = Campaign("First").id


@pytest.fixture
def store(workspace: Workspace) -> Iterator[Store]:
    opened = Store.open(workspace)
    opened.ingest(write_job(workspace, range(5)))
    opened.ingest(write_job(workspace, range(5), OTHER, "job-2"))
    yield opened
    opened.close()


def test_without_cells_there_is_nothing_to_set_up(open_page: Open) -> None:
    assert "Campaigns" not in [header.value for header in open_page("prepare").header]


def test_one_is_set_up_started_paused_extended_closed_archived_and_restored(open_page: Open, store: Store) -> None:
    page = open_page("prepare")
    people, share = page.number_input(key="campaign-new-judgements"), page.number_input(key="campaign-new-share")
    assert (people.value, share.value) == (2, 20.0)  # a share of samples judged by 1 would be no share
    page.text_input(key="campaign-new-name").set_value("  First ")
    page.multiselect(key="campaign-new-cells").set_value([CELL.id])
    page.number_input(key="campaign-new-judgements").set_value(3)
    page.number_input(key="campaign-new-share").set_value(25.0)
    page.radio(key="campaign-new-hints").set_value(HintsShown.HALF)
    page.text_area(key="campaign-new-guide").set_value("# Keep\n<b>if</b> fair")
    page.button(key="FormSubmitter:campaign-new-Set up the campaign").click().run()
    assert not page.exception and not page.error
    (made,) = store.campaigns()
    assert (made.name, made.cells, made.quota, made.judgements, made.share) == ("First", (CELL.id,), 200, 3, 0.25)
    assert (made.hints, made.state) == (HintsShown.HALF, CampaignState.SET_UP)
    people = "25 % of samples judged by 3 people"
    said = f"set up · 1 cell · quota 200 · {people} · hints shown for a random half of the samples"
    assert said in [caption.value for caption in page.caption]
    assert page.text_input(key="campaign-new-name").value == ""
    assert page.multiselect(key="campaign-new-cells").options == ["questions (test): negation, PPS 3"]

    for move, state in (("start", "running"), ("pause", "paused"), ("start", "running"), ("close", "closed")):
        page.button(key=f"campaign-{ID}-{move}").click().run()
        assert store.campaigns()[0].state == state
    page.number_input(key=f"campaign-{ID}-quota").set_value(250)
    page.button(key=f"FormSubmitter:campaign-{ID}-Save the changes").click().run()
    assert (store.campaigns()[0].quota, store.campaigns()[0].state) == (250, "closed")
    page.button(key=f"campaign-{ID}-archive").click().run()
    assert store.campaigns()[0].archived
    page.button(key=f"campaign-{ID}-restore").click().run()
    assert not store.campaigns()[0].archived and not page.exception


def test_what_is_wrong_is_said_below_and_what_was_typed_stays(open_page: Open, store: Store) -> None:
    page = open_page("prepare")
    page.text_input(key="campaign-new-name").set_value("**First**")
    page.text_area(key="campaign-new-guide").set_value("an hour's work")
    page.button(key="FormSubmitter:campaign-new-Set up the campaign").click().run()
    assert [error.value.replace("\\", "") for error in page.error] == [
        "The campaign '**First**' has no cells; choose at least one."
    ]
    assert page.text_area(key="campaign-new-guide").value == "an hour's work"
    store.set_campaign(Campaign("First", (OTHER.id,)))
    page.text_input(key="campaign-new-name").set_value("FIRST")
    page.multiselect(key="campaign-new-cells").set_value([CELL.id])
    page.button(key="FormSubmitter:campaign-new-Set up the campaign").click().run()
    assert "A campaign named 'FIRST' already exists" in page.error[0].value.replace("\\", "")
    assert store.campaigns() == [Campaign("First", (OTHER.id,))]


def test_a_change_keeps_the_state_that_somebody_else_set_meanwhile(open_page: Open, store: Store) -> None:
    store.set_campaign(Campaign("First", (CELL.id,), state=CampaignState.RUNNING))
    page = open_page("prepare")
    store.set_campaign(store.campaigns()[0].moved("pause"))
    page.number_input(key=f"campaign-{ID}-quota").set_value(9)
    page.button(key=f"FormSubmitter:campaign-{ID}-Save the changes").click().run()
    assert (store.campaigns()[0].quota, store.campaigns()[0].state) == (9, "paused")


def test_its_history_says_who_changed_what_and_how_the_guidelines_read(open_page: Open, store: Store) -> None:
    first = Campaign("First", (CELL.id,), guidelines="# Keep *some*")
    store.set_campaign(first, "Ann <b>")
    page = open_page("prepare")
    page.session_state["flinch_annotator"] = "Bo"
    page.number_input(key=f"campaign-{ID}-quota").set_value(9)
    page.text_area(key=f"campaign-{ID}-guide").set_value("# Keep")
    page.button(key=f"FormSubmitter:campaign-{ID}-Save the changes").click().run()
    page.button(key=f"campaign-{ID}-start").click().run()
    assert "History: 3 changes" in [fold.label for fold in page.expander]
    lines = next(text.value for text in page.text if "set up" in text.value).split("\n")
    assert [line.partition(" UTC, ")[2] for line in lines] == [
        "Bo: started", "Bo: quota 200 → 9; guidelines, 13 → 6 characters", "Ann <b>: set up",
    ]  # fmt: skip
    assert "<em>some</em>" not in " ".join(html.proto.body for html in page.get("html"))
    page.selectbox(key=f"campaign-{ID}-earlier").select_index(0).run()
    assert "<em>some</em>" in " ".join(html.proto.body for html in page.get("html")) and not page.exception


def test_a_team_too_small_for_a_campaign_is_told_before_its_start_and_on_progress(
    open_page: Open, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TEAM, "1")
    ada = accounts().join(accounts().set_up(), "Ada", "correct horse battery")
    store.set_campaign(Campaign("First", (CELL.id,), judgements=3), "Ada")
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.session_state[TOKEN] = ada
    app.run()
    for name in ("prepare", "progress"):
        page = app.switch_page(f"pages/{name}.py").run()
        said = [warning.value.replace("\\", "") for warning in page.warning]
        assert said and "only 1 person may judge here (Ada). Invite 2 more people" in said[0]
    assert not app.exception


def test_on_a_laptop_nothing_is_said_of_a_team(open_page: Open, store: Store) -> None:
    store.set_campaign(Campaign("First", (CELL.id,), judgements=3), "Ada")
    assert not open_page("prepare").warning
