"""Flips: the tables of a run, the flips behind a row, and a word where there is nothing."""

from collections.abc import Callable

import pyarrow as pa
import pytest
from streamlit.testing.v1 import AppTest

from core.metrics import Estimate
from data.flips.rows import GroupBy, Tally
from data.jobs.jobs import jobs, status
from data.jobs.records import JobState
from data.runs.scores import runs
from data.store.export import FileFormat, as_bytes
from data.workspace import Workspace
from pages.ui.flips.tables import digits_of, having, top_of
from pages.ui.runs.dots import line_html
from pages.ui.runs.flip import row_name
from tests.pages.as_read import captions
from tests.pages.evaluate.test_evaluate import until_ended
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run
from tests.pages.heatmaps.views import show

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def test_without_a_run_the_page_says_how_to_get_one(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("flips")
    assert "Evaluate models" in app.info[0].value
    app.button(key="no-runs").click().run()
    assert not app.exception and app.title[0].value == "Evaluate"


def test_a_table_shows_rate_interval_and_n_and_leads_to_its_samples(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    app = open_page("flips?by=kind")
    assert not app.exception
    assert "word inserted" in shown(app)
    # on a scale to 90 % the dot of 50 stands at 55.56 %, its line from 15.0 on
    assert '<b style="left:16.6' in shown(app) and '<i style="left:55.56%"></i>' in shown(app)
    assert "<td>50</td><td>15 to 85</td><td>2</td><td>4</td><td>4</td><td>2 of 4</td>" in shown(app)
    assert "row=word+inserted" in shown(app)
    assert '<tr class=fl-apart><th colspan="8" scope="rowgroup">Fewer than 30 predictions: uncertain rates' in shown(
        app
    )
    assert "<span>0</span><span>45</span><span>90</span>" in shown(app)
    app.segmented_control(key="flips-by").set_value("perturbation").run()
    assert "row=negation" in shown(app) and ">negation</a>" in shown(app)
    link = f"heatmaps?view=Heatmap&amp;of=mine&amp;run={RUN}&amp;perturbations=Negation"
    assert f'<td><a href="{link}">by severity</a></td>' in shown(app)


def test_several_models_have_a_line_each_beside_what_they_have_of_all_edits(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, 8 * BEFORE, 8 * AFTER)
    app = open_page("flips?by=kind")
    table = shown(app)
    heads = '<th scope="col" class="fl-ink-0 fl-key">MiniLM</th><th scope="col" class="fl-ink-1 fl-key">CNN</th>'
    assert heads in table and '<th scope="row">all edits</th>' in table
    assert "<td>50</td><td>50</td><td>50</td><td>32</td><td>64</td><td>16 of 32</td>" in table  # each model, and all
    assert table.count('<i style="left:') == 4  # all edits, and the word that is inserted, of each model
    assert table.count('<s style="left:') == 2  # the rate of all edits, across the row of the word
    one = open_page("flips?by=kind&models=CNN")
    assert "fl-key" not in shown(one).split("</style>")[-1] and '<th scope="row">all edits</th>' in shown(one)


def test_a_model_with_few_predictions_has_no_rate_of_its_own(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, 4 * BEFORE, 4 * AFTER)
    app = open_page("flips?by=kind")
    assert "<td>–</td><td>–</td><td>50</td><td>16</td><td>32</td><td>8 of 16</td>" in shown(app)
    assert "– = fewer than 30 predictions of this model." in captions(app)[-1]


def test_the_file_has_all_words_of_each_model_whatever_is_searched_for(
    workspace: Workspace, open_page: Callable[[str], AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[pa.Table] = []

    def kept(table: pa.Table, file_format: FileFormat) -> bytes:
        tables.append(table)
        return as_bytes(table, file_format)

    monkeypatch.setattr("pages.ui.flips.tables.ROWS", 0)  # so that there is a search
    monkeypatch.setattr("pages.ui.flips.tables.as_bytes", kept)
    write_run(workspace, 8 * BEFORE, 8 * AFTER)
    app = open_page("flips?by=word")
    assert "Shown: 0 of 1 rows; the CSV file has all rows." in captions(app)[0]
    app.text_input(key="flips-words").set_value("nowhere").run()
    assert "No word matches the search." in [text.value for text in app.text] and "all edits" not in shown(app)
    rows = [(row["model"], row["value"], row["n"]) for row in tables[-1].to_pylist()]
    assert rows == [("", "+ not", 64), ("MiniLM", "+ not", 32), ("CNN", "+ not", 32)]


def test_where_there_is_one_kind_of_edit_the_parts_of_speech_come_first(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, models=("MiniLM",))
    app = open_page("flips")
    assert app.segmented_control(key="flips-by").value is GroupBy.CLASS and "by" not in app.query_params


def test_words_are_found_by_their_letters() -> None:
    rows = [Tally(GroupBy.WORD, word, 0, 99, Estimate(0.1, 99, 0.0, 0.2), 0, 0) for word in ("which", "+ of")]
    assert [row.value for row in having("(INS", rows)] == ["+ of"] and having("", rows) == rows


def test_the_page_says_in_which_order_its_rows_are(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("flips")
    told = "Sorted by the lower end of the flip rate's 95\u00a0% interval."
    assert told in captions(app)[0]  # above the table
    app.segmented_control(key="flips-by").set_value("place in the text").run()  # first, middle, last
    assert not any(told in caption for caption in captions(app))


def test_a_table_of_texts_does_not_say_that_a_text_counts_in_several_rows(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("flips")
    assert "counts in several rows" in " ".join(captions(app))
    for by in ("gold label", "text length", "number of edits"):
        app.segmented_control(key="flips-by").set_value(by).run()
        assert "counts in several rows" not in " ".join(captions(app))
        assert "Each row counts predictions on the changed texts in its group." in " ".join(captions(app))


def test_a_row_is_called_by_what_people_read() -> None:
    named = {by: row_name(by, value) for by, value in ((GroupBy.CLASS, "PRON"), (GroupBy.LABEL, "NUM"))}
    assert named == {GroupBy.CLASS: "pronoun (PRON)", GroupBy.LABEL: "NUM"}
    assert row_name(GroupBy.WORD, "+ of") == "of (inserted)" and row_name(GroupBy.CLASS, "between words") == (
        "between words"
    )


def test_all_rates_of_a_table_have_the_same_decimals() -> None:
    few, many = (Tally(GroupBy.WORD, "not", 0, n, Estimate(0.0, n, 0.0, 0.1), 0, 0) for n in (999, 1_000))
    assert (digits_of([few]), digits_of([few, many])) == (0, 1)


def test_all_tables_have_one_scale_that_rows_of_few_predictions_do_not_stretch() -> None:
    def row(n: int, high: float) -> Tally:
        return Tally(GroupBy.WORD, "not", 0, n, Estimate(0.1, n, 0.0, high), 0, 0)

    assert top_of([row(29, 0.95), row(30, 0.21), row(99, 0.32)]) == 40
    assert top_of([row(29, 0.95)]) == 100


def test_an_arrow_says_that_an_interval_goes_on_beyond_the_scale() -> None:
    assert "fl-cut" in line_html(50, 20, 95, (0, 90)) and "fl-cut" not in line_html(50, 20, 90, (0, 90))


def test_another_table_and_a_part_of_the_run_are_chosen(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    write_run(workspace, BEFORE, AFTER, cells=four_severities("negation"))
    app = open_page("flips")
    app.segmented_control(key="flips-by").set_value("gold label").run()
    assert "Flip rate by gold label" in shown(app) and '<th scope="col">Gold label</th>' in shown(app)
    assert "<td>32</td>" in shown(app)  # 4 samples x 4 severities x 2 models
    app.segmented_control(key="flips-by").set_value("word").run()
    assert "not (inserted)" in shown(app) and "+ not" not in shown(app).replace("row=%2B+not", "")
    app.segmented_control(key="flips-by").set_value("gold label").run()
    app.multiselect(key=f"flips-models-{RUN}").set_value(["CNN"]).run()
    app.multiselect(key=f"flips-conditions-{RUN}").set_value(["negation, PPS 1"]).run()
    assert "<td>32</td>" not in shown(app)
    app.toggle(key="flips-kept").set_value(True).run()
    assert not app.exception
    assert "No perturbed text of this run has been kept or relabelled yet" in app.info[0].value


def test_heatmaps_hands_over_the_robustness_card(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    write_run(workspace, BEFORE, AFTER)
    app = open_page("heatmaps")
    show(app, "Heatmap")
    assert not app.exception
    assert {"Page", "Markdown"} <= {button.proto.label for button in app.get("download_button")}


@pytest.mark.slow
def test_the_example_is_a_run_that_fills_the_page(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    app = open_page("flips")
    app.button(key="example-run").click().run()
    assert not app.exception and app.title[0].value == "Evaluate"
    (job,) = jobs(workspace)
    until_ended(workspace, job.id, 300)
    assert status(workspace, job.id).state is JobState.DONE, status(workspace, job.id)
    (card,) = runs(workspace)
    assert card.finished and [model.name for model in card.models] == ["CNN", "BiLSTM"]
    assert "word deleted" in shown(open_page("flips"))
