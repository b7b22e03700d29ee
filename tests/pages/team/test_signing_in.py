"""A team's workspace: nobody comes in without an account. What each role may open is tried in a real browser: here
Streamlit runs a page without app.py."""

from collections.abc import Callable, Iterator

import pytest
from streamlit.testing.v1 import AppTest

from core.records import Verdict
from curation.roles import TeamRole
from data.accounts.accounts import FILE
from data.store import Store
from data.workspace import Workspace
from pages.ui.shared.cell_choice import SAMPLES
from pages.ui.shell import people
from pages.ui.shell.people import COOKIE, TEAM, TOKEN, accounts
from pages.ui.shell.signing_in import SAID
from tests.data.store.store_data import CELL, candidate, decision, write_job
from tests.pages.conftest import APP

SECRET, NEW = "correct horse battery", "another horse battery"


@pytest.fixture
def team(monkeypatch: pytest.MonkeyPatch, open_page: Callable[[str], AppTest], workspace: Workspace) -> Iterator[None]:
    """A workspace that asks people to sign in."""
    monkeypatch.setenv(TEAM, "1")
    workspace.prepare()
    yield


def opened(page: str = "", session: str = "", **query: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=60)
    if session:
        app.session_state[TOKEN] = session
        app.session_state[f"kept-{COOKIE}"] = (session, "")  # as after the browser has kept it
    for name, value in query.items():
        app.query_params[name] = value
    app.run()
    return app.switch_page(f"pages/{page}.py").run() if page else app


def titles(app: AppTest) -> list[str]:
    return [title.value for title in app.title]


@pytest.mark.usefixtures("team")
def test_without_an_account_there_is_only_the_door() -> None:
    app = opened()
    assert not app.exception
    assert titles(app) == ["Flinch"]
    assert [field.label for field in app.text_input] == ["Name", "Password"]


@pytest.mark.usefixtures("team")
def test_the_first_link_offers_to_be_a_researcher_who_sees_everything() -> None:
    app = opened(join=accounts().set_up())
    assert app.header[0].value == "Join as researcher"
    assert [field.label for field in app.text_input][1] == "A password of at least 10 characters"
    ada = accounts().join(accounts().set_up(), "Ada", SECRET)
    app = opened("team", ada)
    assert not app.exception
    assert titles(app) == ["Team"]
    assert app.dataframe[0].value["Name"].to_list() == ["Ada"]


@pytest.mark.usefixtures("team")
def test_accounts_that_cannot_be_read_keep_everybody_out_with_a_sentence(workspace: Workspace) -> None:
    (workspace.root / FILE).write_text("{")
    app = opened()
    assert not app.exception
    assert "restore a copy of the file" in app.error[0].value
    assert titles(app) == []


@pytest.mark.usefixtures("team")
def test_a_link_that_was_used_says_so() -> None:
    app = opened(join="never-given")
    assert "used before, or is too old" in app.error[0].value


@pytest.mark.usefixtures("team")
def test_an_annotator_comes_to_the_desk_under_the_accounts_name() -> None:
    ada = accounts().join(accounts().set_up(), "Ada", SECRET)
    bob = accounts().join(accounts().invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    app = opened(session=bob)
    assert not app.exception
    assert titles(app) == ["Curate"]
    assert not [field for field in app.text_input if "name" in field.label]  # nobody is asked for one
    assert titles(opened("progress", ada)) == ["Progress"]


@pytest.mark.usefixtures("team")
def test_only_who_sees_all_decisions_chooses_samples_by_an_address(workspace: Workspace) -> None:
    Store.open(workspace).ingest(write_job(workspace, range(3)))
    ada = accounts().join(accounts().set_up(), "Ada", SECRET)
    bob = accounts().join(accounts().invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    for session, may in ((ada, True), (bob, False)):
        app = opened("curate", session, open=CELL.id, samples=candidate(2).id)
        assert titles(app) == [] and not app.exception
        assert (SAMPLES in app.session_state) is may and SAMPLES not in app.query_params


@pytest.mark.usefixtures("team")
def test_who_is_kept_out_sees_nothing_at_the_next_step() -> None:
    accounts().join(accounts().set_up(), "Ada", SECRET)
    bob = accounts().join(accounts().invite(TeamRole.RESEARCHER, "Ada"), "Bob", SECRET)
    app = opened("progress", bob)
    assert titles(app) == ["Progress"]
    accounts().close("Bob")
    app.run()
    assert not app.exception
    assert titles(app) == []


@pytest.mark.usefixtures("team")
def test_a_researcher_invites_changes_a_role_and_signs_somebody_out() -> None:
    ada = accounts().join(accounts().set_up(), "Ada", SECRET)
    app = opened("team", ada)
    next(button for button in app.button if button.label == "Make a link").click().run()
    assert not app.exception
    secret = app.code[0].value.partition("?join=")[2]
    invited = accounts().invitation(secret)
    assert invited and invited.role is TeamRole.ANNOTATOR
    press(app, "Make a link")
    assert app.subheader[0].value == "Open invitations"
    next(button for button in app.button if button.label == "Withdraw").click().run()  # the newest
    assert accounts().invitation(secret)
    assert [button.label for button in app.button].count("Withdraw") == 1
    bob = accounts().join(secret, "Bob", SECRET)
    app.run()
    assert not app.code  # shown once
    assert "Disable" not in [button.label for button in app.button]  # nobody is chosen
    app.selectbox[0].set_value("Bob").run()
    next(button for button in app.button if button.label == "Change role to researcher").click().run()
    found = accounts().who(bob)
    assert found and found.role is TeamRole.RESEARCHER
    next(button for button in app.button if button.label == "Sign out everywhere").click().run()
    assert accounts().who(bob) is None
    app.selectbox[0].set_value("Bob").run()
    next(button for button in app.button if button.label == "Disable").click().run()
    assert [account.closed for account in accounts().all()] == [False, True]


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()


def fill(app: AppTest, label: str, text: str) -> None:
    next(field for field in app.text_input if field.label.startswith(label)).set_value(text)


@pytest.mark.usefixtures("team")
def test_a_name_that_decided_before_is_given_only_by_a_link_with_this_name(workspace: Workspace) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    store.record([decision(candidate(n).id, annotator="bea") for n in range(2)])
    store.record([decision(candidate(2).id, Verdict.SKIP, "Cy")])
    ada = accounts().join(accounts().set_up(), "Ada", SECRET)
    app = opened("team", ada)
    table = app.dataframe[0].value
    assert table[["Name", "Role", "Decisions"]].to_numpy().tolist() == [
        ["Ada", "researcher", 0],
        ["bea", "no account", 2],
        ["Cy", "no account", 0],
    ]
    last = store.last_decided()
    assert list(map(str, table["Last active"]))[1:] == [str(last[name].date()) for name in ("bea", "Cy")]
    fill(app, "Name (optional)", "Bea")
    press(app, "Make a link")
    assert app.text[0].value.startswith("Annotator, for bea, by Ada, until ")
    named = app.code[0].value.partition("?join=")[2]
    press(app, "Make a link")
    joining = opened(join=named)
    name = next(field for field in joining.text_input if field.label.startswith("Your name"))
    assert (name.value, name.disabled) == ("bea", True)


def door() -> None:
    """The form to join, as app.py draws it, where bea decided."""
    from pages.ui.shell.signing_in import signed_in

    signed_in(lambda: ["bea"])


@pytest.mark.usefixtures("team")
def test_the_door_gives_nobody_the_name_of_who_decided() -> None:
    accounts().join(accounts().set_up(), "Ada", SECRET)
    app = AppTest.from_function(door, default_timeout=60)
    app.query_params["join"] = accounts().invite(TeamRole.ANNOTATOR, "Ada")
    app.run()
    fill(app, "Your name", "Bea")
    fill(app, "A password", SECRET)
    press(app, "Join")
    assert app.error[0].value.startswith("The name 'bea' is kept for somebody")


@pytest.mark.usefixtures("team")
def test_the_last_researcher_can_be_neither_demoted_nor_disabled() -> None:
    app = opened("team", accounts().join(accounts().set_up(), "Ada", SECRET))
    app.selectbox[0].set_value("Ada").run()
    assert [button.label for button in app.button if button.disabled] == ["Change role to annotator", "Disable"]
    assert [caption.value for caption in app.caption if "last researcher" in caption.value]


@pytest.mark.usefixtures("team")
def test_before_the_first_account_the_door_points_to_the_terminal() -> None:
    words = opened().caption[0].value
    assert "in the terminal" in words and "older than a week, restart Flinch" in words
    accounts().join(accounts().set_up(), "Ada", SECRET)
    assert opened().caption[0].value.startswith("No account? A researcher")


@pytest.mark.usefixtures("team")
def test_a_researcher_sets_a_new_password_for_somebody() -> None:
    ada = accounts().join(accounts().set_up(), "Ada", SECRET)
    bob = accounts().join(accounts().invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    app = opened("team", ada)
    app.selectbox[0].set_value("Bob").run()
    fill(app, "New password for Bob", "short")
    press(app, "Set password")
    assert "10 to 200 characters" in app.error[0].value
    fill(app, "New password for Bob", NEW)
    press(app, "Set password")
    assert not app.exception and not app.error
    assert accounts().who(bob) is None
    assert accounts().sign_in("Bob", NEW)
    assert NEW not in [field.value for field in app.text_input]


@pytest.mark.usefixtures("team")
def test_everybody_changes_their_own_password_and_stays_signed_in_here() -> None:
    accounts().join(accounts().set_up(), "Ada", SECRET)
    bob = accounts().join(accounts().invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    elsewhere = accounts().sign_in("Bob", SECRET)
    app = opened(session=bob)
    fill(app, "Current password", "something else")
    fill(app, "New password", NEW)
    press(app, "Change it")
    assert "do not match" in str(app.session_state[SAID])  # shown by app.py around the page
    assert accounts().who(elsewhere)
    app = opened(session=bob)
    fill(app, "Current password", SECRET)
    fill(app, "New password", NEW)
    press(app, "Change it")
    assert not app.exception
    found = accounts().who(app.session_state[TOKEN])
    assert found and found.name == "Bob"
    assert [accounts().who(session) for session in (bob, elsewhere)] == [None, None]
    assert accounts().sign_in("Bob", NEW)


@pytest.mark.parametrize(
    ("address", "asked", "team"),
    [
        ("127.0.0.1", "", False),
        ("localhost", "0", False),
        ("[::1]", "", False),
        ("127.0.0.1", "1", True),
        ("0.0.0.0", "", True),
        ("", "", True),
        ("192.168.1.5", "no", True),
        ("flinch.example.org", "", True),
    ],
)
def test_nobody_is_asked_to_sign_in_where_only_this_machine_can_come(
    monkeypatch: pytest.MonkeyPatch, address: str, asked: str, team: bool
) -> None:
    monkeypatch.setenv(TEAM, asked)
    monkeypatch.setattr(people.st, "get_option", lambda name: address)
    assert people.in_team() is team


@pytest.mark.usefixtures("team")
def test_an_annotator_without_samples_is_sent_to_no_page_that_is_not_theirs() -> None:
    session = accounts().join(accounts().invite(TeamRole.ANNOTATOR, "Ada"), "Bob", SECRET)
    app = opened(session=session)
    assert not app.exception
    assert ["A researcher must prepare samples first" in info.value for info in app.info] == [True]
    assert not app.get("page_link")


@pytest.mark.parametrize(
    ("names", "team"),
    [
        (["localhost", "127.0.0.1", "[::1]"], False),
        ([], False),
        (["localhost", "study.example.org"], True),
        (["*"], True),
    ],
)
def test_an_app_that_answers_to_other_names_asks_to_sign_in(
    monkeypatch: pytest.MonkeyPatch, names: list[str], team: bool
) -> None:
    monkeypatch.delenv(TEAM, raising=False)
    monkeypatch.setattr(people.st, "get_option", lambda name: names if name.endswith("Hosts") else "127.0.0.1")
    assert people.in_team() is team


def test_without_sign_in_the_page_says_how_to_turn_it_on(open_page: Callable[[str], AppTest]) -> None:
    app = open_page("team")
    assert titles(app) == ["Team"] and app.code[0].value == "FLINCH_TEAM=1 streamlit run app.py"


def test_without_sign_in_the_page_names_who_decided(workspace: Workspace, open_page: Callable[[str], AppTest]) -> None:
    store = Store.open(workspace)
    store.ingest(write_job(workspace, range(3)))
    assert not open_page("team").get("html")
    store.record([decision(candidate(n).id, annotator=who) for n, who in enumerate(("ann", "bea", "bea"))])
    (table,) = open_page("team").get("html")
    assert '<th scope="row">bea</th><td>2</td></tr><tr><th scope="row">ann</th><td>1</td>' in table.proto.body
