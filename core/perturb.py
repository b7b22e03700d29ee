"""Perturb texts and samples: analysed once, however many perturbations, severities and seeds are asked of them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.errors import BadInput
from core.perturbations.registry import Perturbation, find, listed
from core.randomness import Draws
from core.records import Candidate, Cell, FieldRewrite, Sample, Severity, Unit
from core.rewrite import Rewrite
from core.text import AnalysedText, Tagger, Token
from core.tokens import tokenise

REMEMBERED = 20_000  # analysed texts kept in memory, about 1 KB each


class Perturber:
    """A tagger, the lexical resources, and a bounded memory of analysed texts.

    `resources` holds, by parameter name, whatever the registered perturbations ask for.
    """

    def __init__(self, tagger: Tagger, resources: Mapping[str, object], remembered: int = REMEMBERED) -> None:
        self._tagger = tagger
        self._resources = resources
        self._plain = lru_cache(remembered)(self._tokenised)
        self._tagged = lru_cache(remembered)(self._tokenised_and_tagged)

    def analyse(self, text: str, tagged: bool = True) -> AnalysedText:
        """The text with its tokens, and with part-of-speech tags when they are wanted."""
        return self._tagged(text) if tagged else self._plain(text)

    def text(self, text: str, perturbation: str, severity: Severity, seed: int, key: str = "") -> Rewrite | None:
        """What the perturbation makes of a text, or None when it is not applicable.

        The draws depend on (key, perturbation, severity, seed) and nothing else. Raises BadInput for a perturbation
        that does not exist or a severity that it does not take.
        """
        wanted = find(perturbation)
        return self._rewrite(wanted, text, severity, Draws.seeded(key, "", perturbation, severity.key, seed))

    def sample(
        self, sample: Sample, perturbation: str, severity: Severity, seed: int, fields: Sequence[str] = ()
    ) -> Candidate | None:
        """The sample with its texts perturbed (only those named by `fields`, when given), or None: not applicable.

        A PPS is the most a whole sample may have (Moradi & Samwald 2021, section 5.1): with several texts each
        perturbation goes to one of them, drawn by its number of tokens; what a text can't take, the next one gets.
        """
        wanted = find(perturbation)
        wanted.check(severity)
        if absent := sorted(set(fields) - {f.name for f in sample.fields}):
            has = listed(f.name for f in sample.fields)
            raise BadInput(f"A sample of {sample.dataset} has no text {absent[0]!r}; name one that it has: {has}.")
        names = [f.name for f in sample.fields if not fields or f.name in fields]
        made = self._rewrites(wanted, sample, names, severity, seed)
        if not any(rewrite.applied for rewrite in made.values()):
            return None
        kept = ((f.name, made.get(f.name) or Rewrite.of(f.text, ())) for f in sample.fields)
        cell = Cell(sample.dataset, sample.split, perturbation, severity)
        return Candidate(sample.id, cell, seed, tuple(FieldRewrite(*pair) for pair in kept))

    def _rewrites(
        self, wanted: Perturbation, sample: Sample, names: Sequence[str], severity: Severity, seed: int
    ) -> dict[str, Rewrite]:
        texts = {f.name: f.text for f in sample.fields if f.name in names}

        def rewrite(name: str, severity: Severity) -> Rewrite | None:
            draws = Draws.seeded(sample.id, name, wanted.name, severity.key, seed)
            return self._rewrite(wanted, texts[name], severity, draws)

        if severity.unit is not Unit.PPS or len(texts) < 2:
            return {name: made for name in texts if (made := rewrite(name, severity))}
        shares = self._shares(texts, int(severity.value), Draws.seeded(sample.id, wanted.name, severity.key, seed))
        rewrites: dict[str, Rewrite] = {}
        spare = 0
        for granted in (shares, dict.fromkeys(shares, 0)):  # again from the first, with what the last could not take
            for name in sorted(texts, key=lambda name: shares[name]):
                had = _edits(rewrites.get(name))
                budget = had + granted[name] + spare
                found = rewrite(name, Severity(Unit.PPS, budget)) if budget > had else None
                if found and _edits(found) > had:
                    rewrites[name] = found
                spare = budget - _edits(rewrites.get(name))
        return rewrites

    def _shares(self, texts: Mapping[str, str], budget: int, draws: Draws) -> dict[str, int]:
        """How many of the perturbations each text gets, drawn by the number of its tokens."""
        tickets = [name for name, text in texts.items() for _ in self.analyse(text, tagged=False).tokens]
        shares = dict.fromkeys(texts, 0)
        for _ in range(budget if tickets else 0):
            shares[draws.choice(tickets)] += 1
        return shares

    def _rewrite(self, wanted: Perturbation, text: str, severity: Severity, draws: Draws) -> Rewrite | None:
        resources = {name: self._resources[name] for name in wanted.resources}
        made = wanted(self.analyse(text, wanted.needs_tags), severity, draws, **resources)
        return made if made is not None and made.applied else None

    def _tokenised(self, text: str) -> AnalysedText:
        return AnalysedText(text, tokenise(text))

    def _tokenised_and_tagged(self, text: str) -> AnalysedText:
        plain = self.analyse(text, tagged=False)
        tags = self._tagger([token.text for token in plain.tokens])
        tokens = (Token(t.start, t.end, t.text, tag) for t, tag in zip(plain.tokens, tags, strict=True))
        return AnalysedText(text, tuple(tokens))


def _edits(rewrite: Rewrite | None) -> int:
    return len(rewrite.edits) if rewrite else 0
