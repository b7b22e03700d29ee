"""The tab Results of the page Studies, on a simulated study."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.metrics.estimate import Estimate
from curation.study.records import StudyState
from curation.study.results.judgements import GroupedBy
from curation.study.results.needs import Handling
from data.published.user_study import PublishedAnswer
from data.study.study import Study
from data.study_results.handling import handling
from data.workspace import Workspace
from pages.ui.studies.choice import RESULTS, STUDY, TAB
from pages.ui.studies.results.chosen import EVERYBODY, PASSED, ChosenQuestion, StudyRead
from pages.ui.studies.results.forest import FEW, drawn, forest, narrowest
from pages.ui.studies.results.rows import SharePoint, ShareRow, share_rows
from pages.ui.studies.results.tables import span
from pages.ui.studies.results.taking import shares_table
from tests.data.study.study_data import new_study, walked
from tests.data.study_results.simulated_study import small_study

Open = Callable[[str], AppTest]


def results(open_page: Open, view: str = "findings") -> AppTest:
    return open_page(f"studies?tab=results&view={view}")


def tables(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


@pytest.fixture
def study(workspace: Workspace) -> Study:
    return small_study(workspace, careless=1)


def test_a_study_that_nobody_answered_says_so(open_page: Open, workspace: Workspace) -> None:
    new_study(workspace)
    app = results(open_page)
    assert not app.exception
    assert any("No answers yet" in info.value for info in app.info)


def test_everything_is_drawn_and_the_paragraph_has_the_numbers(open_page: Open, study: Study) -> None:
    app = results(open_page)
    assert heads(app) == ["Answers", "Comparison with the published study"]
    assert not any("Hollow" in caption.value for caption in app.caption)  # no such mark before the model is fitted
    compared = tables(app)
    assert "<small>published as: understandable and same meaning</small>" in compared
    (figures,) = re.findall(r"<td>([\d.]+) % \([^)]*\)</td><td>(\d+) %</td><td>([+−][\d.]+) \(", compared)
    ours, theirs, apart = (float(figure.replace("−", "-")) for figure in figures)
    assert theirs == 94 and apart == pytest.approx(ours - theirs)
    assert [button.label for button in app.button if button.key == "fit-mixed"] == ["Fit the mixed model"]
    app.segmented_control(key=RESULTS).set_value("Quality").run()
    assert heads(app) == ["Attention checks", "Agreement and time"]
    assert "Krippendorff&#x27;s alpha" in tables(app)
    app.segmented_control(key=RESULTS).set_value("Export").run()
    assert heads(app) == ["Export", "Methods"]
    assert "6 participants (6 finished, 6 invited)" in app.code[0].value
    assert app.query_params == {"study": study.id, "tab": "results", "view": "export"}


def test_the_shares_are_a_table_with_numbers(study: Study) -> None:
    read = StudyRead.of(study)
    part = study.design.parts[0]
    question = part.questions[0]
    chosen = ChosenQuestion(read, part, question, False, read.rows(part.name, question.id))
    rows = share_rows(chosen, GroupedBy.SEVERITY)
    first, *groups = shares_table(rows, question.options).to_pylist()
    assert first["group"] == "All judgements" and first["answer"] == question.options[question.unchanged]
    assert first["judgements"] == sum(line["judgements"] for line in groups) == len(chosen.rows)
    assert first["clustered_low"] <= first["share"] <= first["clustered_high"] and first["mixed_value"] is None


def rows_of(*judgements: int, published: PublishedAnswer | None = None) -> list[ShareRow]:
    whole = Estimate(1.0, 4, 0.5, 1.0)
    return [ShareRow(f"Row {n}", n, n, 2, (SharePoint(0, whole, whole, None, published),)) for n in judgements]


def test_groups_of_few_judgements_have_no_row_and_no_mark_is_cut() -> None:
    rows = rows_of(FEW - 1, FEW, FEW - 1)  # the first is of all judgements
    assert drawn(rows) == rows[:2]
    figure = forest(drawn(rows), ("Yes", "No"))
    assert [len(trace.x) for trace in figure.data] == [2]
    assert figure.layout.xaxis.range == (-2, 102)


def test_names_stand_beside_the_plot_and_above_the_lines_on_a_narrow_screen() -> None:
    rows = rows_of(10, 20)
    wide, narrow = (forest(rows, ("Yes", "No"), wide=is_wide).layout for is_wide in (True, False))
    # 7 pixels for each of the 13 characters of "Row 20 n = 20", and 24
    assert wide.margin.l == 7 * 13 + 24 and narrowest(rows) == wide.margin.l + 420
    assert [name.xshift for name in wide.annotations] == [-wide.margin.l] * 2
    marks = forest(rows, ("Yes", "No"), wide=False).data[0].y
    assert [mark - name.y for mark, name in zip(marks, narrow.annotations, strict=True)] == [26, 26]


def test_the_bar_of_the_published_share_says_what_it_is() -> None:
    published = PublishedAnswer(1, 20, 600, (), 0, "understandable", 0.94)
    (_, bar) = forest(rows_of(10, published=published), ("Yes", "No")).layout.annotations
    assert bar.text == "published 94 %" and bar.x == 94 and bar.xanchor == "right"


def test_a_figure_without_an_interval_stands_alone() -> None:
    assert (span(Estimate(1.0, 1)), Estimate(1.0, 1).in_words) == ("100 %", "1.00")


def test_the_address_of_a_view_opens_it_and_one_of_a_study_its_participants(open_page: Open, study: Study) -> None:
    assert heads(open_page(f"studies?study={study.id}&view=quality")) == ["Attention checks", "Agreement and time"]
    app = open_page(f"studies?study={study.id}")
    assert app.session_state[TAB] == "Participants" and app.query_params == {"study": study.id}
    assert "available here: findings, quality, export" in open_page("studies?view=all").text[0].value


def test_studies_are_told_apart_by_name_and_date(open_page: Open, workspace: Workspace, study: Study) -> None:
    other = new_study(workspace)
    other.set_state(StudyState.CLOSED)
    app = open_page("studies")
    assert len(app.selectbox(key=STUDY).options) == 2
    assert app.selectbox(key=STUDY).options[1] == f"{study.design.title} · {study.register.created:%-d %b %Y}"


def test_a_button_opens_the_form_of_a_new_study_and_the_select_leads_back(open_page: Open, study: Study) -> None:
    app = open_page("studies")
    next(button for button in app.button if button.label == "New study").click().run()
    assert app.query_params == {"study": "new"} and app.selectbox(key=STUDY).options[-1] == "New study"
    app.selectbox(key=STUDY).select(study.id).run()
    assert app.query_params == {"study": study.id} and len(app.selectbox(key=STUDY).options) == 1


def heads(app: AppTest) -> list[str]:
    assert not app.exception and not app.error
    return [head.value for head in app.header]


def test_those_who_failed_the_checks_can_be_left_out(open_page: Open, workspace: Workspace) -> None:
    study = small_study(workspace, lambda design: replace(design, seed=3), careless=3)
    app = results(open_page)
    (picked,) = (group for group in app.button_group if group.label == "Participants")
    assert picked.value == EVERYBODY
    everybody = next(c.value for c in app.caption if "Judgements of" in c.value)
    picked.set_value(PASSED).run()
    assert not app.exception
    left = next(c.value for c in app.caption if "Judgements of" in c.value)
    assert everybody != left
    assert any("was fixed in the design" in caption.value for caption in app.caption)
    assert study.design.allowed_misses == 0


def test_a_perturbation_is_moved_and_prepare_goes_by_it(open_page: Open, workspace: Workspace, study: Study) -> None:
    app = results(open_page)
    app.selectbox(key=f"needs-move-{study.id}").set_value("word_repetition").run()
    assert app.button(key="needs-do").label == "Change from automatic to curate"
    app.button(key="needs-do").click().run()
    assert handling(workspace, "word_repetition") is Handling.CURATE
    assert any(
        "A study changed the handling of word repetition to “curate”" in caption.value for caption in app.caption
    )
    prepare = open_page("prepare")
    assert "word_repetition" in prepare.multiselect(key="prepare-perturbations").value
    said = next(c.value for c in prepare.caption if "needs curation here" in c.value)
    assert "Simulated" in said


def test_the_title_of_a_study_is_shown_as_it_is_written(open_page: Open, workspace: Workspace) -> None:
    study = small_study(workspace, lambda design: replace(design, title="<b>*Mine*</b>"))
    app = results(open_page)
    app.selectbox(key=f"needs-move-{study.id}").set_value("negation").run()
    app.button(key="needs-do").click().run()
    prepare = open_page("prepare")
    said = next(c.value for c in prepare.caption if "needs no curation here" in c.value)
    assert r"\<b\>\*Mine\*\</b\>" in said


def test_after_the_first_answers_of_one_participant_everything_is_drawn_and_nothing_claimed(
    open_page: Open, workspace: Workspace
) -> None:
    study = new_study(workspace)
    session = study.session(study.invite(1)[0].token)
    assert session
    walked(session)
    for view in ("findings", "quality", "export"):
        app = results(open_page, view)
        assert not app.exception and not app.error
    assert "1 participant (" in app.code[0].value
    assert "is not defined: no text was judged by two participants" in app.code[0].value
