"""The registry: a perturbation is one function; the page, the CLI, the docs and the contract tests find it here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from inspect import Parameter, signature

from core.errors import BadInput
from core.randomness import Draws
from core.records import Severity, Unit
from core.rewrite import Rewrite
from core.text import AnalysedText

Rewriter = Callable[..., Rewrite | None]
"""`(text, amount, draws, *, resources…) -> Rewrite`, or None when the perturbation is not applicable."""


class Level(StrEnum):
    CHARACTER = "character"
    WORD = "word"
    SENTENCE = "sentence"
    ORDER = "order"
    WORD_CLASS = "word class"


@dataclass(frozen=True, slots=True)
class Perturbation:
    """A named rewriter and what a person must know before using it.

    `low` and `high` bound the severity, in its unit. `resources` names the keyword-only parameters of the rewriter:
    lexical resources that the caller provides. `needs_tags` says whether the tokens must carry part-of-speech tags.
    """

    name: str
    level: Level
    unit: Unit
    alters_meaning: bool
    source: str
    summary: str
    rewrite: Rewriter
    low: float
    high: float
    needs_tags: bool
    resources: tuple[str, ...]

    def check(self, severity: Severity) -> None:
        """Raise BadInput unless this severity has the right unit and lies within the bounds."""
        if severity.unit is not self.unit:
            raise BadInput(f"{self.name} is measured in {self.unit}, not in {severity.unit}; ask for {self.unit}.")
        value = severity.value
        whole = self.unit is not Unit.PPS or value == int(value)
        if isinstance(value, str) or not whole or not self.low <= value <= self.high:
            raise BadInput(f"{self.name} takes {self.unit} from {self.low:g} to {self.high:g}, not {value}.")

    def __call__(self, text: AnalysedText, severity: Severity, draws: Draws, **resources: object) -> Rewrite | None:
        """What this perturbation proposes for the text, or None when it is not applicable."""
        self.check(severity)
        return self.rewrite(text, severity.value, draws, **resources)


_REGISTRY: dict[str, Perturbation] = {}


def perturbation(
    *,
    level: Level,
    unit: Unit,
    alters_meaning: bool,
    source: str,
    low: float,
    high: float,
    needs_tags: bool = False,
) -> Callable[[Rewriter], Rewriter]:
    """Register the decorated rewriter under its own name; its docstring's first line is the summary people read."""

    def register(rewrite: Rewriter) -> Rewriter:
        name = rewrite.__name__
        summary = (rewrite.__doc__ or "").strip().split("\n")[0]
        keywords = [p.name for p in signature(rewrite).parameters.values() if p.kind is Parameter.KEYWORD_ONLY]
        _REGISTRY[name] = Perturbation(
            name, level, unit, alters_meaning, source, summary, rewrite, low, high, needs_tags, tuple(keywords)
        )
        return rewrite

    return register


def perturbations() -> tuple[Perturbation, ...]:
    """Every registered perturbation, by level and then in the order they are written."""
    import core.perturbations  # noqa: F401  importing the package registers them all

    levels = list(Level)
    return tuple(sorted(_REGISTRY.values(), key=lambda p: levels.index(p.level)))


def find(name: str) -> Perturbation:
    """The perturbation of this name; raises BadInput that names the nearest ones."""
    known = {p.name: p for p in perturbations()}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=3, cutoff=0.3) or sorted(known)[:5]
    raise BadInput(f"There is no perturbation {name!r}; did you mean {listed(near)}?")


def listed(names: Iterable[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
