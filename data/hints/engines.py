"""The hint engines that are asked for, started side by side."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from core.errors import BadInput, MissingResource
from core.hints.hinting import Hinting
from core.hints.masked import MaskedModel
from core.hints.similarity import Similarity
from core.perturbations.registry import listed
from data.hints.choice import GrammarChoice, choose_engine


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Which engines to use: a similarity model by name or folder, a grammar engine, and a server's address.

    `context` is a masked language model by name or folder that says how well words fit where they stand; "" for the
    similarity model.
    """

    similarity: str = "default"
    grammar: str = "auto"
    languagetool_url: str = ""
    context: str = ""

    @property
    def none(self) -> bool:
        """Whether no hints are wanted at all."""
        return self.similarity == self.grammar == "off" and not self.context

    def check(self) -> None:
        """Raise BadInput for a grammar engine that does not exist."""
        if self.grammar not in set(GrammarChoice):
            raise BadInput(f"{self.grammar!r} is not a grammar engine; choose {listed(GrammarChoice)}.")


def start_engines(request: HintRequest) -> tuple[Hinting, str]:
    """The engines that could be started, and a sentence on each."""
    with ThreadPoolExecutor(1) as aside:
        starting = aside.submit(choose_engine, request.grammar, request.languagetool_url)
        similarity, sentence = _similarity(request.similarity)
        choice = starting.result()
    masked, note = _load_masked_model(request.context)
    return Hinting(similarity, choice.engine, masked), f"{sentence} {note}{choice.why}"


def usual_context() -> str:
    """The masked language model that FLINCH_CONTEXT_MODEL names; "" for none."""
    return os.environ.get("FLINCH_CONTEXT_MODEL", "")


def _load_masked_model(model: str) -> tuple[MaskedModel | None, str]:
    if not model:
        return None, ""
    try:
        return MaskedModel(model), f"{model} scores how well new words fit their context. "
    except MissingResource as error:
        return None, f"{error} "


def _similarity(model: str) -> tuple[Similarity | None, str]:
    if model == "off":
        return None, "Similarity hints are switched off."
    try:
        similarity = Similarity(model)
    except MissingResource as error:
        return None, str(error)
    return similarity, f"{similarity.name} computes similarity, on {similarity.device}."
