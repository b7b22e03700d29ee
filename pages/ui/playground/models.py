"""The model that is asked of each text: chosen among those of the runs, its answers kept for this session."""

from collections import Counter
from collections.abc import Mapping, Sequence

import streamlit as st

from core.errors import BadInput, MissingResource
from core.models.predictor import Labelled
from data.runs.model_process import predictions_by
from data.runs.stored_models import StoredModel, stored_models
from pages.ui.shell.people import may_see
from pages.ui.shell.session import workspace

MODEL = "playground-model"
_SAID = "playground-said"
REMEMBERED = 2_000  # texts
Said = Mapping[str, Labelled]


def choose_model() -> StoredModel | None:
    """The model to ask, None for none. Where there is none, the way to Evaluate; to annotators nothing is shown."""
    if not may_see("evaluate"):
        return None
    known = {model.digest: model for model in stored_models(workspace())}
    if st.session_state.get(MODEL) not in (None, *known):
        st.session_state[MODEL] = None
        st.toast("The model was removed; choose another.")
    if not known:
        label = "Train a model on Evaluate to see its predictions here"
        st.page_link("pages/evaluate.py", label=label, icon=":material/model_training:")
        return None
    titles = _titles(known)
    chosen = st.selectbox(
        "Model",
        tuple(known),
        format_func=lambda digest: titles.get(digest, digest),
        index=None,
        placeholder="No predictions",
        key=MODEL,
        persist_state="session",
        width=260,
        help="A model of a run on single texts. It says its label of the text and of each edit; opening one takes some "
        "seconds. An endpoint is asked once for each new text.",
    )
    return known[chosen] if chosen else None


def known_said(model: StoredModel, texts: Sequence[str]) -> Said:
    """What the model is known to say of these texts; those that it was not asked are left out."""
    kept = _kept(model)
    return {text: kept[text] for text in texts if text in kept}


def ask(model: StoredModel, texts: Sequence[str]) -> Said:
    """What the model says of these texts, asked where it is not known; {} with a word on why where it can't be had."""
    new = [text for text in dict.fromkeys(texts) if text not in _kept(model)]
    try:
        with st.spinner(f"Asking {model.name}; opening it takes some seconds …"):
            said = predictions_by(workspace(), model, new) if new else []
    except (BadInput, MissingResource) as error:
        st.warning(str(error), icon=":material/warning:")
        return {}
    kept = _kept(model)
    if len(kept) > REMEMBERED:
        kept.clear()
    kept |= zip(new, said, strict=True)
    return known_said(model, texts)


def _kept(model: StoredModel) -> dict[str, Labelled]:
    """The answers of the model that was asked last, by text."""
    of, kept = st.session_state.get(_SAID, ("", {}))
    if of != model.digest:
        kept = {}
        st.session_state[_SAID] = (model.digest, kept)
    held: dict[str, Labelled] = kept
    return held


def _titles(known: Mapping[str, StoredModel]) -> dict[str, str]:
    """ "MiniLM on films"; of several that would read the same, each with its run."""
    plain = {digest: f"{model.name} on {model.dataset}" for digest, model in known.items()}
    often = Counter(plain.values())
    return {d: title if often[title] == 1 else f"{title}, {known[d].run}" for d, title in plain.items()}
