"""Hints for candidates: both engines at once, and the candidates go on without one that is missing or dies."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import isnan, nan

from core.hints.grammar import EngineDied, GrammarEngine, Issue, added_issues
from core.hints.masked import MaskedModel
from core.hints.memory import Memory
from core.hints.similarity import Similarity
from core.records import Candidate, FieldRewrite, GrammarIssue, Hint
from core.rewrite import Rewrite

Measure = Callable[[Similarity, Sequence[Rewrite]], list[float]]
REMEMBERED = 50_000  # texts whose issues are kept; most have none


class Hinting:
    """Makes hints with the engines there are; `notes` says what people should know of those that are gone."""

    def __init__(
        self, similarity: Similarity | None, grammar: GrammarEngine | None, masked: MaskedModel | None = None
    ) -> None:
        """`masked` says how well words fit where they stand; without one the similarity model does."""
        self.notes: list[str] = []
        self._similarity = similarity
        self._grammar = grammar
        self._masked = masked
        self._issues: Memory[list[Issue]] = Memory(grammar.check if grammar else lambda texts: [], REMEMBERED)

    @property
    def engines(self) -> str:
        """The engines at work at the moment, for people."""
        similarity = f"{self._similarity.name} on {self._similarity.device}" if self._similarity else "none"
        return f"similarity: {similarity}; grammar: {self._grammar.name if self._grammar else 'none'}"

    def hints(self, candidates: Sequence[Candidate], by_word: bool = False) -> list[Hint]:
        """A hint for each candidate; what could not be computed is NaN or None.

        `by_word` says that the candidates put other words for words, so that these are compared where they stand.
        """
        with ThreadPoolExecutor(1) as aside:
            issues = aside.submit(self._added_issues, candidates)
            contexts = self._contexts(candidates) if by_word else [nan] * len(candidates)
            similarities = self._similarities(candidates, Similarity.of_texts, 1.0)
            added = issues.result()
        model = self._similarity.name if self._similarity else ""
        engine = self._grammar.name if self._grammar else ""
        return [
            Hint(candidate.id, similarity, model, grammar_issues, before, engine, context)
            for candidate, similarity, context, (grammar_issues, before) in zip(
                candidates, similarities, contexts, added, strict=True
            )
        ]

    def close(self) -> None:
        """Stop the grammar engine, if one was started."""
        if self._grammar:
            self._grammar.close()

    def _contexts(self, candidates: Sequence[Candidate]) -> list[float]:
        """How well each candidate's new words fit where they stand, the lowest of its changed texts."""
        if self._masked is None:
            return self._similarities(candidates, Similarity.in_context)
        rewrites = [changed(candidate) for candidate in candidates]
        values = iter(self._masked.in_context([rewrite for of_one in rewrites for rewrite in of_one]))
        return [_lowest([next(values) for _ in of_one]) for of_one in rewrites]

    def _similarities(self, candidates: Sequence[Candidate], measure: Measure, unchanged: float = nan) -> list[float]:
        """The lowest value of each candidate's changed texts, NaN left out; `unchanged` where no text has changed."""
        if not self._similarity:
            return [nan] * len(candidates)
        rewrites = [changed(candidate) for candidate in candidates]
        try:
            values = iter(measure(self._similarity, [rewrite for of_one in rewrites for rewrite in of_one]))
        except RuntimeError as error:  # torch: out of memory, a lost device
            self.notes.append(f"{self._similarity.name} failed ({error}); the rest has no similarity.")
            self._similarity = None
            return [nan] * len(candidates)
        return [_lowest([next(values) for _ in of_one]) if of_one else unchanged for of_one in rewrites]

    def _added_issues(self, candidates: Sequence[Candidate]) -> list[tuple[tuple[GrammarIssue, ...] | None, int]]:
        if not self._grammar:
            return [(None, 0)] * len(candidates)
        try:
            issues = self._issues.of(_texts(candidates))
        except EngineDied as died:
            self.notes.append(f"{died} The rest has no grammar hint.")
            self._grammar = None
            return [(None, 0)] * len(candidates)
        return [_blame(candidate.rewrites, issues) for candidate in candidates]


def changed(candidate: Candidate) -> list[Rewrite]:
    """The rewrites of a candidate that change their text."""
    return [rewrite for _, rewrite in candidate.rewrites if rewrite.applied]


def _lowest(values: Iterable[float]) -> float:
    """The least of those that are numbers; NaN where none is."""
    return min((value for value in values if not isnan(value)), default=nan)


def _texts(candidates: Iterable[Candidate]) -> list[str]:
    rewrites = [rewrite for candidate in candidates for _, rewrite in candidate.rewrites]
    return [text for rewrite in rewrites for text in (rewrite.source, rewrite.perturbed)]


def _blame(rewrites: Iterable[FieldRewrite], issues: dict[str, list[Issue]]) -> tuple[tuple[GrammarIssue, ...], int]:
    """The issues that the rewrites of one candidate added, and how many there were before."""
    added = [
        GrammarIssue(name, *issue)
        for name, rewrite in rewrites
        for issue in added_issues(rewrite, issues[rewrite.source], issues[rewrite.perturbed])
    ]
    return tuple(added), sum(len(issues[rewrite.source]) for _, rewrite in rewrites)
