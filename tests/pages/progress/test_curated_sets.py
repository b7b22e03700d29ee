"""A curated set is asked for on Progress: what it will hold is said before, and what can't be is said at once."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Verdict
from curation.campaigns.campaigns import Campaign
from data.curated.job import KIND, TABLES
from data.jobs.job import Job, work
from data.jobs.jobs import create
from data.jobs.records import JobState
from data.store import Store
from data.workspace import Workspace
from pages.ui.progress.curated_sets import FORM, NAME, OF
from tests.data.store.store_data import CELL, OTHER, candidate, decision, write_job


@pytest.fixture
def judged(workspace: Workspace) -> Iterator[Store]:
    with closing(Store.open(workspace)) as store:
        for cell in (CELL, OTHER):
            store.ingest(write_job(workspace, range(6), cell, job=cell.id))
        said = [Verdict.KEEP, Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL]
        store.record([decision(candidate(n).id, verdict, minute=n) for n, verdict in enumerate(said)])
        store.set_campaign(Campaign("<b>spring</b>", (OTHER.id,)))
        yield store


def texts(app: AppTest) -> str:
    return "\n".join(text.value for text in app.text)


def test_what_the_set_will_hold_is_said_before(judged: Store, open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress?view=export")
    assert not app.exception and not app.error
    # the two cells read the same: what was said of one holds for the other
    assert "4 texts judged: 6 samples in the set (4 kept, 2 relabelled), 2 discarded. Some texts" in texts(app)
    app.multiselect(key=OF).set_value([("campaign", "<b>spring</b>")]).run()
    assert "4 texts judged: 3 samples in the set (2 kept, 1 relabelled), 1 discarded." in texts(app)
    assert not app.button(key="set-make").disabled


@pytest.mark.parametrize(("name", "said"), [("../out", "can't be the name of a set"), ("mine", "is not a curated set")])
def test_a_name_that_can_not_be_is_named_before_anything_is_made(
    judged: Store, workspace: Workspace, open_page: Callable[[str], AppTest], name: str, said: str
) -> None:
    (workspace.exports / "mine").mkdir(parents=True)
    (workspace.exports / "mine" / "thesis.txt").write_text("years")
    app = open_page("progress?view=export")
    app.text_input(key=NAME).set_value(name).run()
    assert said in texts(app)
    assert app.button(key="set-make").disabled
    assert not list(workspace.jobs.glob(f"*/{TABLES}"))


def test_a_set_that_was_made_is_there_to_take_away(
    judged: Store, workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    asked = {"name": "reviews", "form": "jsonl", "datasets": [], "campaigns": [], "names": False}
    job = create(workspace, KIND, "Curated set reviews", asked)
    judged.copy_to(workspace.jobs / job / TABLES)
    assert work(Job(workspace.jobs / job)) is JobState.DONE
    app = open_page("progress?view=export")
    assert "Download (" in " ".join(button.proto.label for button in app.get("download_button"))
    app.text_input(key=NAME).set_value("reviews").run()
    assert "This replaces the existing set." in texts(app)
    assert app.session_state[FORM] == "parquet"


def test_nothing_is_offered_while_nobody_has_kept_anything(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress?view=export")
    assert not [button for button in app.button if button.key == "set-make"]
