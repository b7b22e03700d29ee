"""Find a flip: the chosen edits drawn with one seed after the other until each model says something else."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from time import monotonic

import streamlit as st

from core.design import Condition
from core.errors import BadInput, MissingResource
from core.flip_search import FlipSearch, FoundFlip, flip_search
from core.models.predictor import Output
from core.rewrite import Rewrite
from core.so_many import so_many
from data.flips.answers import flips_of
from data.runs.model_process import predictions_by
from pages.ui.playground.models import AskedModel
from pages.ui.playground.state import SEED
from pages.ui.playground.verdict import Verdicts
from pages.ui.shared.diff import inline_html
from pages.ui.shared.literal import literally
from pages.ui.shared.perturbation_words import heading, severity_in_words
from pages.ui.shared.perturbing import ONE_AT_A_TIME, perturb_text
from pages.ui.shared.view import View
from pages.ui.shell.guard import guarded, put
from pages.ui.shell.session import workspace

_SEARCH = "playground-search"
STRETCH, PAUSE = 0.4, 0.1  # seconds: a press is heard between two stretches of a search
MEASURE = "smallest flip in its batch of draws: fewest words, then fewest characters"


@dataclass
class RunningSearch:
    """The search for a flip of a model, as far as it is; `trouble` says why it failed."""

    asked: AskedModel
    searching: Iterator[FlipSearch[Output]]
    so_far: FlipSearch[Output] | None = None
    over: bool = False
    trouble: str = ""

    def go_on(self, seconds: float) -> None:
        """Search for about so many seconds, or to the end."""
        until = monotonic() + seconds
        try:
            while not self.over and monotonic() < until:
                self.so_far = next(self.searching)
                self.over = self.so_far.ended
        except (BadInput, MissingResource) as error:
            self.trouble, self.over = str(error), True

    @property
    def in_words(self) -> str:
        """How far it is."""
        if self.so_far is None:
            return f"Asking {self.asked.name} …"
        outcome = "flip found" if self.so_far.smallest else "no flip yet"
        return f"{self.asked.name}: {self.so_far.drawn} of {self.so_far.budget} draws, {outcome}"


@dataclass(frozen=True, slots=True)
class Searches:
    """The searches for what was asked: a text, edits and models."""

    of: object
    by_model: tuple[RunningSearch, ...]

    @property
    def over(self) -> bool:
        """Whether none of them goes on."""
        return all(search.over for search in self.by_model)


def search_button() -> bool:
    """The button that starts a search; whether it was pressed."""
    about = "Draws the chosen perturbations with this seed and the next seeds until each model's prediction flips."
    return st.button("Find a flip", key="playground-find", icon=":material/search:", help=about)


def draw_search(view: View, models: Sequence[AskedModel], pressed: bool) -> None:
    """Search where the button was pressed; else what the last search for this text, edits and models found."""
    able = tuple(asked for asked in models if not asked.trouble)
    of = (view.text, view.steps, view.chained, able)
    if pressed:
        st.session_state[_SEARCH] = Searches(of, tuple(RunningSearch(asked, _searching(view, asked)) for asked in able))
    searches = st.session_state.get(_SEARCH)
    if searches is None or searches.of != of:
        return
    if not searches.over:
        _draw_running()
        return
    _draw_found(searches.by_model)


def _draw_found(searches: Sequence[RunningSearch]) -> None:
    """The smallest flip of each model, and in one box those that have none."""
    alone, none = len(searches) == 1, list[str]()
    for search in searches:
        if search.trouble:
            st.warning(literally(f"{search.asked.name}: {search.trouble}"), icon=":material/warning:")
        elif search.so_far and search.so_far.smallest:
            _draw(search.so_far.smallest, search.asked, _draws(search.so_far), alone)
        elif search.so_far:
            outcome = "No flip in" if search.so_far.ended else "Stopped without a flip after"
            none.append(f"{'' if alone else f'{literally(search.asked.name)}: '}{outcome} {_draws(search.so_far)}.")
    if none:
        st.info("  \n".join([*none, "Choose more perturbations, or higher severities."]), icon=":material/search_off:")


def _searching(view: View, asked: AskedModel) -> Iterator[FlipSearch[Output]]:
    conditions = [Condition.chain(view.steps)] if view.chained else list(view.steps)
    home = workspace()

    def rewriting(condition: Condition, seed: int) -> Rewrite | None:
        try:
            with ONE_AT_A_TIME:
                return perturb_text(view.text, condition, seed)
        except MissingResource:  # said beside the step itself
            return None

    return flip_search(
        view.text,
        conditions,
        rewriting,
        lambda texts: predictions_by(home, asked.model, [asked.reads(text) for text in texts]),
        seed=view.seed,
        flips=flips_of(home, asked.model),
    )


@st.fragment(run_every=PAUSE)
@guarded
def _draw_running() -> None:
    """How far each search is, and a button that stops all; they go on a little with each run of this fragment."""
    searches: Searches = st.session_state[_SEARCH]
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(gap="xsmall"):
            for search in searches.by_model:
                share = search.so_far.drawn / search.so_far.budget if search.so_far else 0.0
                st.progress(1.0 if search.over else share, literally(search.in_words))
        st.button("Stop", key="playground-stop", on_click=_stop)
    for search in searches.by_model:
        search.go_on(STRETCH / len(searches.by_model))
    if searches.over:
        st.rerun()


@guarded
def _stop() -> None:
    for search in st.session_state[_SEARCH].by_model:
        search.over = True


def _draws(search: FlipSearch[Output]) -> str:
    return f"{so_many(search.drawn, 'draw')}, {so_many(search.texts, 'distinct text')}"


def _draw(flip: FoundFlip[Output], asked: AskedModel, draws: str, alone: bool) -> None:
    with st.container(border=True, gap="xsmall"):
        st.html(flip_html(flip, asked, draws, alone))
        if st.session_state[SEED] != flip.seed:
            key = f"playground-to-flip-{asked.model.digest}"
            st.button(f"Go to seed {flip.seed}", key=key, on_click=put, args=(SEED, flip.seed))


def flip_html(flip: FoundFlip[Output], asked: AskedModel, draws: str, alone: bool) -> str:
    """The smallest flip as a section of the sheet: the change, what was said before and after, its size."""
    source, perturbed = flip.rewrite.source, flip.rewrite.perturbed
    predictions = {source: flip.before, perturbed: flip.after}
    verdicts = Verdicts(asked.name, source, asked.model.labels, predictions, lambda *_: True)
    steps = ", ".join(f"{heading(name)}, {severity_in_words(severity)}" for name, severity in flip.condition.steps)
    size = f"{so_many(flip.words, 'word')}, {so_many(flip.characters, 'character')}"
    whose = "" if alone else f" found for {escape(asked.name)}"
    return (
        f'<div class="fl-play fl-smallest"><section><header><h2>The smallest flip{whose}</h2>'
        f"<span>{escape(draws)}</span></header>"
        f'<p class="fl-text">{inline_html(flip.rewrite)}</p>{verdicts.html(flip.rewrite)}'
        f'<p class="fl-figures"><b>{escape(steps)}</b><span><i>seed</i> {flip.seed}</span>'
        f"<span><i>changed</i> {escape(size)}</span><i>{MEASURE}</i></p></section></div>"
    )
