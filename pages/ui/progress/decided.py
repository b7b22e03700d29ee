"""Who decided what, and why samples were discarded."""

from collections.abc import Sequence

import streamlit as st

from core.records import Decision
from core.so_many import so_many
from curation.people import PersonTally, by_person, discard_reasons
from curation.records import CellProgress
from pages.ui.shared.folding import folded
from pages.ui.shared.html_table import draw_table

FEW = 6  # people whose lines are shown unasked
PEOPLE = ("Person", "Decided", "Kept", "Relabelled", "Discarded", "Median time")


def draw_decided(verdicts: Sequence[Decision], cells: Sequence[CellProgress]) -> None:
    """A line for each person, and one for each reason of a discard, folded where many people decided, and why Quota
    counts more of these `cells`; a sentence while nobody has decided."""
    own = [verdict for verdict in verdicts if not verdict.settles]
    if not own:
        st.info("Nobody has decided anything yet.")
        return
    tallies = list(by_person(own))
    with folded("People and discard reasons", opened=len(tallies) <= FEW):
        people, reasons = st.columns([3, 2], gap="large")
        with people:
            draw_table("Current decisions, made by hand", PEOPLE, map(_person, tallies))
            if more := carried_in_words(verdicts, cells):
                st.caption(more)
        with reasons:
            _draw_reasons(discard_reasons(own))


def carried_in_words(verdicts: Sequence[Decision], cells: Sequence[CellProgress]) -> str:
    """ "513 decisions on 512 different texts count for 1,213 samples; 809 of these are kept …"; "" for as many.

    The `verdicts` on one text have one id, in whichever cell they were given.
    """
    carried, checked, collected = (
        sum(n) for n in zip(*((c.carried, c.checked, c.collected) for c in cells), strict=True)
    )
    if not carried:
        return ""
    judged = [verdict.candidate_id for verdict in verdicts if not verdict.settles]
    by_hand = f"{so_many(len(judged), 'decision')} on {so_many(len({*judged}), 'different text')}"
    return f"{by_hand} count for {so_many(checked, 'sample')}; {collected:,} of these are kept or relabelled."


def _draw_reasons(counts: dict[str, int]) -> None:
    if not counts:
        st.info("Nothing has been discarded yet.")
        return
    total = sum(counts.values())
    rows = [(reason or "no reason given", f"{n:,}", f"{100 * n / total:.0f} %") for reason, n in counts.items()]
    draw_table("Discard reasons", ("Reason", "Times", "Share"), rows)


def _person(tally: PersonTally) -> tuple[str, ...]:
    counts = (tally.decided, tally.kept, tally.relabelled, tally.discarded)
    return tally.name, *(f"{count:,}" for count in counts), seconds(tally.median_milliseconds)


def seconds(milliseconds: float | None) -> str:
    """ "2.4 s", "75 s", or "not measured"."""
    if milliseconds is None:
        return "not measured"
    return f"{milliseconds / 1000:.1f} s" if milliseconds < 9950 else f"{milliseconds / 1000:.0f} s"
