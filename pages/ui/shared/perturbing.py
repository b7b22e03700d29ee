"""One text perturbed on a page, as a script or the command line would perturb it."""

from threading import Lock

import streamlit as st

from core.design import Condition
from core.identity import Occurrences
from core.rewrite import Rewrite
from data.lexicon.resources import perturber

ONE_AT_A_TIME = Lock()  # the tagger's memory is not made for two threads


def key(text: str) -> str:
    """What seeds the draws of a text by itself, as `flinch.perturb` and the only row of a file have it."""
    return Occurrences().id("", text)


def perturb_text(text: str, step: Condition, seed: int) -> Rewrite | None:
    """What the step makes of the text, None where it is not applicable; the caller holds ONE_AT_A_TIME.

    Raises MissingResource where a lexical resource is missing.
    """
    return perturber().text(text, *step, seed, key(text))


def at_most(text: str, longest: int) -> str:
    """The text, or its beginning with a word on it when it has more characters than that.

    The browser's own limit is not used: it drops a text that is too long without a word.
    """
    if len(text) > longest:
        st.warning(
            f"This text has {len(text):,} characters. Only the first {longest:,} are used here; the rest is left out."
        )
    return text[:longest]
