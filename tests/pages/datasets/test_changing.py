"""A data set is renamed or deleted on its page, after what rests on it was named."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.experiments.registry import ExperimentRequest
from core.models.registry import usual_spec
from core.records import DatasetCard, Sample, Task, TextField, Verdict
from data.datasets.stored import dataset_card, dataset_cards, save_dataset
from data.experiments.files import ExperimentCard, write_card
from data.jobs.jobs import create
from data.store import Store
from data.store.export import Export, export_table
from data.workspace import Workspace
from pages.ui.datasets.changing import _asks_of
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.data.study.study_data import new_study

Open = Callable[[str], AppTest]
DIALOG = """
from data.datasets.stored import dataset_cards
from pages.ui.datasets.changing import {what}
from pages.ui.shell.session import workspace

for card in dataset_cards(workspace()):
    if card.name == "questions":
        {what}(card)
"""


@pytest.fixture
def questions(workspace: Workspace) -> Workspace:
    """A data set on which nothing rests yet, beside a second one."""
    for name in (CELL.dataset, "other"):
        card = DatasetCard(name, Task.CLASSIFICATION, ("thing",), ("text",), {})
        save_dataset(workspace, card, [Sample(name, "test", (TextField("text", "What is it?"),), "thing")])
    return workspace


def asked_to_change(open_page: Open) -> AppTest:
    return opened(open_page, "change", "Edit details", "changing")


def asked_to_delete(open_page: Open) -> AppTest:
    return opened(open_page, "remove", "Delete data set", "deleting")


def opened(open_page: Open, button: str, title: str, what: str) -> AppTest:
    """What the dialog holds, on a page of its own: AppTest closes dialogs at the next click."""
    (dialog,) = open_page("datasets").button(key=f"{button}-questions").click().run().get("dialog")
    assert dialog.proto.dialog.title == title
    app = AppTest.from_string(DIALOG.format(what=what), default_timeout=60)
    app.session_state["inside-app"] = True
    return app.run()


def said(app: AppTest) -> str:
    return "\n".join(str(element.value) for element in (*app.markdown, *app.text, *app.error, *app.info))


def save(app: AppTest) -> AppTest:
    next(b for b in app.button if b.label == "Save").click()
    return app.run()


def test_experiments_and_studies_use_a_data_set_too(questions: Workspace, open_page: Open) -> None:
    study = new_study(questions)
    assert _asks_of(study.id, "toy") and not _asks_of(study.id, "questions") and not _asks_of("gone", "toy")
    folder = questions.experiments / "20260101-000000-000000-aaaa"
    folder.mkdir(parents=True)
    asked = ExperimentRequest(
        "learnability", "questions", (usual_spec("cnn"),), ("leet_letters.paper@1",), (1.0,), (0,)
    )
    write_card(
        folder, ExperimentCard(folder.name, "t", "learnability", "questions", True, asked.arguments(), 1, "cpu", "")
    )
    app = asked_to_change(open_page)
    assert "- 1 experiment" in said(app)
    assert not next(i for i in app.text_input if i.label == "Name").disabled
    app = asked_to_delete(open_page)
    assert any(i.label.startswith("To delete the data set, type its name") for i in app.text_input)


def test_a_data_set_gets_another_name_and_title(questions: Workspace, open_page: Open) -> None:
    app = asked_to_change(open_page)
    assert "Nothing uses this data set." in said(app)
    next(i for i in app.text_input if i.label == "Name").set_value("queries")
    next(i for i in app.text_input if i.label == "Title").set_value("Queries by users")
    save(app)
    assert not app.exception and not app.error
    assert [(card.name, card.title) for card in dataset_cards(questions)][-1] == ("queries", "Queries by users")


def test_a_name_that_is_taken_is_refused_in_the_dialog(questions: Workspace, open_page: Open) -> None:
    app = asked_to_change(open_page)
    next(i for i in app.text_input if i.label == "Name").set_value("other")
    assert "There is a data set 'other' already" in said(save(app))
    assert len(dataset_cards(questions)) == 2


def test_what_rests_on_a_data_set_is_named_and_deleting_loses_no_decision(
    questions: Workspace, open_page: Open
) -> None:
    store = Store.open(questions)
    store.ingest(write_job(questions, range(3)))
    store.record([decision(candidate(0).id), decision(candidate(1).id, Verdict.DISCARD, "bob")])
    app = asked_to_change(open_page)
    assert "- 2 decisions by 2 people\n- 1 cell with 3 candidates" in said(app)
    assert next(i for i in app.text_input if i.label == "Name").disabled

    app = asked_to_delete(open_page)
    assert "- 2 decisions by 2 people" in said(app)
    app.button(key="delete-questions").click().run()
    assert "Nothing was deleted." in said(app) and dataset_card(questions, "questions")
    app.text_input(key="sure-questions").set_value("questions")
    app.button(key="delete-questions").click().run()
    assert not app.exception and [card.name for card in dataset_cards(questions)] == ["other"]

    assert export_table(store, Export.DECISIONS).num_rows == 2
    curated = export_table(store, Export.CURATED).to_pylist()
    assert [row["perturbed_text"] for row in curated] == ["What is not thing 0?"]
    assert store.desk(CELL, "ann")[0].candidate.sample_id == "sample-2"  # and what was made can still be judged


def test_a_data_set_that_a_job_works_on_stays_as_it_is(questions: Workspace, open_page: Open) -> None:
    create(questions, "candidates", "Questions", {"design": {"dataset": "questions"}})
    for asked in (asked_to_change, asked_to_delete):
        app = asked(open_page)
        assert "A job is using this data set." in said(app)
        assert not [b for b in app.button if b.label in ("Save", "Delete")]


def test_a_data_set_in_one_piece_is_shared_out(questions: Workspace, open_page: Open) -> None:
    many = [Sample("questions", "all", (TextField("text", f"What is {n}?"),), "thing") for n in range(50)]
    save_dataset(questions, DatasetCard("questions", Task.CLASSIFICATION, ("thing",), ("text",), {}), many)
    app = asked_to_change(open_page)
    next(i for i in app.text_input if i.label == "Percentages").set_value("56-24")
    shared = next(b for b in app.button if b.label == "Split")
    assert "are not split shares" in said(shared.click().run())
    next(i for i in app.text_input if i.label == "Percentages").set_value("56-24-20")
    next(b for b in app.button if b.label == "Split").click().run()
    splits = dataset_card(questions, "questions").splits
    assert splits == {"train": 28, "dev": 12, "test": 10}
