"""Links: what each opens, and that nothing else opens anything."""

from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest

from core.errors import BadInput
from curation.study.records import StudyState
from data.study.register import StudyLink, StudyRegister, digest, write_register
from data.study.studies import Studies
from data.workspace import Workspace
from tests.data.study.study_data import event_for, new_study, small_design, walked


def test_a_token_is_128_bits_and_only_its_hash_is_on_the_disk(workspace: Workspace) -> None:
    study = new_study(workspace)
    tokens = [one.token for one in study.invite(3)]
    assert all(len(token) == 22 for token in tokens) and len(set(tokens)) == 3
    held = "".join(path.read_text() for path in study.folder.rglob("*") if path.is_file())
    assert not [token for token in tokens if token in held]
    assert oct(study.folder.stat().st_mode & 0o777) == "0o700"
    assert oct((study.folder / "register.json").stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize("token", ["", "P01", "0" * 22, "é" * 22, "x" * 100_000, "\ud800"])
def test_what_is_no_token_opens_nothing(workspace: Workspace, token: str) -> None:
    study = new_study(workspace)
    study.invite(1), study.open_link(2)
    assert Studies(workspace).session(token) is None
    assert Studies(workspace).door(token) is None


def test_a_token_opens_its_own_session_in_its_own_study(workspace: Workspace) -> None:
    studies = Studies(workspace)
    one, two = new_study(workspace), new_study(workspace, small_design(participants=6))
    mine, other = one.invite(2), two.invite(1)
    opened = [studies.session(link.token) for link in (*mine, *other)]
    assert [(s.study, s.participant) for s in opened if s] == [(one.id, "P01"), (one.id, "P02"), (two.id, "P01")]
    assert studies.door(mine[0].token) is None
    assert two.session(mine[0].token) is None


def test_only_folders_that_are_seen_are_studies(workspace: Workspace) -> None:
    study = new_study(workspace)
    study.folder.with_name("notes.txt").write_text("of a researcher")
    study.folder.with_name(".trash").mkdir()
    assert Studies(workspace).ids() == [study.id]


def test_a_damaged_study_opens_nothing_and_shuts_no_other(workspace: Workspace) -> None:
    studies, made = Studies(workspace), [new_study(workspace) for _ in range(3)]
    tokens = [study.invite(1)[0].token for study in made]
    for damaged in made:
        register = damaged.folder / "register.json"
        held = register.read_bytes()
        register.write_bytes(b"{")
        assert [studies.opens(token) for token in tokens] == [study is not damaged for study in made]
        register.write_bytes(held)


def test_a_withdrawn_link_is_dead_also_by_the_open_link_that_made_it(workspace: Workspace) -> None:
    study, studies = new_study(workspace), Studies(workspace)
    door = studies.door(study.open_link(3))
    assert door
    token = door.join("a-visit-of-this-browser")
    assert door.join("a-visit-of-this-browser") == token  # sent twice
    assert [p.id for p in study.participants()] == ["P01"]
    session = studies.session(token)
    assert session
    session.withdraw()
    with pytest.raises(BadInput, match="not valid"):
        door.join("a-visit-of-this-browser")
    assert studies.session(token) is None
    assert door.join("a-visit-of-another-browser") != token


def test_an_open_link_alone_opens_no_session_and_keeps_nothing(workspace: Workspace) -> None:
    study, studies = new_study(workspace), Studies(workspace)
    token = study.open_link(3)
    assert studies.session(token) is None
    assert studies.door(token)
    assert study.participants() == []
    with pytest.raises(BadInput, match="did not send a valid identifier"):
        studies.door(token).join("short")  # type: ignore[union-attr]


def test_of_many_who_want_the_last_place_one_gets_it(workspace: Workspace) -> None:
    study, studies = new_study(workspace), Studies(workspace)
    study.invite(3)
    token, start = study.open_link(1), Barrier(8)
    got: list[str] = []
    refused: list[str] = []

    def come(n: int) -> None:
        door = studies.door(token)
        assert door
        start.wait()
        try:
            got.append(door.join(f"browser-number-{n:04}"))
        except BadInput as error:
            refused.append(str(error))

    threads = [Thread(target=come, args=(n,)) for n in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert (len(got), len(refused)) == (1, 7)
    assert all("All places" in sentence for sentence in refused)
    assert sorted(study.register.places.values()) == [0, 1, 2, 3]


@pytest.mark.parametrize("quota", [1, 2, 3])
def test_an_open_link_lets_in_as_many_as_its_quota_though_more_places_are_free(
    workspace: Workspace, quota: int
) -> None:
    study, studies = new_study(workspace), Studies(workspace)
    door = studies.door(study.open_link(quota))
    assert door
    for n in range(quota):
        door.join(f"browser-number-{n:04}")
    with pytest.raises(BadInput, match="All places"):
        door.join("browser-number-last")
    assert study.free_places() == 4 - quota


def test_what_a_browser_is_known_by_has_16_to_100_characters(workspace: Workspace) -> None:
    door = Studies(workspace).door(new_study(workspace).open_link(4))
    assert door
    for n in (15, 101):
        with pytest.raises(BadInput, match="did not send a valid identifier"):
            door.join("x" * n)
    assert len({door.join("x" * n) for n in (16, 100)}) == 2


def test_a_link_of_100_characters_opens_and_one_of_101_does_not() -> None:
    tokens = ("x" * 100, "x" * 101)
    register = StudyRegister(datetime.now(UTC), links={digest(token): StudyLink("P01") for token in tokens})
    assert [register.link(token) for token in tokens] == [StudyLink("P01"), None]


def test_a_paused_study_lets_nobody_in(workspace: Workspace) -> None:
    study, studies = new_study(workspace), Studies(workspace)
    door = studies.door(study.open_link(2))
    study.set_state(StudyState.PAUSED)
    with pytest.raises(BadInput, match="paused"):
        door.join("a-visit-of-this-browser")  # type: ignore[union-attr]
    assert study.participants() == []


def test_a_dropped_place_is_given_to_the_next_with_the_same_samples(workspace: Workspace) -> None:
    study = new_study(workspace)
    people = study.invite(4)
    gone = study.session(people[1].token)
    assert gone
    walked(gone, 5)
    before = {step.item.id for step in study.preview().steps() if step.item}
    with pytest.raises(BadInput, match="0 of 4 places are free"):
        study.invite(1)
    study.drop("P02")
    with pytest.raises(BadInput, match="given to somebody else"):
        gone.record(event_for(study.preview().steps()[0]))
    assert gone.steps() == []
    new = study.invite(1)[0]
    assert new.participant == "P05"
    session = study.session(new.token)
    assert session and before
    slots = {p.id: p.slot for p in study.participants()}
    assert slots["P05"] == slots["P02"]
    walked(session)
    assert {a.participant for a in study.answers()} == {"P05"}
    assert {a.participant for a in study.answers(dropped=True)} == {"P02", "P05"}


def test_places_of_those_who_left_are_free_even_if_the_server_was_killed_before_it_said_so(
    workspace: Workspace,
) -> None:
    study = new_study(workspace)
    people = study.invite(4)
    before = study.register
    session = study.session(people[0].token)
    assert session
    session.withdraw()
    study.drop("P02")
    write_register(study.folder, before)  # as it was when the server was killed
    assert study.free_places() == 2
    again = study.session(people[0].token)
    assert again and again.steps() == []
    assert [p.participant for p in study.invite(2)] == ["P05", "P06"]
    assert sorted(study.register.places.values()) == [0, 1, 2, 3]


def test_an_invitation_that_was_never_told_is_nobodys(workspace: Workspace) -> None:
    study = new_study(workspace)
    before = study.register
    study.invite(2)
    write_register(study.folder, before)
    assert study.participants() == []
    assert [p.participant for p in study.invite(1)] == ["P01"]
    assert len(study.participants()) == 1


def test_who_finished_is_not_dropped(workspace: Workspace) -> None:
    study = new_study(workspace)
    session = study.session(study.invite(1)[0].token)
    assert session
    walked(session)
    for who in ("P01", "P99", "../P01"):
        with pytest.raises(BadInput, match="You can't drop"):
            study.drop(who)
