"""All decisions stand in a table that is filtered and searched; selected samples are settled or taken back."""

import csv
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from io import StringIO

from streamlit.testing.v1 import AppTest

from core.records import FieldRewrite, Verdict
from core.rewrite import Piece, Rewrite
from data.demo import ensure_demo
from data.store import Store
from data.workspace import Workspace
from pages.ui.progress import decisions_table
from pages.ui.shell.session import NAME
from tests.data.store.store_data import CELL, OTHER, START, candidate, decision, write_job


def filled(workspace: Workspace) -> Store:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(6)))
    store.record([decision(candidate(n).id, Verdict.KEEP, "Ann", n) for n in range(3)])
    store.record([decision(candidate(3).id, Verdict.DISCARD, "Bob", 3, note="odd word order")])
    store.record([decision(candidate(4).id, Verdict.RELABEL, "Bob", 4)])
    store.record([decision(candidate(0).id, Verdict.FLAG, "Bob", 5, note="talk about it")])
    return store


def test_a_text_that_does_not_fit_is_shown_from_its_change_on() -> None:
    def around(source: str, *edits: Piece) -> str:
        return decisions_table.around_change([FieldRewrite("text", Rewrite.of(source, edits))])

    assert around("Who is he?", Piece(6, 6, " not")) == "Who is [+not] he?"
    assert around("Who is he?", Piece(4, 6, "was")) == "Who [is → was] he?"
    assert around("Who is he?", Piece(3, 6, "")) == "Who [-is] he?"
    two = "Is it at its very first word of a long and late question?"
    assert around(two, Piece(0, 2, "Was"), Piece(48, 56, "query")).startswith("[Is → Was] it at its")
    assert around("The film [sic] is one of a kind and a half", Piece(41, 42, "")).startswith("…")
    start = "A long question that goes on and on before"
    # "on before" are the whole words among the twelve letters before the change
    assert around(f"{start} it", Piece(len(start), len(start), " not")) == "… on before [+not] it"


def select(app: AppTest, *rows: int) -> None:
    key = next(key for key in app.session_state._state.filtered_state if key.startswith("decisions-rows"))
    app.session_state[key] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    app.run()
    assert not app.exception


def opened(open_page: Callable[[str], AppTest]) -> AppTest:
    app = open_page("progress?view=decisions")
    app.run()
    assert not app.exception
    return app


def rows(app: AppTest) -> list[dict[str, object]]:
    found: list[dict[str, object]] = app.dataframe[0].value.to_dict("records") if app.dataframe else []
    return found


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    assert not app.exception


def test_decisions_are_filtered_and_searched_newest_first(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    filled(workspace).record([decision(candidate(5).id, Verdict.KEEP, "Ann", 60 * 24)])
    app = opened(open_page)
    assert [row["Decision"] for row in rows(app)] == [
        "keep", "flag", "relabel: place", "discard: no sense", "keep", "keep", "keep",
    ]  # fmt: skip
    assert rows(app)[1]["Change"] == "What is [+not] thing 0?"
    assert [button.label for button in app.get("download_button")] == [
        "Download 6 decisions (CSV)", "Download 1 flag (CSV)",
    ]  # fmt: skip
    app.multiselect(key="decisions-person").set_value(["Bob"]).run()
    assert len(rows(app)) == 3
    app.text_input(key="decisions-words").set_value("ODD").run()
    assert [row["Note"] for row in rows(app)] == ["odd word order"]
    app.multiselect(key="decisions-person").set_value([]).run()
    app.text_input(key="decisions-words").set_value("thing 2").run()  # of the text
    assert [row["Person"] for row in rows(app)] == ["Ann"]
    app.text_input(key="decisions-words").set_value("").run()
    app.multiselect(key="decisions-verdict").set_value([Verdict.FLAG, Verdict.RELABEL]).run()
    assert [row["Decision"] for row in rows(app)] == ["flag", "relabel: place"]
    app.multiselect(key="decisions-verdict").set_value([]).run()
    app.date_input(key="decisions-days").set_value([START.date() + timedelta(days=1)]).run()  # from then on
    assert [row["Decision"] for row in rows(app)] == ["keep"]
    app.text_input(key="decisions-words").set_value("no such word").run()
    assert not rows(app)
    assert "No decision matches." in [text.value for text in app.text]


def test_the_data_set_has_a_column_where_there_are_several(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store, other = filled(workspace), replace(CELL, dataset="films")
    first = rows(opened(open_page))[0]
    assert first["Cell"] == "Negation, PPS 2" and "Data set" not in first
    store.ingest(write_job(workspace, range(3), other, "job-3"))
    store.record([decision(candidate(1, other).id, Verdict.KEEP, "Ann", 60)])
    found = [(row["Data set"], row["Cell"]) for row in rows(opened(open_page))]
    assert found[0] == ("films (test)", "Negation, PPS 2") and found[1] == ("questions (test)", "Negation, PPS 2")


def test_filters_are_as_they_were_left_on_coming_back_from_the_desk(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    filled(workspace)
    app = opened(open_page)
    app.multiselect(key="decisions-person").set_value(["Bob"]).run()
    app.text_input(key="decisions-words").set_value("odd").run()
    app.switch_page("pages/curate.py").run()
    app.switch_page("pages/progress.py").run()
    assert [row["Note"] for row in rows(app)] == ["odd word order"]


def test_the_filters_stand_in_the_address_and_a_link_brings_them_back(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    filled(workspace).record([decision(candidate(5).id, Verdict.KEEP, "Ann", 60 * 24)])
    app = opened(open_page)
    app.multiselect(key="decisions-person").set_value(["Bob"])
    app.multiselect(key="decisions-verdict").set_value([Verdict.FLAG, Verdict.DISCARD])
    app.date_input(key="decisions-days").set_value([START.date(), START.date() + timedelta(days=1)])
    app.text_input(key="decisions-words").set_value("odd").run()
    days = f"{START.date()}|{START.date() + timedelta(days=1)}"
    said = dict(app.query_params)
    assert said == {"view": "decisions", "person": "Bob", "verdict": "flag|discard", "days": days, "words": "odd"}
    assert [row["Note"] for row in rows(app)] == ["odd word order"]
    app.switch_page("pages/start.py").run()
    app.query_params.clear()
    app.query_params.update({"view": "decisions", "person": "Ann|Nobody", "days": "soon"})
    app.switch_page("pages/progress.py").run()
    assert not app.exception and not app.warning
    assert app.multiselect(key="decisions-person").value == ["Ann"]
    assert {row["Person"] for row in rows(app)} == {"Ann"} and app.text_input(key="decisions-words").value == ""


def test_what_is_shown_is_what_is_downloaded(workspace: Workspace) -> None:
    store = filled(workspace)
    found = [one for one in decisions_table._of(store, CELL) if one.decision.annotator == "Bob"]
    lines = list(csv.DictReader(StringIO(decisions_table._csv(store, found).decode("utf-8-sig"))))
    assert [(line["annotator"], line["verdict"]) for line in lines] == [
        ("Bob", "discard"), ("Bob", "relabel"), ("Bob", "flag"),
    ]  # fmt: skip


def test_selected_samples_are_settled_or_taken_back(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = filled(workspace)
    app = opened(open_page)
    app.session_state[NAME] = "Bob"
    select(app, 2)
    assert "Bob: discard (no sense), “odd word order”" in [text.value for text in app.text]
    press(app, "Keep")
    assert store.progress(CELL).kept == 4
    assert next(d for d in store.decisions(CELL) if d.settles).annotator == "Bob"


def test_a_selected_sample_is_relabelled_by_a_menu_of_the_labels(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    ensure_demo(workspace)
    store, of_demo = Store.open(workspace), replace(CELL, dataset="demo-questions")
    store.ingest(write_job(workspace, range(2), of_demo))
    store.record([decision(candidate(0, of_demo).id, Verdict.KEEP, "Ann")])
    app = opened(open_page)
    app.session_state[NAME] = "Bob"
    select(app, 0)
    app.get("menu_button")[0].set_value("entity").run()
    assert not app.exception
    (settled,) = (d for d in store.decisions(of_demo) if d.settles)
    assert (settled.verdict, settled.label, settled.annotator) == (Verdict.RELABEL, "entity", "Bob")


def test_ones_own_decisions_are_taken_back(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = filled(workspace)
    app = opened(open_page)
    app.session_state[NAME] = "Bob"
    select(app, 1, 3)  # Bob's and Ann's
    press(app, "Take back 1 of your decisions")
    progress = store.progress(CELL)
    assert (progress.kept, progress.relabelled) == (3, 0)


def test_selected_samples_open_at_the_desk_those_of_each_cell_together(
    workspace: Workspace, open_page: Callable[[str], AppTest]
) -> None:
    store = filled(workspace)
    store.ingest(write_job(workspace, range(9, 11), OTHER, "job-2"))
    store.record([decision(candidate(9, OTHER).id, Verdict.KEEP, "Ann", 9)])
    app = opened(open_page)
    select(app, 0, 2, 3)
    (there, here) = (button for button in app.button if " in Curate ·" in button.label and "flag" not in button.label)
    assert there.label.endswith("PPS 3") and there.label.startswith("Reopen 1 sample in Curate · ")
    assert here.label.endswith("PPS 2") and here.label.startswith("Reopen 2 samples in Curate · ")
    here.click().run()
    assert not app.exception and app.title[0].value == "Curate"
    wanted = f"{candidate(4).id},{candidate(3).id}"
    assert app.query_params == {"open": CELL.id, "samples": wanted}  # until somebody gave a name


def test_a_chosen_sample_comes_first_until_it_is_decided_anew(workspace: Workspace) -> None:
    store, (first, second) = filled(workspace), (candidate(3).id, candidate(0).id)
    opened_at = START + timedelta(minutes=30)

    def left(annotator: str) -> list[str]:
        asked = (first, second, "unknown")
        return [item.candidate.id for item in store.undecided_since(CELL, annotator, asked, opened_at)]

    assert left("Bob") == left("Cleo") == [first, second]
    store.receive([decision(first, Verdict.KEEP, "Bob", 31)])
    assert left("Bob") == [second] and left("Cleo") == [first, second]
    assert [d.verdict for d in store.verdicts(CELL) if d.candidate_id == first] == [Verdict.KEEP]
    store.receive([decision(second, Verdict.SKIP, "Bob", 32)])
    assert left("Bob") == []
