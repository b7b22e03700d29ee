"""Quota bars, the papers' table beside one's own, the quota itself, and the exports."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from commands.campaigns import campaign
from core.records import Cell, Verdict
from core.severity import pps
from curation.campaigns.campaigns import Campaign, CampaignState
from curation.order import NOTE, Order, OrderStrategy
from curation.records import CellProgress
from data.demo import ensure_demo
from data.jobs.jobs import create
from data.store import Store
from data.workspace import Workspace
from pages.ui.progress.decided import carried_in_words
from pages.ui.shared.quota_bars import MOST, in_words, quota_sentence
from tests.data.store.store_data import CELL, candidate, decision, write_job

HALF = CellProgress(CELL, 500, 0, 171, 116, 20, 35, 0, 200, 0)


def test_the_bar_in_words() -> None:
    # 136 collected of 171 checked: 64 more need 64 * 171 / 136 = 80.5, so 81 looks
    assert in_words(HALF, "about 81 to go") == "116 kept + 20 relabelled of 200 · 171 checked · about 81 to go"
    assert in_words(HALF) == "116 kept + 20 relabelled of 200 · 171 checked"
    assert in_words(replace(HALF, kept=180)).endswith("quota reached")
    assert in_words(replace(HALF, kept=180, extra=9)).endswith("quota reached · 9 extra, judged later")
    assert in_words(HALF, missing="Only 9 samples").endswith("171 checked · Only 9 samples")
    assert "171 checked, 14 of them carried over · soon" in in_words(replace(HALF, carried=14), "soon")
    assert in_words(replace(HALF, order=Order(True))).endswith("171 checked · at least 81 to go · best first")


def test_an_empty_workspace_shows_the_published_counts(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress")
    assert not app.error
    assert "221" in shown(app)  # Table 10, TREC, PPS 1


def test_while_the_first_candidates_are_being_made_it_says_so_and_goes_on_by_itself(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    app = open_page("progress")
    assert app.info[0].value == "Nothing to curate yet: no samples are prepared."
    create(workspace, "candidates", "negation of questions", {})
    app.run()
    assert app.info[0].value.startswith("Candidates are being made (negation of questions).")
    Store.open(workspace).ingest(write_job(workspace, range(6)))
    app.run()
    assert [one.value for one in app.info if "being made" in one.value] == [] and "0 checked" in shown(app)


def test_own_counts_stand_in_the_papers_layout(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    folder = write_job(workspace, range(6))
    store = Store.open(workspace)
    store.set_quota(2)
    store.ingest(folder)
    verdicts = [Verdict.KEEP, Verdict.DISCARD, Verdict.RELABEL]
    store.record([decision(candidate(n).id, verdict, minute=n) for n, verdict in enumerate(verdicts)])
    app = open_page("progress")
    app.segmented_control(key="checked-perturbation").set_value("negation").run()
    assert not app.error
    assert NOTE not in [caption.value for caption in app.caption]
    assert "1 kept + 1 relabelled of 2 · 3 checked · quota reached" in shown(app)
    assert '<th scope="row">questions (test)</th><td></td><td>3</td>' in shown(app)  # PPS 2: three looks for two
    store.set_way(CELL, OrderStrategy.BEST_FIRST)
    app.run()
    assert "· quota reached · best first" in shown(app)
    counts = "<td></td><td><span>3<small>best first</small></span></td>"
    assert f'<th scope="row">questions (test)</th>{counts}' in shown(app)
    assert [caption.value for caption in app.caption].count(NOTE) == 2


def test_who_decided_what_and_why(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(6)))
    store.record(
        [
            decision(candidate(0).id, Verdict.KEEP, "Bo <b>", milliseconds=1400),
            decision(candidate(1).id, Verdict.DISCARD, "Bo <b>", milliseconds=2600),
            decision(candidate(2).id, Verdict.DISCARD, "Cy", reason="unclear"),
            decision(candidate(3).id, Verdict.DISCARD, "Cy", reason="unclear"),
            decision(candidate(4).id, Verdict.RELABEL, "Cy"),
        ]
    )
    page = shown(open_page("progress?view=decisions"))
    # Bo: the median of 1.4 and 2.6 s is 2.0 s; Cy's three were not timed
    assert '<th scope="row">Bo &lt;b&gt;</th><td>2</td><td>1</td><td>0</td><td>1</td><td>2.0 s</td>' in page
    assert '<th scope="row">Cy</th><td>3</td><td>0</td><td>1</td><td>2</td><td>not measured</td>' in page
    assert '<th scope="row">unclear</th><td>2</td><td>67 %</td>' in page
    assert '<th scope="row">no sense</th><td>1</td><td>33 %</td>' in page


def test_each_download_is_named_and_says_what_it_holds(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress?view=export")
    names = [button.proto.label for button in app.get("download_button")]
    assert len(set(names)) == 6 and names[:2] == ["Curated samples (CSV)", "Curated samples (JSONL)"]
    assert sum(caption.value.startswith("A row for each") for caption in app.caption) == 3


def test_the_sentence_on_the_quotas_agrees_with_its_numbers() -> None:
    done = replace(HALF, kept=180)
    assert quota_sentence([done, HALF]) == "**336 of 400 samples curated**, 1 of 2 cells complete."
    assert quota_sentence([HALF]) == "**136 of 200 samples curated**, 0 of 1 cell complete."


def test_a_line_leads_to_its_cell_at_the_desk_whatever_was_open_before(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    other = Cell("questions", "test", "word_deletion", pps(1))
    store = Store.open(workspace)
    for cell in (CELL, other):
        store.ingest(write_job(workspace, range(3), cell, job=cell.perturbation))
    app = open_page("progress")
    links = [link.proto for link in app.get("page_link") if link.proto.page.endswith("curate")]
    assert [(link.label, link.query_string) for link in links] == [
        ("negation, PPS 2", f"open={CELL.id}"),
        ("word deletion, PPS 1", f"open={other.id}"),
    ]
    app.session_state["flinch_annotator"], app.session_state["cell"] = "Ann", CELL.id
    app.query_params["open"] = other.id
    app.switch_page("pages/curate.py").run()
    assert not app.error and app.session_state["cell"] == other.id
    assert app.query_params == {"cell": other.id}


def heads(app: AppTest) -> list[str]:
    return [head.value for head in app.header]


def test_each_view_has_an_address_and_an_old_one_shows_the_quota(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    Store.open(workspace).ingest(write_job(workspace, range(3)))
    app = open_page("progress?new-quota=3")
    assert heads(app) == ["Quota"] and not app.query_params
    app.segmented_control(key="progress-view").set_value("Export").run()
    assert heads(app) == ["Single tables"] and app.query_params == {"view": "export"}
    app.switch_page("pages/start.py").run()
    app.switch_page("pages/progress.py").run()
    assert heads(app) == ["Single tables"]  # as it was left
    assert heads(open_page("progress?view=quota")) == ["Quota"]
    assert "available here: quota, decisions, export" in open_page("progress?view=all").text[0].value


def test_many_cells_are_in_a_table_and_their_lines_folded(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    for number in range(MOST + 2):
        Store.open(workspace).ingest(
            write_job(workspace, range(2), replace(CELL, severity=pps(number + 1)), f"{number}")
        )
    app = open_page("progress")
    (fold,) = (one for one in app.expander if one.label == "**Each cell**")
    assert len(fold.get("page_link")) == MOST + 2
    assert shown(app).count('0<span class="fl-of"> ▲</span>') == MOST + 2  # two candidates for 200
    assert "Curated (of 200) at PPS" in shown(app)
    assert any("▲: too few candidates" in caption.value for caption in app.caption)
    (more,) = (link.proto for link in app.get("page_link") if link.proto.label == "Prepare more: negation")
    steps = "%2C".join(f"negation%40{n + 1}" for n in range(MOST + 2))
    assert more.query_string == f"dataset=questions&split=test&limit=0&steps={steps}"


def test_a_perturbation_that_is_too_rare_is_prepared_under_broader_rules(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    rare = replace(CELL, dataset="demo-questions", perturbation="synonym_replacement")
    ensure_demo(workspace)
    Store.open(workspace).ingest(write_job(workspace, range(2), rare, not_applicable=100))
    links = [link.proto for link in open_page("progress").get("page_link")]
    (more,) = (link for link in links if link.label == "Prepare more: synonym replacement (broad)")
    assert more.query_string.endswith("steps=synonym_replacement.broad%402")


def test_the_quota_can_be_set(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    app = open_page("progress")
    app.number_input[0].set_value(50)
    app.button(key="FormSubmitter:quota-Set the quota").click().run()
    assert not app.error
    assert Store.open(workspace).quota() == 50


def shown(app: AppTest) -> str:
    return " ".join(html.proto.body for html in app.get("html"))


def test_what_is_left_is_the_same_on_progress_and_prepare_and_for_the_command(
    workspace: Workspace, open_page: Callable[[str], AppTest], capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store.open(workspace)
    for number, severity in enumerate((1, 2, 3)):
        cell = replace(CELL, severity=pps(severity))
        store.ingest(write_job(workspace, range(9), cell, f"job-{number}"))
    ids = tuple(progress.cell.id for progress in store.cells())
    store.set_campaign(Campaign("Spring", ids, 5, state=CampaignState.RUNNING))
    store.record([decision(candidate(n).id, Verdict.DISCARD if n else Verdict.KEEP) for n in range(2)])
    left = "Every quota can be reached. This needs about 4 or more of the 7 texts left."  # of 9 in three cells each
    assert left in open_page("progress").markdown[0].value
    assert any(left in text.value for text in open_page("prepare").markdown)
    store.close()
    os.environ["FLINCH_WORKSPACE"] = str(workspace.root)
    campaign("list", "", 0)
    assert capsys.readouterr().out == f"Spring: running, quota 5, 0 of 3 cells complete. {left}\n"


def test_what_was_curated_by_the_end_of_each_day_is_drawn(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(10)))
    store.set_quota(10)
    store.record([decision(candidate(n).id) for n in range(2)])
    store.record([decision(candidate(n).id, minute=2 * 24 * 60) for n in range(2, 5)])
    assert not open_page("progress").get("plotly_chart")  # two days are no line
    store.record([decision(candidate(5).id, minute=3 * 24 * 60)])
    (chart,) = open_page("progress").get("plotly_chart")  # 2 of 10, 2 the day after, then 5 and 6
    drawn = json.loads(chart.proto.spec)
    assert drawn["data"][0]["y"] == [2, 2, 5, 6, 6]
    assert labels(drawn) == [("6", "bottom"), ("all quotas: 10", "bottom")]
    for quota, expected in (
        (7, [("6", "top"), ("all quotas: 7", "bottom")]),
        (6, [("all quotas: 6 (reached)", "bottom")]),
    ):
        store.set_quota(quota)
        (chart,) = open_page("progress").get("plotly_chart")
        assert labels(json.loads(chart.proto.spec)) == expected


def labels(drawn: dict[str, Any]) -> list[tuple[str, str]]:
    return [(note["text"], note["yanchor"]) for note in drawn["layout"]["annotations"]]


def test_the_button_leads_to_the_cell_nearest_its_quota(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store, second = Store.open(workspace), replace(CELL, severity=pps(3))
    store.ingest(write_job(workspace, range(3)))
    store.ingest(write_job(workspace, range(3, 6), second, "second"))
    assert open_page("progress").button(key="next").label == "Curate negation, PPS 2"
    store.record([decision(store.desk(second, "ann")[0].candidate.id)])
    assert open_page("progress").button(key="next").label == "Curate negation, PPS 3"


def test_why_more_is_curated_than_was_kept_by_hand_is_said() -> None:
    plain = replace(HALF, kept=30, relabelled=5, checked=50)
    verdicts = [decision("a"), decision("a", annotator="bob"), decision("b"), replace(decision("b"), settles=True)]
    assert carried_in_words(verdicts, [plain]) == ""
    assert carried_in_words(verdicts, [plain, replace(plain, carried=40)]) == (
        "3 decisions on 2 different texts count for 100 samples; 70 of these are kept or relabelled."
    )
