"""One text and what is tried on it, and how the playground's address spells it, so that a view can be linked to."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.design import Condition
from core.perturbations.conditions import parse_condition
from core.perturbations.registry import Perturbation, find, perturbations
from core.severity import Severity
from pages.ui.shared.address import whole

LONGEST = 10_000  # characters of a text that are tried
IN_ADDRESS = 1_500  # characters of a text that still goes into the address
OURS = "They are happy with the great film about my 2 old friends in Paris."
HANDFUL = (
    "negation",
    "synonym_replacement",
    "keyboard",
    "contraction",
    "leet_letters",
    "word_neighbour_flip",
    "word_class_removal",
)


@dataclass(frozen=True, slots=True)
class View:
    """A text, the steps tried on it, and whether they follow each other; the same view is the same texts again.

    `models` are asked of it, by digest. Those of pairs read `beside` with it, before it where it is the `second`.
    """

    text: str
    steps: tuple[Condition, ...]
    seed: int = 0
    chained: bool = False
    models: tuple[str, ...] = ()
    beside: str = ""
    second: bool = False

    @property
    def address(self) -> dict[str, str]:
        """The query that stands for this view; a long text stays out of it."""
        query = {"steps": Condition.chain(self.steps).spelled} if self.steps else {}
        if self.text and len(self.text) <= IN_ADDRESS:
            query["text"] = self.text
        if self.seed:
            query["seed"] = str(self.seed)
        if self.models:
            query["models"] = ",".join(self.models)
        if self.beside and len(self.beside) <= IN_ADDRESS:
            query |= {"beside": self.beside} | ({"second": "1"} if self.second else {})
        return query | ({"chained": "1"} if self.chained else {})


def from_address(query: Mapping[str, str]) -> View | None:
    """The view that an address asks for, None where it asks for nothing; raises BadInput for steps that can't be."""
    if not query.keys() & {"steps", "text", "seed", "models"}:
        return None
    steps = parse_condition(query["steps"]).steps if query.get("steps") else handful()
    seed = whole(query, "seed", 0)
    models = tuple(filter(None, query.get("models", "").split(",")))
    beside = query.get("beside", "")
    return View(query.get("text", OURS), steps, seed, "chained" in query, models, beside, "second" in query)


def handful() -> tuple[Condition, ...]:
    """A few of each kind."""
    names = {p.name for p in perturbations()}
    return tuple(Condition(name, middle(find(name))) for name in HANDFUL if name in names)


def middle(perturbation: Perturbation) -> Severity:
    """The severity in the middle of its usual ones."""
    return perturbation.severities[(len(perturbation.severities) - 1) // 2]
