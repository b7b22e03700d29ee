"""Links for participants: made, shown once as a table and a CSV file, and kept nowhere."""

import csv
import io
from collections.abc import Sequence

import streamlit as st

from core.so_many import so_many
from data.study.studies import Studies
from data.study.study import Study, StudyInvitation
from pages.ui.shell.guard import guarded
from pages.ui.shell.people import in_team
from pages.ui.shell.session import workspace

MADE, HOW_MANY, QUOTA = "study-links", "study-invite-n", "study-quota"
SHOWN = 20  # links that stand on the page, each with a button that copies it; the file has them all


HERE = "Links work on this machine only. Turn on sign-in to invite others."
WHY = (
    "Sign-in is off. A browser that opened a participant's link shows only the study until somebody closes the "
    "browser. Another browser on this machine opens all of Flinch, including the results. If participants use this "
    "machine, or if you invite people elsewhere, turn on sign-in (FLINCH_TEAM=1, see docs/deployment.md). Then only "
    "the study opens without an account."
)


NO_CONTACT = "This study has no contact. Check that the consent says whom participants can ask."


def draw_inviting(study: Study) -> None:
    """So many links of one's own, or one link for everybody, while there are places."""
    if not in_team():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/lock_open: {HERE}", help=WHY, width="content")
            st.page_link("pages/team.py", label="Team and sign-in", icon=":material/group:")
    places = len(study.files.plan)
    free = study.free_places()
    _draw_made(study.id)
    st.markdown(f"**{free}** of {places} places are free.")
    if study.design.doubt_of_minutes:
        st.warning(f"{study.design.doubt_of_minutes} Participants read the time before they agree.")
    if not free:
        st.caption("To free places of people who dropped out, go to Participants.")
        return
    left, right = st.columns(2, gap="large")
    with left:
        st.header("One link per participant")
        st.caption("For people you can write to. Each link is for one participant, on any device.")
        key = f"{HOW_MANY}-{study.id}-{free}"
        n = st.number_input("Number of links", 1, free, key=key)
        st.button("Make links", type="primary", on_click=_invite, args=(study.id, int(n)))
    with right:
        st.header("One link for all")
        st.caption(
            "For many people, such as a class or a mailing list. Everyone who agrees takes part, once per browser."
        )
        if not study.design.contact:
            st.caption(NO_CONTACT)
        key = f"{QUOTA}-{study.id}-{free}"
        n = st.number_input("Number of people", 1, free, free, key=key)
        st.button("Make an open link", on_click=_open, args=(study.id, int(n)))


def _draw_made(id_: str) -> None:
    """The links made just now, until they are put away."""
    rows = st.session_state.get(MADE, {}).get(id_)
    if not rows:
        return
    with st.container(border=True):
        st.markdown("**Save these links now: Flinch does not show them again.** Anybody who has a link can answer.")
        for row in rows[:SHOWN]:
            with st.container(horizontal=True, vertical_alignment="center", gap="small"):
                st.text(row["participant"], width="content")
                st.code(row["link"], language=None)
        if more := rows[SHOWN:]:
            st.caption(f"{so_many(len(more), 'more link is', 'more links are')} in the file.")
        with st.container(horizontal=True):
            st.download_button(
                "Download as CSV", as_csv(rows), f"invitations-{id_}.csv", "text/csv", type="primary", on_click="ignore"
            )
            st.button("I saved the links", on_click=_put_away)


def as_csv(rows: Sequence[dict[str, str]]) -> str:
    """The rows under a head, for a spreadsheet or a mail merge."""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def link(token: str) -> str:
    """The address that this token belongs to, as this browser reaches the app."""
    address = str(st.context.url or "").partition("?")[0].removesuffix("/studies").rstrip("/")
    return f"{address}/study?t={token}"


@guarded
def _invite(id_: str, n: int) -> None:
    invitations: list[StudyInvitation] = Studies(workspace()).open(id_).invite(n)
    st.session_state[MADE] = {id_: [{"participant": who, "link": link(token)} for who, token in invitations]}


@guarded
def _open(id_: str, quota: int) -> None:
    token = Studies(workspace()).open(id_).open_link(quota)
    st.session_state[MADE] = {id_: [{"participant": f"the first {quota} who agree to take part", "link": link(token)}]}


@guarded
def _put_away() -> None:
    st.session_state.pop(MADE, None)
