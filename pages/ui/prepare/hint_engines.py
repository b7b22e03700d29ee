"""The choice of hints: which engine is used and why, and how to get a better one."""

import streamlit as st

from data.hints.choice import GET_SIZE, AvailableEngine, GrammarChoice, available_engines
from data.hints.engines import HintRequest, usual_context
from data.hints.java_server import JAVA_NEEDED, java_version
from data.jobs.jobs import jobs
from pages.ui.shared.jobs import draw_job, start
from pages.ui.shared.literal import literally
from pages.ui.shell.session import workspace

GRAMMARS = {
    GrammarChoice.AUTO: "best available",
    GrammarChoice.LANGUAGETOOL: "LanguageTool",
    GrammarChoice.HARPER: "Harper",
    GrammarChoice.OFF: "none",
}
NONE = "off"
SIMILARITIES = {"default": "all-MiniLM-L6-v2 (offline)", NONE: "none"}


def choose_hints() -> HintRequest:
    """The hints to make, in a box to open; which engines make them is said below it."""
    with st.expander("Hints", key="prepare-hints"):
        request = _choose()
        engine = next(iter(available_engines(request.grammar, request.languagetool_url)), None)
        _offer_better(request.grammar, engine)
    _draw_engines(request, engine)
    return request


def _choose() -> HintRequest:
    similarity = st.selectbox(
        "Similarity",
        tuple(SIMILARITIES),
        format_func=lambda model: SIMILARITIES.get(model, model),
        accept_new_options=True,
        key="prepare-similarity",
        persist_state="session",
        help="Choose one, or type the hub name or folder of a sentence-transformers model and press Enter.",
    )
    grammar = st.selectbox(
        "Grammar", tuple(GRAMMARS), format_func=GRAMMARS.__getitem__, key="prepare-grammar", persist_state="session"
    )
    url = ""
    if grammar in (GrammarChoice.AUTO, GrammarChoice.LANGUAGETOOL):
        url = st.text_input(
            "LanguageTool server (optional)",
            placeholder="http://127.0.0.1:8081",
            key="prepare-url",
            persist_state="session",
        )
    context = st.text_input(
        "Masked language model (optional)",
        usual_context(),
        placeholder="the similarity model",
        key="prepare-context",
        persist_state="session",
        help="The hub name or folder of a masked language model. It scores how well a new word fits its context: 0.50 "
        "means that the new word fits as well as the old word.",
    )
    return HintRequest(similarity or NONE, grammar, url.strip(), context.strip())


def _draw_engines(request: HintRequest, engine: AvailableEngine | None) -> None:
    """The engines that would be used; why these, and what would be better, behind a sign."""
    if request.none:
        st.caption("No hints.")
        return
    similarity = SIMILARITIES.get(request.similarity, request.similarity)
    grammar = GRAMMARS[engine.choice] if engine else "none"
    if request.grammar == GrammarChoice.AUTO and engine and engine.choice is GrammarChoice.HARPER:
        grammar += " (LanguageTool is not installed)"
    st.caption(
        f"Similarity: {literally(similarity)}. Grammar: {grammar}.",
        help=engine.why if engine else "No grammar engine is available or chosen: candidates get no grammar hints.",
    )


def _offer_better(grammar: str, engine: AvailableEngine | None) -> None:
    """A button to get LanguageTool where it is wanted and missing; the download is the user's to start."""
    unwanted = grammar in (GrammarChoice.OFF, GrammarChoice.HARPER)
    if unwanted or (engine and engine.choice is not GrammarChoice.HARPER):
        return
    ready = java_version() >= JAVA_NEEDED
    downloads = [job for job in jobs(workspace()) if job.kind == "languagetool"]
    label = f"Get LanguageTool ({GET_SIZE} from GitHub)"
    st.button(
        label, key="get-languagetool", on_click=start, args=("languagetool", "Get LanguageTool", {}),
        disabled=not ready or any(not job.ended for job in downloads), icon=":material/download:",
    )  # fmt: skip
    if downloads:
        draw_job(downloads[0].id)
