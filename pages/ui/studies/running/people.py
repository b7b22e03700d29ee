"""Everybody in a study: how far they are, who needs a reminder, and the places of those who will not come."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import streamlit as st

from core.so_many import so_many
from curation.study.records import Participant, ParticipantState
from curation.study.results.attention import AttentionPaid, attention
from curation.study.results.times import median_seconds
from curation.study.steps import UNDER_WAY, needs_reminder
from data.study.studies import Studies
from data.study.study import Study
from pages.ui.shared.data_table import data_table
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace
from pages.ui.studies.choice import INVITE, open_tab

LOOK_AGAIN = "5s"
STATES = {
    ParticipantState.INVITED: "not started",
    ParticipantState.WORKING: "working",
    ParticipantState.FINISHED: "finished",
    ParticipantState.DROPPED: "dropped out",
    ParticipantState.WITHDREW: "withdrew; all data deleted",
}
JUDGED = "all judged, not finished"
QUIET = "study-quiet"
TIME = "Median time"
COUNTS = "study-counts"
TWO_ACROSS = f"""<style>@media (max-width:640px)
{{.st-key-{COUNTS}{{display:grid;grid-template-columns:1fr 1fr;gap:.5rem}}}}</style>"""


def draw_people(study: Study) -> None:
    """The table, looked at again every few seconds, and what can be done."""
    _draw_live(study.id)
    _draw_dropping(study)


@st.fragment(run_every=LOOK_AGAIN)
@guarded
def _draw_live(id_: str) -> None:
    study = Studies(workspace()).open(id_)
    people = study.participants()
    states = Counter(person.state for person in people)
    free = study.design.participants - sum(not person.state.gone for person in people)
    st.html(TWO_ACROSS)
    with st.container(horizontal=True, gap="large", key=COUNTS):
        st.metric("Not invited", max(0, free), width="content")
        st.metric("Not started", states[ParticipantState.INVITED], width="content")
        st.metric("Working", states[ParticipantState.WORKING], width="content")
        st.metric("Finished", f"{states[ParticipantState.FINISHED]} of {study.design.participants}", width="content")
        st.metric("Judgements", f"{sum(person.done for person in people if not person.state.gone):,}", width="content")
    if not people:
        st.button("Invite participants", type="primary", on_click=open_tab, args=(INVITE,))
        return
    table, late = st.container(), list[str]()
    if any(person.state in UNDER_WAY for person in people):
        hours = st.number_input("Remind after (hours)", 1, 24 * 30, 48, key=f"{QUIET}-{id_}", width=320)
        late = needs_reminder(people, datetime.now(UTC), timedelta(hours=hours))
    answers = study.answers(dropped=True)
    seconds = median_seconds(answers)
    paid = {p.participant: p for p in attention(answers, study.items, study.design.allowed_misses)}
    with table:
        data_table(
            [_row(person, person.id in late, seconds.get(person.id), paid.get(person.id)) for person in people],
            width="stretch",
            column_config={
                TIME: st.column_config.NumberColumn(format="%.1f s", help="The median time of one answer."),
                "Done": st.column_config.ProgressColumn(format="percent", min_value=0, max_value=1),
            },
        )
    if late:
        st.caption(f"Send a reminder to {', '.join(late)}. Their links are in the invitation file that you saved.")


def _row(person: Participant, late: bool, seconds: float | None, paid: AttentionPaid | None) -> dict[str, object]:
    return {
        "Participant": person.id,
        "State": JUDGED if _only_to_finish(person) else STATES[person.state],
        "Done": person.done / person.total if person.total else 0.0,
        "Items": f"{person.done} of {person.total}" if person.total else "",
        TIME: seconds,
        "Failed checks": f"{paid.missed} of {paid.checks}" if paid and paid.checks else None,
        "Last answer": f"{person.last.astimezone():%-d %b %Y %H:%M}" if person.last else "",
        "Remind": "yes" if late else "",
    }


def _only_to_finish(person: Participant) -> bool:
    """Whether all texts are judged, and the questions after them are not answered, or the answers not sent."""
    return person.state is ParticipantState.WORKING and person.done == person.total


def _draw_dropping(study: Study) -> None:
    waiting = [person.id for person in study.participants() if person.state in UNDER_WAY]
    if not waiting:
        return
    with st.expander("Drop-outs"):
        st.caption(
            "Free the place of a participant who dropped out. The next person you invite gets the same samples. Flinch "
            "keeps and marks the answers of the drop-out, but does not count them. The drop-out's link stops working."
        )
        key = f"study-drop-{study.id}"
        chosen: Sequence[str] = st.multiselect("Participants who dropped out", waiting, key=key)
        st.button("Free their places", disabled=not chosen, on_click=_drop, args=(study.id, tuple(chosen)))


@guarded
def _drop(id_: str, who: Sequence[str]) -> None:
    study = Studies(workspace()).open(id_)
    for pseudonym in who:
        study.drop(pseudonym)
    places = so_many(len(who), "place is", "places are")
    st.toast(f"{places} free again. Make new links under Invite.")
