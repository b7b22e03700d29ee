"""The page Studies: a design is changed, a study is made, people are invited and followed."""

from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from curation.study.records import StudyState
from data.jobs.jobs import jobs
from data.study.studies import Studies
from data.study.toml_form import design_of_toml
from data.workspace import Workspace
from pages.ui.studies.choice import INVITE, TAB
from pages.ui.studies.design.draft import DRAFT
from pages.ui.studies.running.inviting import as_csv
from tests.data.study.study_data import new_study, small_design, walked


def button(app: AppTest, label: str) -> AppTest:
    return next(one for one in app.button if one.label == label).click().run()


def test_a_new_study_begins_as_the_papers_and_says_what_to_expect(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("studies")
    assert not app.exception
    assert app.text_input[0].value == "Do people still understand changed texts?"
    text = " ".join(one.value for one in app.markdown)
    assert "50 samples and 4 checks" in text
    assert app.dataframe[0].value["Judgements"].tolist() == [600, 400]
    assert not next(one for one in app.button if one.label == "Make the study").disabled


def test_the_usual_consent_says_the_minutes_of_the_design_as_it_changes(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("studies")
    usual = app.session_state[DRAFT]
    # 30 + 20 samples and 4 checks at 15 s: 13.5 minutes
    assert "The study takes about 14 minutes." in usual.told_consent
    next(one for one in app.number_input if one.label == "Samples for each participant").set_value(10).run()
    # 10 + 20 samples and 4 checks: 8.5 minutes
    assert "The study takes about 8 minutes." in app.session_state[DRAFT].told_consent


def test_a_design_that_can_not_be_is_said_and_not_made(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("studies")
    next(one for one in app.number_input if one.label == "Participants").set_value(1).run()
    assert "can't be judged by 2 of 1" in app.warning[0].value.replace("\\", "")
    assert next(one for one in app.button if one.label == "Make the study").disabled


def test_making_starts_one_job_with_the_design_as_it_reads(
    open_page: Callable[[str], AppTest], workspace: Workspace
) -> None:
    app = open_page("studies")
    app.text_input[0].set_value("Mine *own*").run()
    app = button(app, "Make the study")
    assert not app.exception
    made = jobs(workspace)
    assert [job.kind for job in made] == ["study"]
    assert design_of_toml(made[0].arguments["design"]).title == "Mine *own*"


def test_people_are_invited_once_and_followed(open_page: Callable[[str], AppTest], workspace: Workspace) -> None:
    study = new_study(workspace)
    session = study.session(study.invite(1)[0].token)
    assert session
    walked(session)
    app = open_page("studies")
    assert not app.exception
    assert [one.value for one in app.metric] == ["3", "0", "0", "1 of 4", "8"]
    assert app.dataframe[0].value["Participant"].tolist() == ["P01"]
    assert app.dataframe[0].value["Failed checks"][0].endswith(" of 1") and "Median time" in app.dataframe[0].value
    assert not any(one.label == "Remind after (hours)" for one in app.number_input)  # nobody is unfinished
    app = button(app, "Make links")
    assert any(one.label == "Remind after (hours)" for one in app.number_input)
    token = next(code.value for code in app.code if "?t=" in code.value).partition("?t=")[2]
    opened = Studies(workspace).session(token)
    assert opened and opened.participant == "P02"
    assert any(text.value == "**2** of 4 places are free." for text in app.markdown)
    app = button(app, "I saved the links")
    assert not any("?t=" in code.value for code in app.code)


def test_a_study_without_participants_opens_on_the_invitation(
    open_page: Callable[[str], AppTest], workspace: Workspace
) -> None:
    study = new_study(workspace)
    assert open_page("studies").session_state[TAB] == INVITE
    study.invite(1)
    assert open_page("studies").session_state[TAB] == "Participants"


def test_who_has_judged_all_texts_and_not_finished_is_told_apart(
    open_page: Callable[[str], AppTest], workspace: Workspace
) -> None:
    study = new_study(workspace)
    session = study.session(study.invite(1)[0].token)
    assert session
    walked(session, len(session.steps()) - 2)  # neither the closing questions nor the end
    assert open_page(f"studies?study={study.id}").dataframe[0].value["State"].tolist() == ["all judged, not finished"]


def test_a_consent_with_another_time_is_named_where_links_are_made(
    open_page: Callable[[str], AppTest], workspace: Workspace
) -> None:
    new_study(workspace, replace(small_design(), consent="This takes 15 minutes."))
    warnings = [warning.value for warning in open_page("studies?tab=invite").warning]
    assert warnings[0].startswith("The consent says 15 minutes, but the study takes about")
    assert warnings[0].endswith("Participants read the time before they agree.")


def test_of_many_links_the_first_are_shown_and_the_file_has_all(
    open_page: Callable[[str], AppTest], workspace: Workspace
) -> None:
    design = small_design()
    new_study(workspace, replace(design, participants=22))
    app = open_page("studies")
    next(one for one in app.number_input if one.label == "Number of links").set_value(22).run()
    app = button(app, "Make links")
    assert sum("?t=" in code.value for code in app.code) == 20
    assert any(caption.value == "2 more links are in the file." for caption in app.caption)


def test_a_study_is_paused_closed_and_deleted(open_page: Callable[[str], AppTest], workspace: Workspace) -> None:
    study = new_study(workspace)
    app = button(open_page("studies"), "Pause")
    assert study.state is StudyState.PAUSED
    app = button(app, "Close")
    assert study.state is StudyState.CLOSED
    app = button(app, "Open again")
    assert study.state is StudyState.OPEN
    app = button(app, "Delete everything")
    assert Studies(workspace).ids() == [] and not app.exception


def test_invitations_are_written_for_a_spreadsheet() -> None:
    assert (
        as_csv([{"participant": "P01", "link": "http://x/?t=a,b"}]) == 'participant,link\r\nP01,"http://x/?t=a,b"\r\n'
    )


def test_a_part_is_added_with_what_was_typed_just_now_and_removed(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("studies")
    next(one for one in app.number_input if one.label == "Samples for each participant").set_value(7)
    app = button(app, "Add a part")
    assert [box.label for box in app.expander if box.label.startswith("Part")] == [
        "Part 1: Do you still understand the text?",
        "Part 2: Is the label still right?",
        "Part 3: Is the label still right? \\(copy\\)",
    ]
    assert app.dataframe[0].value["Judgements"].tolist() == [140, 400, 400]
    app = button(app, "Remove this part")
    assert app.dataframe[0].value["Judgements"].tolist() == [400, 400]
    assert not app.exception


def typed_in(app: AppTest) -> set[str]:
    """The keys of all fields but the TOML's, which is another for another design."""
    keys = {str(field.key) for field in (*app.text_input, *app.text_area, *app.number_input)}
    return {key for key in keys if "toml" not in key}


def test_the_fields_stay_the_same_while_parts_and_examples_are_added_and_parts_removed(
    open_page: Callable[[str], AppTest],
) -> None:
    app = open_page("studies")
    before = typed_in(app)  # what the browser holds of them that has not come here yet stays with them
    assert before < typed_in(button(app, "Add a part"))
    added = typed_in(button(app, "Add an example"))
    assert before < added
    app = button(app, "Remove this part")
    assert {key for key in added if "-part1-" not in key} == typed_in(app) and not app.exception


def test_a_part_that_is_added_where_one_was_removed_begins_as_a_copy(open_page: Callable[[str], AppTest]) -> None:
    app = button(open_page("studies"), "Add a part")
    samples = [one for one in app.number_input if one.label == "Samples for each participant"]
    samples[-1].set_value(3).run()
    next(one for one in reversed(app.button) if one.label == "Remove this part").click().run()
    app = button(app, "Add a part")
    samples = [one for one in app.number_input if one.label == "Samples for each participant"]
    assert not app.exception and samples[-1].value == samples[-2].value != 3


def test_severities_follow_the_perturbations(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("studies")
    names = next(one for one in app.multiselect if one.label == "Perturbations")
    names.set_value(["keyboard"]).run()
    severities = next(one for one in app.multiselect if one.label == "Severities")
    assert "5 %" in severities.options
    severities.set_value(["percent-characters-5"]).run()
    assert not app.warning and not app.exception
