"""What one session's requests said, as Streamlit's browser program sends them."""

from streamlit.proto.ClientState_pb2 import ClientState

from pages.ui.shell.haste import RequestLog


def request(page: str, fragment: str = "", **texts: str) -> ClientState:
    asked = ClientState(page_script_hash=page, query_string=f"of={page}", fragment_id=fragment)
    for id_, text in texts.items():
        asked.widget_states.widgets.add(id=id_, string_value=text)
    return asked


def untaken(heard: RequestLog) -> dict[str, str]:
    return {id_: one.string_value for id_, one in heard.untaken.items()}


def test_what_was_typed_is_untaken_until_a_run_of_its_page_ends() -> None:
    heard = RequestLog(page="a")
    heard.hear(request("a", title="one", text="x"))
    begun = heard.untaken
    heard.hear(request("a", title="two", text="x"))
    heard.taken(begun)
    assert untaken(heard) == {"title": "two"}
    heard.taken(heard.untaken)
    assert untaken(heard) == {}


def test_another_page_leaves_what_was_typed_for_its_run_to_keep() -> None:
    heard = RequestLog(page="a")
    heard.hear(request("a", title="one"))
    heard.hear(request("b"))
    assert (heard.page, heard.untaken_of, untaken(heard)) == ("b", "a", {"title": "one"})
    heard.taken(heard.untaken)
    heard.hear(request("b", other="x"))
    assert (heard.untaken_of, untaken(heard)) == ("b", {"other": "x"})


def test_what_comes_late_is_noted_and_leads_nobody_back() -> None:
    heard = RequestLog(page="a")
    heard.hear(request("b"))
    late = request("a", title="one")
    heard.hear(late)
    assert (late.page_script_hash, late.query_string) == ("b", "of=b")
    assert (heard.untaken_of, untaken(heard)) == ("a", {"title": "one"})


def test_who_goes_back_goes_back() -> None:
    heard = RequestLog(page="a")
    heard.hear(request("b"))
    back = request("a")  # another page is asked for without a word on widgets
    heard.hear(back)
    assert back.page_script_hash == heard.page == "a"
    heard.hear(request("b"))
    heard.asked_at -= 1
    after = request("a", title="one")  # as by a page that leads on to another by itself
    heard.hear(after)
    assert after.page_script_hash == "a"


def test_what_a_page_showed_was_not_typed() -> None:
    heard = RequestLog(page="a")
    shown = {one.id: one for one in request("a", title="one", other="x").widget_states.widgets}
    heard.show(shown)
    heard.hear(request("b"))
    heard.hear(request("a", title="one", other="y"))  # late
    assert untaken(heard) == {"other": "y"}


def test_of_what_did_not_change_and_of_fragments_nothing_is_noted() -> None:
    heard = RequestLog(page="a")
    heard.hear(request("a", title="one"))
    heard.taken(heard.untaken)
    heard.hear(request("a", title="one"))
    heard.hear(request("a", fragment="f", title="two"))
    assert untaken(heard) == {}
