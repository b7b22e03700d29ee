"""The Prepare page without a browser: what it offers, what it refuses, what it starts."""

import re
import time
from collections.abc import Callable
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.perturbations.registry import perturbations
from core.records import Verdict
from core.severity import Severity, Unit, pps
from curation.order import Order, OrderStrategy
from data.candidates.request import parse_request
from data.jobs.jobs import cancel, create, end, jobs
from data.jobs.records import JobState
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, candidate, decision, hint, write_job

Open = Callable[[str], AppTest]


def test_perturbations_that_need_people_are_chosen_from_the_start(open_page: Open) -> None:
    page = open_page("prepare")
    need_people = [p.to_judge for p in perturbations() if p.alters_meaning and p.unit is Unit.PPS]
    assert sorted(page.multiselect(key="prepare-perturbations").value) == sorted(need_people)
    assert any("Grammar: " in caption.value for caption in page.caption)
    assert not page.exception and not page.error


def test_the_form_is_open_unless_candidates_are_made_below_a_line_on_cells(
    open_page: Open, workspace: Workspace
) -> None:
    of_demo = replace(CELL, dataset="demo-questions")
    job = create(workspace, "candidates", "questions: negation", {})
    Store.open(workspace).ingest(write_job(workspace, range(3), of_demo, job))
    end(workspace.jobs / job, JobState.DONE)
    page = open_page("prepare")
    assert not page.button(key=f"curate-{job}").disabled
    assert page.button[0].label == "Curate negation, PPS 2"
    assert page.button[0].proto.type == "secondary"  # beside "Make candidates"
    assert [one.value for one in page.header] == ["Cells to curate", "Jobs", "Campaigns"]
    assert [link.label for link in page.get("page_link")] == ["Each cell on Progress", "Team and sign-in"]
    assert any(button.key == "prepare-start" for button in page.button)
    create(workspace, "candidates", "more", {})
    closed = open_page("prepare").button
    assert not any(button.key == "prepare-start" for button in closed)
    assert closed[0].proto.type == "primary"
    asked = open_page("prepare?dataset=demo-sentiment")
    assert asked.selectbox(key="prepare-dataset").value == "demo-sentiment"
    assert not asked.button(key="prepare-start").disabled and not asked.exception


def test_the_job_of_cells_that_are_all_judged_leads_nowhere(open_page: Open, workspace: Workspace) -> None:
    job = create(workspace, "candidates", "questions: negation", {})
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(1), job=job))
    end(workspace.jobs / job, JobState.DONE)
    store.record([decision(candidate(0).id, Verdict.KEEP)])
    assert not any(button.key == f"curate-{job}" for button in open_page("prepare").button)


def test_without_a_perturbation_nothing_can_be_started(open_page: Open) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value([]).run()
    assert page.button(key="prepare-start").disabled
    assert "Choose at least one perturbation" in page.info[0].value


def test_each_unit_has_its_own_severities_and_each_perturbation_gets_its_own(
    open_page: Open, workspace: Workspace
) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["negation", "word_class_removal"])
    page.number_input(key="prepare-limit").set_value(5)
    page.selectbox(key="prepare-similarity").set_value("off")
    page.selectbox(key="prepare-grammar").set_value("off").run()
    severities = {row.label: row for row in page.button_group}
    severities["Perturbations per sample, at most (PPS)"].set_value([pps(4)])
    severities["Word class"].set_value([Severity(Unit.WORD_CLASS, "NUM")]).run()
    assert any("2 cells" in caption.value for caption in page.caption)
    page.button(key="prepare-start").click().run()
    (job,) = jobs(workspace)
    cells = [(cell.perturbation, cell.severity.value) for cell in parse_request(job.arguments).design.conditions]
    assert cells == [("negation", 4), ("word_class_removal", "NUM")]
    cancel(workspace, job.id)


def test_a_perturbation_left_without_a_severity_is_named(open_page: Open) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["negation", "word_class_removal"]).run()
    next(row for row in page.button_group if row.label == "Word class").set_value([]).run()
    assert page.button(key="prepare-start").disabled
    assert page.info[0].value == "Choose a severity for word class removal."


def test_two_clicks_start_one_job_and_its_cells_appear(open_page: Open, workspace: Workspace) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["word_deletion"])
    page.number_input(key="prepare-limit").set_value(20)
    page.selectbox(key="prepare-similarity").set_value("off")
    page.selectbox(key="prepare-grammar").set_value("off").run()
    page.button(key="prepare-start").click().run()
    assert not any(button.key == "prepare-start" for button in page.button)  # the form closes, and can be opened again
    page.session_state["prepare-new"] = True
    page.run()
    page.button(key="prepare-start").click().run()
    (job,) = jobs(workspace)
    assert parse_request(job.arguments).design.limit == 20
    until = time.monotonic() + 60
    while not jobs(workspace)[0].ended and time.monotonic() < until:
        time.sleep(0.1)
    page.run()
    assert len(Store.open(workspace).cells()) == 4
    assert not page.exception and not page.error
    cancel(workspace, job.id)


def test_what_each_cell_will_have_is_said_before_anything_is_made(open_page: Open, workspace: Workspace) -> None:
    page = open_page("prepare")
    page.multiselect(key="prepare-perturbations").set_value(["negation"])
    page.number_input(key="prepare-limit").set_value(100).run()
    said = next(text.value for text in page.markdown if "candidates**" in text.value)
    counted = re.fullmatch(
        r"\*\*(\d+) candidates\*\*, \*\*(\d+) to judge\*\*\. No cell can reach the quota of 200; "
        r"lower the quota on Progress, or choose another split or more samples\.",
        said,
    )
    assert counted
    assert 360 <= int(counted[1]) <= 400  # four cells of 100 samples, of which few can't be negated
    assert 100 <= int(counted[2]) < 160  # most have one place to negate, so that every severity reads the same
    page.number_input(key="prepare-limit").set_value(0).run()
    about = r"About \*\*2,8\d0 candidates\*\*"  # four cells of 720 samples, nearly all of them, to three digits
    assert any(re.search(about, text.value) for text in page.markdown)
    assert not jobs(workspace)


def test_what_an_equals_sign_in_the_table_means_is_said_where_there_is_one(open_page: Open) -> None:
    like_two = "“= PPS 2”: nearly all texts are the same as at PPS 2."
    for steps, expected in (("negation@1,negation@2", []), ("negation@2,negation@3", [like_two])):
        page = open_page(f"prepare?dataset=demo-questions&split=test&limit=100&steps={steps}")
        page.toggle(key="prepare-details").set_value(True).run()
        assert [caption.value for caption in page.caption if caption.value.startswith("“=")] == expected


def test_candidates_that_exist_are_not_forecast_again(open_page: Open, workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3), replace(CELL, dataset="demo-questions")))
    assert store.made_with(1) == {replace(CELL, dataset="demo-questions"): 3} and not store.made_with(0)
    asked = "prepare?dataset=demo-questions&split=test&steps=negation@2&limit=100"
    assert any(" 3 exist already." in text.value for text in open_page(f"{asked}&seed=1").markdown)
    other_seed = open_page(asked)  # perturbs other words, so that all candidates are new
    assert not any("exist" in text.value for text in other_seed.markdown)


def test_complete_cells_get_no_more_candidates_unless_people_ask(open_page: Open, workspace: Workspace) -> None:
    store, done = Store.open(workspace), replace(CELL, dataset="demo-questions")
    store.ingest(write_job(workspace, range(3), done))
    store.set_quota(1)
    store.record([decision(candidate(0, done).id, Verdict.KEEP)])
    page = open_page("prepare?dataset=demo-questions&split=test&steps=negation@1,negation@2&limit=20")
    assert page.toggle(key="prepare-complete").label == "Also make candidates for 1 complete cell"
    page.button(key="prepare-start").click().run()
    assert [cell.severity for cell in parse_request(jobs(workspace)[0].arguments).design.conditions] == [pps(1)]
    cancel(workspace, jobs(workspace)[0].id)
    page = open_page("prepare?dataset=demo-questions&split=test&steps=negation@2&limit=20")
    assert page.button(key="prepare-start").disabled
    page.toggle(key="prepare-complete").set_value(True).run()
    assert not page.button(key="prepare-start").disabled and not page.exception


def test_broader_rules_are_offered_where_a_perturbation_is_too_rare(open_page: Open) -> None:
    page = open_page("prepare?dataset=demo-questions&split=test&steps=synonym_replacement@1,synonym_replacement@2")
    button = page.button(key="use-synonym_replacement.broad")
    assert re.fullmatch(r"Use synonym replacement \(broad\): about 6\d\d per cell", button.label)
    button.click().run()
    assert page.multiselect(key="prepare-perturbations").value == ["synonym_replacement.broad"]
    assert "No cell can reach" not in " ".join(text.value for text in page.markdown) and not page.exception


def test_a_papers_quota_is_offered_where_the_workspace_has_another(open_page: Open, workspace: Workspace) -> None:
    page = open_page("prepare")
    assert not any(button.key == "paper-quota" for button in page.button)
    Store.open(workspace).set_quota(50)
    page.run()
    assert any(caption.value == "The paper's quota is 200 per cell, your quota is 50." for caption in page.caption)
    page.button(key="paper-quota").click().run()
    assert Store.open(workspace).quota() == 200
    assert not any(button.key == "paper-quota" for button in page.button)


def test_how_long_it_takes_is_said_before_it_is_started(open_page: Open) -> None:
    page = open_page("prepare")
    assert any("on this machine. This is a rough estimate" in caption.value for caption in page.caption)
    assert not any("sample" in option for option in page.selectbox(key="split-demo-questions").options)


def test_a_cells_candidates_are_handed_out_at_random_unless_the_best_are_to_come_first(
    open_page: Open, workspace: Workspace
) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3), hints=[hint(0, 0.1), hint(1, 0.3), hint(2, 0.2)]))
    page = open_page("prepare")
    order = page.radio(key="order-")
    assert list(order.options) == ["Random, as in the paper", "Best first", "Triage"]
    assert order.value is OrderStrategy.RANDOM
    order.set_value(OrderStrategy.BEST_FIRST).run()
    assert not page.exception
    assert [item.candidate for item in store.desk(CELL, "ann")] == [candidate(n) for n in (1, 2, 0)]
    assert page.radio(key="order-").value is OrderStrategy.BEST_FIRST
    page.radio(key="order-").set_value(OrderStrategy.RANDOM).run()
    assert store.progress(CELL).order.name == "partly best first"


def test_the_order_of_one_cell_is_chosen_apart_from_the_others(open_page: Open, workspace: Workspace) -> None:
    store, other = Store.open(workspace), replace(CELL, severity=pps(3))
    store.ingest(write_job(workspace, range(3)))
    store.ingest(write_job(workspace, range(3), other, "other"))
    page = open_page("prepare")
    page.selectbox(key="orders-of").set_value(other.id).run()
    page.radio(key=f"order-{other.id}").set_value(OrderStrategy.BEST_FIRST).run()
    assert [store.progress(cell).order.way for cell in (CELL, other)] == [
        OrderStrategy.RANDOM,
        OrderStrategy.BEST_FIRST,
    ]
    page.selectbox(key="orders-of").set_value("").run()
    assert page.radio(key="order-").value is None  # they differ
    page.radio(key="order-").set_value(OrderStrategy.TRIAGE).run()
    assert {store.progress(cell).order.way for cell in (CELL, other)} == {OrderStrategy.TRIAGE}
    assert not page.exception


def test_triage_is_chosen_with_the_share_that_chance_draws(open_page: Open, workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    page = open_page("prepare")
    page.radio(key="order-").set_value(OrderStrategy.TRIAGE).run()
    assert not page.exception
    assert store.progress(CELL).order == Order(triage=True)
    page.slider(key="share-").set_value(35).run()
    assert store.progress(CELL).order == Order(triage=True, share=0.35)
