"""The registry: a perturbation is one function; the page, the CLI, the docs and the contract tests find it here."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache, partial
from inspect import Parameter, signature
from numbers import Real
from types import MappingProxyType

from core.errors import BadInput
from core.papers import ROMERO, ZHANG, Paper
from core.program import PACKAGE
from core.randomness import Draws
from core.rewrite import Rewrite
from core.rules import IN_WORDS, Rules, plain_name, with_rules
from core.severity import Severity, Unit
from core.text.analysed import AnalysedText
from core.text.casing import capitalised

Rewriter = Callable[..., Rewrite | None]
"""`(text, amount, draws, *, resources…) -> Rewrite`, or None when the perturbation is not applicable."""


class Level(StrEnum):
    CHARACTER = "character"
    WORD = "word"
    SENTENCE = "sentence"
    ORDER = "order"
    WORD_CLASS = "word class"


Taken = Mapping[str, str]
"""Which resource a rewriter takes for a parameter, by the parameter's name, where it is not the one of that name."""

RELATED = frozenset({"synonyms", "neighbours"})  # the parameters that take words which may stand for a word
NO_PAPER = "No paper"
HIGHEST = {Unit.PPS: 4, Unit.PERCENT_CHARACTERS: 100, Unit.PERCENT_WORDS: 100, Unit.PROBABILITY: 1}


@dataclass(frozen=True, slots=True)
class Perturbation:
    """A named rewriter and what a person must know before using it.

    `paper` and `section` say where it is described; None and "" of one that no paper has. `values` are the severities
    of its paper's design in its unit, or ours where those are lost or mean another thing: its `note` says so.
    `resources` maps the keyword-only parameters of the rewriter to the lexical resources that the caller provides.
    `needs_tags` says whether the tokens must carry part-of-speech tags; `may_apply`, if any, tells texts that are
    surely not applicable. `rules` are those it follows, which its name says too; `other_rules` what else it knows.
    `unbounded` says that a PPS is no bound on its edits: the paper's own program changes every place, or a block of
    them, at any. `all_fields`: it reads all texts of a sample as one, so that it changes what several name alike.
    `optional`: it needs what few machines have, so that only who names it gets it.
    """

    name: str
    level: Level
    unit: Unit
    alters_meaning: bool
    paper: Paper | None
    section: str
    summary: str
    rewrite: Rewriter
    values: tuple[float | str, ...]
    needs_tags: bool
    resources: Taken = field(hash=False)
    may_apply: Callable[[str], bool] | None = None
    rules: Rules = Rules.OURS
    other_rules: tuple[Rules, ...] = ()
    unbounded: bool = False
    designs: tuple[Rules, ...] = tuple(Rules)
    all_fields: bool = False
    optional: bool = False

    @property
    def plain_name(self) -> str:
        """Its name without its rules."""
        return plain_name(self.name)

    @property
    def names(self) -> tuple[str, ...]:
        """What it can be asked for as: its plain name, and that under each of the other rules it knows."""
        return (self.plain_name, *(with_rules(self.plain_name, rules) for rules in self.other_rules))

    @property
    def by_example(self) -> bool:
        """Whether its probability is that of a sample being perturbed at all (Zhang et al. 2022, section 2).

        How much of a text changes is then fixed. The draw is made where samples are perturbed; a text that is
        perturbed by itself counts as drawn.
        """
        return self.rules is Rules.PAPER and self.paper is ZHANG

    @property
    def every_text(self) -> bool:
        """Whether a sample of several texts counts as perturbed only where each of them changed (Romero's program)."""
        return self.rules is Rules.PAPER and self.paper is ROMERO

    @property
    def by_word(self) -> bool:
        """Whether it puts related words for words, so that how near these are in their context says how good it is."""
        return not RELATED.isdisjoint(self.resources)

    @property
    def to_judge(self) -> str:
        """Its name where people judge what it makes: under rules that leave out nothing plausible, if it has them."""
        broad = self.rules is Rules.OURS and Rules.BROAD in self.other_rules
        return with_rules(self.name, Rules.BROAD) if broad else self.name

    @property
    def cited(self) -> str:
        """Its paper: "Moradi & Samwald 2021", or that it has none."""
        return self.paper.short if self.paper else NO_PAPER

    @property
    def author(self) -> str:
        """By whom people know its paper: "Moradi"."""
        return self.paper.authors[0] if self.paper else NO_PAPER

    @property
    def source(self) -> str:
        """Where it is described: "Moradi & Samwald 2021, section 4.2"."""
        return f"{self.cited}, section {self.section}" if self.paper else NO_PAPER

    @property
    def note(self) -> str:
        """What whoever reads its values must know, such as that they are not the paper's; "" where there is nothing."""
        ours = self.paper and self.rules is Rules.OURS and self.values == self.paper.values(self.unit)
        return self.paper.note(self.unit) if self.paper and ours else ""

    @property
    def severities(self) -> tuple[Severity, ...]:
        """Those of its `values`, in its unit."""
        return tuple(Severity(self.unit, value) for value in self.values)

    @property
    def range(self) -> str:
        """The severities it takes, for people: "1, 2, 3 or 4", "more than 0, at most 100"."""
        if self.unit is Unit.WORD_CLASS:
            return f"{listed(map(str, self.values))}, or several joined by +"
        if self.unit is Unit.PPS:
            return listed(map(str, self.values))
        return f"{HIGHEST[self.unit]} only" if self.values == (1,) else bounds(self.unit)

    def severity(self, value: str | float) -> Severity:
        """The severity of this value, in this perturbation's unit; raises BadInput for one that it does not take."""
        number: str | float = value
        if self.unit is not Unit.WORD_CLASS:
            try:
                number = float(value)
            except ValueError:
                raise self._severity_error(value) from None
            number = int(number) if number.is_integer() else number
        severity = Severity(self.unit, number)
        self.check(severity)
        return severity

    def check(self, severity: Severity) -> None:
        """Raise BadInput unless this severity has the right unit and lies within the bounds."""
        if severity.unit is not self.unit:
            other = f"but {severity.value} is in {severity.unit}"
            raise BadInput(f"{self.name} is measured in {self.unit}, {other}; give {self.range}.")
        value = severity.value
        if self.unit is Unit.WORD_CLASS:
            right = bool(value) and set(str(value).split("+")) <= set(self.values)
        else:
            right = within(self.unit, value) and (self.unit is Unit.PPS or self.values != (1,) or value == 1)
        if not right:
            raise self._severity_error(value)

    def _severity_error(self, value: object) -> BadInput:
        given = f"can't have the severity {value}" if value != "" else "needs a severity"
        return BadInput(f"{self.name} {given}; give {self.unit}: {self.range}.")

    def __call__(self, text: AnalysedText, severity: Severity, draws: Draws, **resources: object) -> Rewrite | None:
        """What this perturbation proposes for the text, or None when it is not applicable.

        Raises BadInput for another severity, and where a user's own perturbation fails.
        """
        self.check(severity)
        return self.proposed(text, severity.value, draws, **resources)

    def proposed(self, text: AnalysedText, amount: float | str, draws: Draws, **resources: object) -> Rewrite | None:
        """The same for the value of a severity that was checked."""
        try:
            result = self.rewrite(text, amount, draws, **resources)
            if not isinstance(result, Rewrite | None):
                raise TypeError(f"it returned {type(result).__name__}, not Rewrite or None")
            return result
        except Exception as error:
            if isinstance(error, BadInput) or not is_own(self):
                raise
            failure = f"{self.name} fails on {text.source!r:.60} ({type(error).__name__}: {error})"
            raise BadInput(f"{failure}; fix the perturbation and try it with check_perturbation.") from error


def within(unit: Unit, value: object) -> bool:
    """Whether a severity in this unit, which is not that of word classes, can have this value."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    return value in (1, 2, 3, 4) if unit is Unit.PPS else 0 < float(value) <= HIGHEST[unit]


def bounds(unit: Unit) -> str:
    """What `within` takes, for people."""
    return "1, 2, 3 or 4" if unit is Unit.PPS else f"more than 0, at most {HIGHEST[unit]}"


_REGISTRY: dict[str, Perturbation] = {}  # by plain name
_UNDER_RULES: dict[str, Perturbation] = {}


def perturbation(
    *,
    level: Level,
    unit: Unit,
    alters_meaning: bool,
    paper: Paper | None = None,
    section: str = "",
    values: tuple[float | str, ...] = (),
    needs_tags: bool = False,
    may_apply: Callable[[str], bool] | None = None,
    rules: Mapping[Rules, Taken] = MappingProxyType({}),
    unbounded: Collection[Rules] = (),
    designs: Collection[Rules] = tuple(Rules),
    all_fields: bool = False,
    optional: bool = False,
) -> Callable[[Rewriter], Rewriter]:
    """Register the decorated rewriter under its own name; its docstring's first line is the summary people read.

    `paper` and `section` say where it is described; its severities are the paper design's unless `values` are given, as
    they must be without a paper: such a perturbation is in no paper's design.
    `may_apply` is a quick look at a text: where our rules say no, the rewriter would, and is not asked.

    `rules` are those it knows beside ours, each with the resources that it then takes instead of those of the
    parameters' names. A rewriter with a parameter `rules` is told which it is to follow; for one without, other
    resources are all the difference. Under the rules in `unbounded` a PPS is no bound on its edits. Its paper's design
    has it under the rules in `designs`. Under our rules one with `all_fields` reads all texts of a sample as one.
    One that is `optional` is not among `perturbations()`.
    """

    def register(rewrite: Rewriter) -> Rewriter:
        name = rewrite.__name__
        perturbations.cache_clear()
        under_other_rules.cache_clear()
        summary = (rewrite.__doc__ or "").strip().split("\n")[0]
        keywords = [p.name for p in signature(rewrite).parameters.values() if p.kind is Parameter.KEYWORD_ONLY]
        resources = {key: key for key in keywords if key != "rules"}
        used, others = values or (paper.values(unit) if paper else ()), tuple(rules)
        if not used:
            raise ValueError(f"{name} has no severities; give them as `values`, or give the `paper` that has them.")
        ours = _REGISTRY[name] = Perturbation(
            name, level, unit, alters_meaning, paper, section, summary, rewrite, used, needs_tags, resources, may_apply,
            other_rules=others, designs=tuple(designs), all_fields=all_fields,
            optional=optional,
        )  # fmt: skip
        for other, taken in rules.items():
            _UNDER_RULES[with_rules(name, other)] = replace(
                ours,
                name=with_rules(name, other),
                summary=_rules_summary(rewrite.__doc__ or "", other) or summary,
                rewrite=partial(rewrite, rules=other) if "rules" in keywords else rewrite,
                resources={**resources, **taken},
                may_apply=None,
                rules=other,
                unbounded=other in unbounded,
                all_fields=False,
                values=values or (paper.values(unit, other) if paper else ()),
            )
        return rewrite

    return register


def _rules_summary(doc: str, rules: Rules) -> str:
    """What the docstring's paragraph that begins with these rules says of them, in a line; "" where it has none."""
    begin = f"{IN_WORDS[rules].capitalize()}: "
    paragraph = next((part for part in map(str.strip, doc.split("\n\n")) if part.startswith(begin)), "")
    line = " ".join(paragraph.removeprefix(begin).split())
    return capitalised(line)


def is_own(registered: Perturbation) -> bool:
    """Whether a user registered it, not this project."""
    return not getattr(registered.rewrite, "func", registered.rewrite).__module__.startswith(f"{PACKAGE}core.")


def of_paper(paper: Paper) -> tuple["Perturbation", ...]:
    """The paper's perturbations; each at its own severities is the paper's design."""
    return tuple(p for p in every_perturbation() if p.paper is paper)


def under(paper: Paper, rules: Rules) -> tuple["Perturbation", ...]:
    """The perturbations of the paper's design under these rules, and under ours those that know no others."""
    chosen = [p for p in of_paper(paper) if rules in p.designs]
    return tuple(find(with_rules(p.name, rules)) if rules in p.other_rules else p for p in chosen)


def every_perturbation() -> tuple[Perturbation, ...]:
    """Every registered perturbation under our rules, by level and then in the order they are written."""
    import core.perturbations  # noqa: F401  importing the package registers them all

    levels = list(Level)
    return tuple(sorted(_REGISTRY.values(), key=lambda p: levels.index(p.level)))


@cache
def perturbations() -> tuple[Perturbation, ...]:
    """Those of them that any machine can make."""
    return tuple(p for p in every_perturbation() if not p.optional)


@cache
def under_other_rules() -> tuple[Perturbation, ...]:
    """Every registered perturbation again under each of the other rules that it knows, in the same order."""
    return tuple(find(name) for p in perturbations() for name in p.names[1:])


def find(name: str) -> Perturbation:
    """The perturbation of this name, with the rules that the name says; raises BadInput that names the nearest ones."""
    perturbations()
    if registered := _REGISTRY.get(name) or _UNDER_RULES.get(name):
        return registered
    if plain := _REGISTRY.get(plain_name(name)):
        raise BadInput(f"There is no perturbation {name!r}; for {plain.name}, write {listed(plain.names)}.")
    near = get_close_matches(name, _REGISTRY, n=3, cutoff=0.3) or sorted(_REGISTRY)[:5]
    raise BadInput(f"There is no perturbation {name!r}; did you mean {listed(near)}?")


def listed(names: Iterable[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def broader(name: str) -> str:
    """The same perturbation under rules that leave more to people; "" without such rules, or where it is not known."""
    try:
        return judged if (judged := find(name).to_judge) != name else ""
    except BadInput:
        return ""
