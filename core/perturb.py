"""Perturb texts and samples: analysed once, however many perturbations, severities and seeds are asked of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from core.errors import BadInput
from core.perturbations.registry import Perturbation, find, listed
from core.randomness import Draws
from core.records import Candidate, Cell, FieldRewrite, Sample
from core.rewrite import Rewrite
from core.severity import Severity, Unit, pps
from core.tags import followed
from core.text import AnalysedText, Tagger
from core.tokens import Token, tokenise

REMEMBERED = 20_000  # analysed texts kept in memory, a few KB each
LONG = 5_000  # characters; only the last two longer texts are kept, so that the memory stays bounded

Prepared = Callable[[str, str], Rewrite | None]
"""`(text, key) -> Rewrite`, or None when the perturbation is not applicable; the key seeds the text's own draws."""


class Step(NamedTuple):
    """One of several perturbations that follow each other."""

    perturbation: str
    severity: Severity


def parse_steps(spelled: str) -> tuple[Step, ...]:
    """The steps of "keyboard@5,negation@1": names, each with its severity; the unit follows from the name.

    A perturbation whose paper knows one severity may do without. Raises BadInput for anything else.
    """
    steps: list[Step] = []
    for part in spelled.split(","):
        name, at, value = part.strip().partition("@")
        wanted = find(name)
        if not at and len(wanted.values) > 1:
            raise BadInput(f"{name} needs a severity, such as {name}@{wanted.values[0]}; it takes {wanted.range}.")
        steps.append(Step(name, wanted.severity(value if at else wanted.values[0])))
    return tuple(steps)


def parse_step(spelled: str) -> Step:
    """The one step of "keyboard@5"; raises BadInput for several, a chain, and for what does not exist."""
    first, *more = parse_steps(spelled)
    if more:
        raise BadInput(f"{spelled!r} is a chain, which only single texts and files can take; name one step at a time.")
    return first


class Perturber:
    """A tagger, the lexical resources, and a bounded memory of analysed texts.

    `resources` holds, by parameter name, whatever the registered perturbations ask for.
    """

    def __init__(self, tagger: Tagger, resources: Mapping[str, object], remembered: int = REMEMBERED) -> None:
        self._tagger = tagger
        self._resources = resources
        self._plain = _remembering(AnalysedText, remembered)
        self._tagged = _remembering(partial(AnalysedText, cut=self._tagged_tokens), remembered)
        self._prepared = lru_cache(256)(self._prepare)

    def analyse(self, text: str, tagged: bool = True) -> AnalysedText:
        """The text with its words and tokens, and with part-of-speech tags when they are wanted."""
        return self._tagged(text) if tagged else self._plain(text)

    def text(self, text: str, perturbation: str, severity: Severity, seed: int, key: str = "") -> Rewrite | None:
        """What the perturbation makes of a text, or None when it is not applicable.

        The draws depend on (perturbation, severity, seed, key) and nothing else. Raises BadInput for a perturbation
        that does not exist or a severity that it does not take.
        """
        return self._prepared(perturbation, severity, seed)(text, key)

    def prepared(self, perturbation: str, severity: Severity, seed: int) -> Prepared:
        """The same as `text`, checked once, for many texts."""
        return self._prepared(perturbation, severity, seed)

    def composed(self, text: str, steps: Sequence[Step], seed: int, key: str = "") -> Rewrite | None:
        """What several perturbations make of a text, one after another, as one rewrite of it.

        A step that is not applicable to what the others left is passed over; None when nothing changed.
        """
        made: Rewrite | None = None
        for rewrite in self.chain(text, steps, seed, key):
            made = rewrite
        return made if made is not None and made.applied else None

    def chain(self, text: str, steps: Sequence[Step], seed: int, key: str = "") -> Iterator[Rewrite | None]:
        """What has become of the text after each step, as one rewrite of it; None while nothing was applicable."""
        made: Rewrite | None = None
        for i, (perturbation, severity) in enumerate(steps):
            now = made.perturbed if made else text
            later = self.text(now, perturbation, severity, seed, f"{key}\x1f{i}" if i else key)
            made = (made.then(later) if made else later) if later else made
            yield made

    def sample(
        self, sample: Sample, perturbation: str, severity: Severity, seed: int, fields: Sequence[str] = ()
    ) -> Candidate | None:
        """The sample with its texts perturbed (only those named by `fields`, when given), or None: not applicable.

        A PPS is the most a whole sample may have (Moradi & Samwald 2021, section 5.1): with several texts each
        perturbation goes to one of them, drawn by its number of words; what a text can't take, the next one gets.
        Every other severity is a share, which each text gets of its own. What a sample's tags can't follow is not
        applicable (`core.tags`); BadInput too for tags that are not one for each token.
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
        rewrites = tuple(FieldRewrite(*pair) for pair in kept)
        if sample.tags and followed(rewrites[0].rewrite, sample.tags) is None:
            return None
        cell = Cell(sample.dataset, sample.split, perturbation, severity)
        return Candidate(sample.id, cell, seed, rewrites)

    def composed_sample(
        self, sample: Sample, steps: Sequence[Step], seed: int, fields: Sequence[str] = ()
    ) -> tuple[FieldRewrite, ...] | None:
        """What several perturbations make of a sample, one after another, as one rewrite of each of its texts.

        As `sample` for each step: one that is not applicable to what the others left, or that the tags can't follow,
        is passed over; None when nothing changed.
        """
        now = sample
        made = [FieldRewrite(name, Rewrite.of(text, ())) for name, text in sample.fields]
        for i, (perturbation, severity) in enumerate(steps):
            found = self.sample(now, perturbation, severity, seed, fields)
            if found is None:
                continue
            together = [
                FieldRewrite(name, before.then(later))
                for (name, before), (_, later) in zip(made, found.rewrites, strict=True)
            ]
            tags = followed(together[0].rewrite, sample.tags) if sample.tags else ()
            if tags is not None:
                made = together
                now = replace(now, fields=found.perturbed, tags=tags, id=f"{sample.id}\x1f{i + 1}")
        return tuple(made) if any(rewrite.applied for _, rewrite in made) else None

    def _rewrites(
        self, wanted: Perturbation, sample: Sample, names: Sequence[str], severity: Severity, seed: int
    ) -> dict[str, Rewrite]:
        texts = {f.name: f.text for f in sample.fields if f.name in names}

        def rewrite(name: str, severity: Severity) -> Rewrite | None:
            return self.text(texts[name], wanted.name, severity, seed, f"{sample.id}\x1f{name}")

        if severity.unit is not Unit.PPS or len(texts) < 2:
            return {name: made for name in texts if (made := rewrite(name, severity))}
        shares = self._shares(texts, int(severity.value), Draws.seeded(wanted.name, severity.key, seed, sample.id))
        rewrites: dict[str, Rewrite] = {}
        spare = 0
        for granted in (shares, dict.fromkeys(shares, 0)):  # again from the first, with what the last could not take
            for name in sorted(texts, key=lambda name: shares[name]):
                had = _edits(rewrites.get(name))
                budget = had + granted[name] + spare
                found = rewrite(name, pps(budget)) if budget > had else None
                if found and _edits(found) > had:
                    rewrites[name] = found
                spare = budget - _edits(rewrites.get(name))
        return rewrites

    def _shares(self, texts: Mapping[str, str], budget: int, draws: Draws) -> dict[str, int]:
        """How many of the perturbations each text gets, drawn by the number of its words."""
        tickets = [name for name, text in texts.items() for _ in self.analyse(text, tagged=False).words]
        shares = dict.fromkeys(texts, 0)
        for _ in range(budget if tickets else 0):
            shares[draws.choice(tickets)] += 1
        return shares

    def _prepare(self, perturbation: str, severity: Severity, seed: int) -> Prepared:
        wanted = find(perturbation)
        wanted.check(severity)
        rewrite, amount = wanted.rewrite, severity.value
        resources = {name: self._resources[name] for name in wanted.resources}
        analysed = self._tagged if wanted.needs_tags else self._plain
        seeded = Draws.seeding(perturbation, severity.key, seed)

        def prepared(text: str, key: str) -> Rewrite | None:
            made = rewrite(analysed(text), amount, seeded(key), **resources)
            return made if made is not None and made.applied else None

        return prepared

    def _tagged_tokens(self, text: str) -> tuple[Token, ...]:
        plain = tokenise(text)
        loud = text.isupper() and len(plain) > 1  # a tagger takes words in capitals for names
        words = [token.text.lower() if loud else token.text for token in plain]
        if "’" in text:  # the tagger learnt from straight ones
            words = [word.replace("’", "'") for word in words]
        tags = self._tagger(words)
        return tuple([Token(start, end, word, tag) for (start, end, word, _), tag in zip(plain, tags, strict=True)])


def _remembering(analyse: Callable[[str], AnalysedText], remembered: int) -> Callable[[str], AnalysedText]:
    kept, long = lru_cache(remembered)(analyse), lru_cache(2)(analyse)  # both texts of a pair
    return lambda text: kept(text) if len(text) <= LONG else long(text)


def _edits(rewrite: Rewrite | None) -> int:
    return len(rewrite.edits) if rewrite else 0
