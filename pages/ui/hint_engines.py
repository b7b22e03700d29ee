"""The hints people ask for: which engine would speak and why, and the way to get a better one."""

import streamlit as st

from core.hints.choice import GET_SIZE, Grammar, Prospect, prospects
from core.hints.java_server import JAVA_NEEDED, java_version
from data.candidates import HintWish
from data.jobs import jobs, submit
from pages.ui.guard import guarded
from pages.ui.jobs import draw_job
from pages.ui.session import workspace

GRAMMARS = {
    Grammar.AUTO: "the best there is",
    Grammar.LANGUAGETOOL: "LanguageTool",
    Grammar.HARPER: "Harper",
    Grammar.OFF: "none",
}
NONE = "off"
SIMILARITIES = {"default": "all-MiniLM-L6-v2 (offline)", NONE: "none"}


def choose_hints() -> HintWish:
    """The wish, with a sentence on which engine would speak."""
    similarity = st.selectbox(
        "Similarity",
        tuple(SIMILARITIES),
        format_func=lambda model: SIMILARITIES.get(model, model),
        accept_new_options=True,
        key="prepare-similarity",
        help="Choose, or type the hub name or the folder of any sentence-transformers model and press Enter.",
    )
    grammar = st.selectbox("Grammar", tuple(GRAMMARS), format_func=GRAMMARS.__getitem__, key="prepare-grammar")
    url = ""
    if grammar in (Grammar.AUTO, Grammar.LANGUAGETOOL):
        url = st.text_input("LanguageTool server (optional)", placeholder="http://127.0.0.1:8081", key="prepare-url")
    found = next(iter(prospects(grammar, url.strip())), None)
    _say(grammar, found)
    return HintWish(similarity or NONE, grammar, url.strip())


def _say(grammar: Grammar, found: Prospect | None) -> None:
    """Who would speak; with a way to get LanguageTool where it is wanted and not there."""
    if grammar is Grammar.OFF:
        return
    st.caption(found.why if found else "No grammar engine would speak; candidates are made without grammar hints.")
    if grammar is not Grammar.HARPER and (found is None or found.engine is Grammar.HARPER):
        _offer()


def _offer() -> None:
    """The download is the user's to start; its size is said before and its progress while it runs."""
    ready = java_version() >= JAVA_NEEDED
    under_way = any(job.kind == "languagetool" and not job.ended for job in jobs(workspace()))
    label = f"Get LanguageTool ({GET_SIZE} from GitHub)"
    st.button(label, key="get-languagetool", on_click=_get, disabled=under_way or not ready, icon=":material/download:")
    newest = next((job for job in jobs(workspace()) if job.kind == "languagetool"), None)
    if newest:
        draw_job(newest.id)


@guarded
def _get() -> None:
    if not any(job.kind == "languagetool" and not job.ended for job in jobs(workspace())):
        submit(workspace(), "languagetool", "Get LanguageTool", {})
