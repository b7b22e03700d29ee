"""What was run so far: on what, with what, where, and how long it took."""

from collections.abc import Sequence
from datetime import datetime

import streamlit as st

from data.run_files import RunCard
from pages.ui.jobs import duration


def draw_runs(cards: Sequence[RunCard]) -> None:
    """A row for each run, newest first; nothing where there are none."""
    if not cards:
        return
    st.header("Runs")
    st.dataframe([run_row(card) for card in cards], hide_index=True, height="content")
    st.page_link("pages/heatmaps.py", label="See your heatmaps", icon=":material/arrow_forward:")


def run_row(card: RunCard) -> dict[str, object]:
    """The run as a row of the table."""
    return {
        "Started": f"{datetime.fromisoformat(card.started):%Y-%m-%d %H:%M} UTC",
        "Data set": f"{card.dataset} ({card.split}){', ours' if card.ours else ''}",
        "Models, with accuracy on dev": ", ".join(
            f"{m.name} {m.dev_accuracy:.2f}" if m.dev_accuracy is not None else m.name for m in card.models
        ),
        "Samples": card.samples,
        "Cells": len(card.cells),
        "Device": card.device,
        "Seed": card.seed,
        "Took": duration(card.seconds) if card.finished else "not finished",
        "With": ", ".join(f"{name} {version}" for name, version in card.versions.items()),
    }
