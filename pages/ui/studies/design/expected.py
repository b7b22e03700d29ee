"""What to expect of a study before it is made: how much it asks, how sure its figures will be."""

import streamlit as st

from core.so_many import so_many
from curation.study.design import MINUTES, SECONDS, StudyDesign
from curation.study.power import OF_PEOPLE, OF_SAMPLES, power
from pages.ui.shared.data_table import data_table

LIKELY = 0.8  # share at which widths are told: near one half they are a little wider, near one narrower


def draw_expected(design: StudyDesign) -> None:
    """A line on the effort, and a table of interval widths with what they assume."""
    if design.doubt_of_minutes:
        st.warning(f"{design.doubt_of_minutes} Write {MINUTES} there, and Flinch fills in the time.")
    people = design.participants
    judged = sum(part.per_participant for part in design.parts)
    checks = design.items_each - judged
    st.markdown(
        f"**What to expect.** Each participant judges {so_many(judged, 'sample')} and {so_many(checks, 'check')}. "
        f"This takes about {so_many(design.minutes, 'minute')}, at {SECONDS:g} seconds each. In total, participants "
        f"give {people * judged:,} judgements of samples and {people * checks:,} of checks."
    )
    rows = []
    for part in design.parts:
        each, names = part.per_participant, {condition.perturbation for condition in part.conditions}
        whole, cell = (
            power(design.participants, of_each, design.judgements_per_item, LIKELY)
            for of_each in (each, each / len(names))
        )
        rows.append(
            {
                "Part": part.title,
                "Judgements": whole.judgements,
                "Samples": -(-whole.judgements // design.judgements_per_item),
                "Precision, all": f"± {100 * whole.half_width:.0f} points",
                "Precision, each perturbation": f"± {100 * cell.half_width:.0f} points",
                "Design effect": f"{whole.effect:.2f}",
            }
        )
    data_table(rows, width="stretch")
    st.caption(
        f"± is half the width of the 95 % interval if {100 * LIKELY:.0f} % answer yes. Answers from the same person, "
        "or about the same sample, are similar, so they count less: at a design effect of 2.5, 2.5 answers count as "
        f"one. The forecast assumes that {100 * OF_PEOPLE:.0f} % of the variance comes from differences between people "
        f"and {100 * OF_SAMPLES:.0f} % from differences between samples. The intervals in the results use the variance "
        "of the actual answers."
    )
