"""The registry: a perturbation is one function; the page, the CLI, the docs and the contract tests find it here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from inspect import Parameter, signature

from core.errors import BadInput
from core.papers import Paper
from core.randomness import Draws
from core.rewrite import Rewrite
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText

Rewriter = Callable[..., Rewrite | None]
"""`(text, amount, draws, *, resources…) -> Rewrite`, or None when the perturbation is not applicable."""


class Level(StrEnum):
    CHARACTER = "character"
    WORD = "word"
    SENTENCE = "sentence"
    ORDER = "order"
    WORD_CLASS = "word class"


HIGHEST = {Unit.PPS: 4, Unit.PERCENT_CHARACTERS: 100, Unit.PERCENT_WORDS: 100, Unit.PROBABILITY: 1}


@dataclass(frozen=True, slots=True)
class Perturbation:
    """A named rewriter and what a person must know before using it.

    `paper` and `section` say where it is described. `values` are the severities of its paper, in its unit. `resources`
    names the keyword-only parameters of the rewriter: lexical resources that the caller provides. `needs_tags` says
    whether the tokens must carry part-of-speech tags; `may_apply`, if any, tells texts that are surely not applicable.
    """

    name: str
    level: Level
    unit: Unit
    alters_meaning: bool
    paper: Paper
    section: str
    summary: str
    rewrite: Rewriter
    values: tuple[float | str, ...]
    needs_tags: bool
    resources: tuple[str, ...]
    may_apply: Callable[[str], bool] | None = None

    @property
    def source(self) -> str:
        """Where it is described: "Moradi & Samwald 2021, section 4.2"."""
        return f"{self.paper.short}, section {self.section}"

    @property
    def severities(self) -> tuple[Severity, ...]:
        """Those its paper uses."""
        return tuple(Severity(self.unit, value) for value in self.values)

    @property
    def range(self) -> str:
        """The severities it takes, for people: "1, 2, 3 or 4", "more than 0, at most 100"."""
        if self.unit is Unit.WORD_CLASS:
            return f"{listed(map(str, self.values))}, or several joined by +"
        if self.unit is Unit.PPS:
            return listed(map(str, self.values))
        highest = HIGHEST[self.unit]
        return f"{highest} only" if self.values == (1,) else f"more than 0, at most {highest}"

    def severity(self, value: str | float) -> Severity:
        """The severity of this value, in this perturbation's unit; raises BadInput for one that it does not take."""
        number: str | float = value
        if self.unit is not Unit.WORD_CLASS:
            try:
                number = float(value)
            except ValueError:
                raise self._refused(value) from None
            number = int(number) if number.is_integer() else number
        severity = Severity(self.unit, number)
        self.check(severity)
        return severity

    def check(self, severity: Severity) -> None:
        """Raise BadInput unless this severity has the right unit and lies within the bounds."""
        if severity.unit is not self.unit:
            other = f"not in {severity.unit} as {severity.value} is"
            raise BadInput(f"{self.name} is measured in {self.unit}, {other}; it takes {self.range}.")
        value = severity.value
        if self.unit is Unit.WORD_CLASS:
            right = bool(value) and set(str(value).split("+")) <= set(self.values)
        elif isinstance(value, str):
            right = False
        elif self.unit is Unit.PPS:
            right = value in (1, 2, 3, 4)
        else:
            right = value == 1 if self.values == (1,) else 0 < value <= HIGHEST[self.unit]
        if not right:
            raise self._refused(value)

    def _refused(self, value: object) -> BadInput:
        return BadInput(f"{self.name} takes {self.unit}: {self.range}; not {value if value != '' else 'nothing'}.")

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
    paper: Paper,
    section: str,
    values: tuple[float | str, ...] = (),
    needs_tags: bool = False,
    may_apply: Callable[[str], bool] | None = None,
) -> Callable[[Rewriter], Rewriter]:
    """Register the decorated rewriter under its own name; its docstring's first line is the summary people read.

    `paper` and `section` say where it is described; its severities are the paper's unless `values` are given.
    `may_apply` is a quick look at a text: where it says no, the rewriter would, and is not asked.
    """

    def register(rewrite: Rewriter) -> Rewriter:
        name = rewrite.__name__
        summary = (rewrite.__doc__ or "").strip().split("\n")[0]
        keywords = tuple(p.name for p in signature(rewrite).parameters.values() if p.kind is Parameter.KEYWORD_ONLY)
        used = values or paper.values(unit)
        _REGISTRY[name] = Perturbation(
            name, level, unit, alters_meaning, paper, section, summary, rewrite, used, needs_tags, keywords, may_apply
        )
        return rewrite

    return register


def of_paper(paper: Paper) -> tuple["Perturbation", ...]:
    """The paper's perturbations; each at its own severities is the paper's design."""
    return tuple(p for p in perturbations() if p.paper is paper)


@cache
def perturbations() -> tuple[Perturbation, ...]:
    """Every registered perturbation, by level and then in the order they are written."""
    import core.perturbations  # noqa: F401  importing the package registers them all

    levels = list(Level)
    return tuple(sorted(_REGISTRY.values(), key=lambda p: levels.index(p.level)))


def find(name: str) -> Perturbation:
    """The perturbation of this name; raises BadInput that names the nearest ones."""
    perturbations()
    if name in _REGISTRY:
        return _REGISTRY[name]
    near = get_close_matches(name, _REGISTRY, n=3, cutoff=0.3) or sorted(_REGISTRY)[:5]
    raise BadInput(f"There is no perturbation {name!r}; did you mean {listed(near)}?")


def listed(names: Iterable[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last
