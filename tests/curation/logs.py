"""Logs of decisions as hypothesis draws them."""

from hypothesis import strategies as st

from core.records import Decision, Verdict
from tests.data.store.store_data import decision


@st.composite
def logs(draw: st.DrawFn) -> list[Decision]:
    """Logs of a few people on a few samples, with undo events aimed at anything, several at the same minute."""
    made: list[Decision] = []
    for number in range(draw(st.integers(0, 12))):
        verdict = draw(st.sampled_from(Verdict))
        target = draw(st.sampled_from(made)).id if made and verdict is Verdict.UNDO else ""
        candidate, annotator = draw(st.sampled_from("cd")), draw(st.sampled_from(["ann", "bob"]))
        minute = draw(st.integers(0, 3))
        made.append(decision(candidate, verdict, annotator, minute, id=str(number), undoes=target))
    return made
