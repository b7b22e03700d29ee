"""Decisions made elsewhere are dropped on Progress: what is odd is said, and nothing is taken before it is answered."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.records import Decision, Verdict
from data.records_json import decode
from data.store import Store
from data.workspace import Workspace
from tests.data.store.store_data import CELL, as_line, candidate, decision, write_job


def shown(app: AppTest) -> list[str]:
    return [text.value for text in app.text]


def test_a_file_is_looked_at_and_then_imported(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    folder = write_job(workspace, range(6))
    store = Store.open(workspace)
    store.ingest(folder)
    store.record([decision(candidate(n).id, annotator=name) for n, name in ((0, "ann"), (1, "bea"))])
    made = [decision(candidate(0).id, Verdict.DISCARD, "bea"), decision(candidate(2).id, annotator="cem")]
    content = "".join(map(as_line, made)).encode() + b"<b>no</b>\n"
    app = open_page("progress?view=export")
    app.file_uploader(key="brought-file").set_value(("theirs.jsonl", content, "application/json")).run()
    assert not app.exception
    assert "2 new decisions." in shown(app)
    assert any(text.startswith("These names also exist here: bea.") for text in shown(app))
    assert [app.button[-1].label, app.button[-1].disabled] == ["Import 2 decisions", True]
    tables = "".join(html.proto.body for html in app.get("html"))
    assert "1 line can't be imported:" in shown(app)
    assert '<th scope="row">3</th>' in tables
    assert "<td>bea: discard (no sense)</td><td>ann: keep</td><td>a dispute to settle</td>" in tables
    app.multiselect(key="brought-same").set_value(["bea"]).run()
    app.checkbox(key="brought-skip").check().run()
    app.button[-1].click().run()
    assert [success.value for success in app.success] == ["2 decisions imported; 1 of them contradicts a verdict here."]
    assert (store.progress(CELL).disputed, store.progress(CELL).kept) == (1, 2)


def test_the_example_is_a_line_that_is_taken(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    shown = open_page("progress?view=export").code[0].value
    made = decode(shown, Decision)
    assert (made.verdict, made.label, made.annotator) == (Verdict.RELABEL, "place", "Ben")
