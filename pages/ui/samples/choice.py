"""The controls of the Samples page: which run, and which of its samples."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from data.flips.samples import SampleFlips, samples_by_flips
from data.runs.files import RunCard, newest_file
from data.workspace import Workspace
from pages.ui.runs.address import from_address, text_from_address, to_address, wished
from pages.ui.runs.names import scored_runs
from pages.ui.runs.run_choice import choose_card
from pages.ui.shell.session import store, workspace

WORDS = "samples-words"
MOST = 200  # samples to choose from at once
SHOWN = 90  # characters of a text in the selector


def choose_sample() -> tuple[RunCard, str] | None:
    """The run and the id of the sample that people ask for; None, with a word on why, while there is none."""
    store()
    cards = scored_runs()
    if not cards:
        st.info("No runs yet. Evaluate models on a data set to see its samples.")
        st.page_link("pages/evaluate.py", label="Evaluate models", icon=":material/arrow_forward:")
        return None
    left, right = st.columns([3, 2])
    run = choose_card(cards, left)
    text_from_address("words", WORDS)
    words = right.text_input("Words in the text", key=WORDS, persist_state="session")
    to_address("words", words)
    samples = _counted(str(workspace().root), run.id, newest_file(workspace().runs / run.id))
    found = [sample for sample in samples if _matches(sample, words)]
    if not found:
        st.info("No sample of this run has these words.")
        return None
    return run, _choose(found, run, words)


def _choose(found: Sequence[SampleFlips], run: RunCard, words: str) -> str:
    """The sample's id; at first the one that the address asks for, or the one that changed the most minds."""
    key = f"samples-sample-{run.id}-{words}"
    wanted = (wished("sample"), st.session_state.get(key))
    offered = {sample.id: sample for sample in found[:MOST]}
    offered |= {sample.id: sample for sample in found if sample.id in wanted}
    from_address("sample", key, {id_: id_ for id_ in offered}, found[0].id)
    many = f", the first {MOST} of them" if len(found) > MOST else ""
    chosen: str = st.selectbox(
        f"Sample ({len(found):,}{many}; most flips first)",
        tuple(offered),
        format_func=lambda id_: spoken(offered[id_]),
        key=key,
        persist_state="session",
    )
    to_address("sample", chosen)
    return chosen


def spoken(sample: SampleFlips) -> str:
    """A sample as the selector names it: its text, and how many of its predictions flipped."""
    text = " ".join(sample.text.split()) or sample.id
    cut = text if len(text) <= SHOWN else f"{text[:SHOWN].rsplit(' ', 1)[0]} …"
    return f"{cut} · {sample.flips:,} of {sample.n:,} flipped · {sample.id[:6]}"


def _matches(sample: SampleFlips, words: str) -> bool:
    needle = words.strip().casefold()
    return not needle or needle in sample.text.casefold() or needle == sample.id


@st.cache_data(max_entries=8, show_spinner="Counting flips …")
def _counted(root: str, run_id: str, newest: int) -> list[SampleFlips]:
    """Made again only when a file of the run is `newest`."""
    return samples_by_flips(Workspace(Path(root)), run_id)
