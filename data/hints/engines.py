"""The hint engines that are asked for, started side by side."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from core.errors import BadInput, MissingResource
from core.hints.hinting import Hinting
from core.hints.similarity import Similarity
from core.perturbations.registry import listed
from data.hints.choice import GrammarChoice, choose_engine


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Which engines to use: a similarity model by name or folder, a grammar engine, and a server's address."""

    similarity: str = "default"
    grammar: str = "auto"
    languagetool_url: str = ""

    @property
    def none(self) -> bool:
        """Whether no hints are wanted at all."""
        return self.similarity == self.grammar == "off"

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
    return Hinting(similarity, choice.engine), f"{sentence} {choice.why}"


def _similarity(model: str) -> tuple[Similarity | None, str]:
    if model == "off":
        return None, "Similarity hints are switched off."
    try:
        similarity = Similarity(model)
    except MissingResource as error:
        return None, str(error)
    return similarity, f"Similarity is {similarity.name}'s, on {similarity.device}."
