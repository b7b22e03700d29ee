"""Perturb texts and samples: analysed once, however many perturbations, severities and seeds are asked of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from core.design import Condition
from core.errors import BadInput
from core.perturbations.registry import Perturbation, find, listed
from core.randomness import Draws
from core.records import Candidate, Cell, FieldRewrite, Sample, TextField, candidate_id
from core.rewrite import Piece, Rewrite
from core.severity import Severity, Unit, pps
from core.text.analysed import AnalysedText, Tagger, joined
from core.text.entity_tags import followed
from core.text.tokens import Token, tagged_tokens, token_spans

REMEMBERED = 20_000  # analysed texts kept in memory, a few KB each
LONG = 5_000  # characters; only the last two longer texts are kept, so that the memory stays bounded

Prepared = Callable[[str, str], Rewrite | None]
"""`(text, key) -> Rewrite`, or None when the perturbation is not applicable; the key seeds the text's own draws."""


class Perturber:
    """A tagger, the lexical resources, and a bounded memory of analysed texts.

    `resources` holds, by parameter name, whatever the registered perturbations ask for.
    """

    def __init__(self, tagger: Tagger, resources: Mapping[str, object], remembered: int = REMEMBERED) -> None:
        self._tagger = tagger
        self._resources = resources
        self._plain = _memoised(AnalysedText, remembered)
        self._tagged = _memoised(partial(AnalysedText, cut=self._tagged_tokens), remembered)
        self._prepared = lru_cache(256)(self._prepare)

    def analyse(self, text: str, tagged: bool = True) -> AnalysedText:
        """The text with its words and tokens, and with part-of-speech tags when they are wanted."""
        return self._tagged(text) if tagged else self._plain(text)

    def text(self, text: str, perturbation: str, severity: Severity, seed: int, key: str = "") -> Rewrite | None:
        """What the perturbation, or a chain of them, makes of a text as one rewrite; None when it is not applicable.

        A step of a chain that is not applicable to what the others left is passed over. The draws depend on
        (perturbation, severity, seed, key) and nothing else. Raises BadInput for a perturbation that does not exist
        or a severity that it does not take.
        """
        return self._prepared(perturbation, severity, seed)(text, key)

    def prepared(self, perturbation: str, severity: Severity, seed: int) -> Prepared:
        """The same as `text`, checked once, for many texts."""
        return self._prepared(perturbation, severity, seed)

    def chain_steps(
        self, text: str, steps: Sequence[Condition], seed: int, key: str = ""
    ) -> Iterator[tuple[Rewrite | None, Rewrite | None]]:
        """Of each step its own rewrite of what the steps before it made, None where it was not applicable; and what has
        become of the text since the first, as one rewrite of it, None while nothing was applicable."""
        so_far: Rewrite | None = None
        for i, step in enumerate(steps):
            now = so_far.perturbed if so_far else text
            later = self.text(now, *step, seed, f"{key}\x1f{i}" if i else key)
            so_far = (so_far.then(later) if so_far else later) if later else so_far
            yield later, so_far

    def sample(
        self, sample: Sample, perturbation: str, severity: Severity, seed: int, fields: Sequence[str] = ()
    ) -> Candidate | None:
        """The sample with its texts perturbed (only those named by `fields`, when given), or None: not applicable.

        A PPS is the most a whole sample may have (Moradi & Samwald 2021, section 5.1): with several texts each
        perturbation goes to one of them, drawn by its number of words; what a text can't take, the next one gets.
        Every other severity is a share, which each text gets of its own. What a sample's tags can't follow is not
        applicable (`core.text.entity_tags`); BadInput too for tags that are not one for each token.

        A perturbation with `all_fields` reads the texts as one.

        Of a chain, a step that is not applicable to what the others left, or that the tags can't follow, is passed
        over; the sample is not applicable when nothing changed.
        """
        condition = Condition(perturbation, severity)
        names = _chosen_names(sample, fields)
        rewrites = self._apply_chain(sample, condition, seed, names)
        if rewrites is None:
            return None
        cell = Cell(sample.dataset, sample.split, perturbation, severity)
        chosen = tuple(names) if len(names) < len(sample.fields) else ()
        return Candidate(sample.id, cell, seed, rewrites, candidate_id(sample.id, condition, seed, chosen))

    def _apply_chain(
        self, sample: Sample, condition: Condition, seed: int, names: Sequence[str]
    ) -> tuple[FieldRewrite, ...] | None:
        first, *later = condition.steps
        so_far = self._step(sample, first, seed, names)
        for i, step in enumerate(later, 1):
            now = sample
            if so_far:
                texts = tuple(TextField(name, rewrite.perturbed) for name, rewrite in so_far)
                tags = followed(so_far[0].rewrite, sample.tags) or () if sample.tags else ()
                now = replace(sample, fields=texts, tags=tags, id=f"{sample.id}\x1f{i}")
            rewrites = self._step(now, step, seed, names)
            if rewrites and so_far:
                pairs = zip(so_far, rewrites, strict=True)
                rewrites = tuple(FieldRewrite(name, before.then(after)) for (name, before), (_, after) in pairs)
            if rewrites and not (sample.tags and followed(rewrites[0].rewrite, sample.tags) is None):
                so_far = rewrites
        return so_far if so_far and any(rewrite.applied for _, rewrite in so_far) else None

    def _step(
        self, sample: Sample, step: Condition, seed: int, names: Sequence[str]
    ) -> tuple[FieldRewrite, ...] | None:
        wanted = find(step.perturbation)
        wanted.check(step.severity)
        ways = self._joint_rewrites if wanted.all_fields and len(names) > 1 else self._rewrites
        rewrites = ways(wanted, sample, names, step.severity, seed)
        applied = [name in rewrites and rewrites[name].applied for name in names]
        if not (all(applied) if wanted.every_text else any(applied)):
            return None
        pairs = ((f.name, rewrites.get(f.name) or Rewrite.of(f.text, ())) for f in sample.fields)
        fields = tuple(FieldRewrite(*pair) for pair in pairs)
        return None if sample.tags and followed(fields[0].rewrite, sample.tags) is None else fields

    def _rewrites(
        self, wanted: Perturbation, sample: Sample, names: Sequence[str], severity: Severity, seed: int
    ) -> dict[str, Rewrite]:
        texts = {f.name: f.text for f in sample.fields if f.name in names}

        def rewrite(name: str, severity: Severity) -> Rewrite | None:
            return self.text(texts[name], wanted.name, severity, seed, f"{sample.id}\x1f{name}")

        if severity.unit is not Unit.PPS or len(texts) < 2:
            return {name: rewritten for name in texts if (rewritten := rewrite(name, severity))}
        shares = self._shares(texts, int(severity.value), Draws.seeded(wanted.name, severity.key, seed, sample.id))
        rewrites: dict[str, Rewrite] = {}
        spare = 0
        for granted in (shares, dict.fromkeys(shares, 0)):  # again from the first, with what the last could not take
            for name in sorted(texts, key=lambda name: shares[name]):
                had = _edits(rewrites.get(name))
                budget = had + granted[name] + spare
                rewritten = rewrite(name, pps(budget)) if budget > had else None
                if rewritten and _edits(rewritten) > had:
                    rewrites[name] = rewritten
                spare = budget - _edits(rewrites.get(name))
        return rewrites

    def _joint_rewrites(
        self, wanted: Perturbation, sample: Sample, names: Sequence[str], severity: Severity, seed: int
    ) -> dict[str, Rewrite]:
        """The rewrite of all texts as one, cut into theirs; an edit is never of two."""
        texts = [(f.name, self.analyse(f.text, wanted.needs_tags)) for f in sample.fields if f.name in names]
        whole = joined([text for _, text in texts])
        draws = Draws.seeded(wanted.name, severity.key, seed, sample.id)
        joint = wanted(whole, severity, draws, **self._resource_arguments(wanted))
        all_edits = joint.edits if joint else ()
        rewrites: dict[str, Rewrite] = {}
        at = 0
        for name, text in texts:
            end = at + len(text.source)
            edits = [Piece(e.start - at, e.end - at, e.text) for e in all_edits if at <= e.start and e.end <= end]
            rewrites[name] = Rewrite.of(text.source, edits)
            at = end + 1
        return {name: rewrite for name, rewrite in rewrites.items() if rewrite.applied}

    def _resource_arguments(self, wanted: Perturbation) -> dict[str, object]:
        return {parameter: self._resources[name] for parameter, name in wanted.resources.items()}

    def _shares(self, texts: Mapping[str, str], budget: int, draws: Draws) -> dict[str, int]:
        """How many of the perturbations each text gets, drawn by the number of its words."""
        tickets = [name for name, text in texts.items() for _ in self.analyse(text, tagged=False).words]
        shares = dict.fromkeys(texts, 0)
        for _ in range(budget if tickets else 0):
            shares[draws.choice(tickets)] += 1
        return shares

    def _prepare(self, perturbation: str, severity: Severity, seed: int) -> Prepared:
        steps = Condition(perturbation, severity).steps
        if len(steps) > 1:
            return self._prepare_chain(steps, seed)
        wanted = find(perturbation)
        wanted.check(severity)
        resources = self._resource_arguments(wanted)
        analysed = self._tagged if wanted.needs_tags else self._plain
        seeded, may_apply = Draws.seeding(perturbation, severity.key, seed), wanted.may_apply

        def prepared(text: str, key: str) -> Rewrite | None:
            if may_apply is not None and not may_apply(text):
                return None
            rewrite = wanted.proposed(analysed(text), severity.value, seeded(key), **resources)
            return rewrite if rewrite is not None and rewrite.perturbed != text else None

        return prepared

    def _prepare_chain(self, steps: Sequence[Condition], seed: int) -> Prepared:
        for step in steps:
            self._prepared(*step, seed)  # what a step lacks is said now
            if find(step.perturbation).by_example:
                raise BadInput(
                    f"{step.perturbation} perturbs a share of the samples, so it can't be a step of a chain."
                )

        def prepared(text: str, key: str) -> Rewrite | None:
            *_, (_, rewrite) = self.chain_steps(text, steps, seed, key)
            return rewrite if rewrite is not None and rewrite.applied else None

        return prepared

    def _tagged_tokens(self, text: str) -> tuple[Token, ...]:
        spans = token_spans(text)
        words = [word for _, _, word in spans]
        if len(words) > 1 and text.isupper():  # a tagger takes words in capitals for names
            words = [word.lower() for word in words]
        if "’" in text:  # the tagger learnt from straight ones
            words = [word.replace("’", "'") for word in words]
        tags = self._tagger(words)
        return tagged_tokens([(*span, tag) for span, tag in zip(spans, tags, strict=True)])


def _memoised(analyse: Callable[[str], AnalysedText], remembered: int) -> Callable[[str], AnalysedText]:
    kept, long = lru_cache(remembered)(analyse), lru_cache(2)(analyse)  # both texts of a pair
    return lambda text: kept(text) if len(text) <= LONG else long(text)


def _chosen_names(sample: Sample, fields: Sequence[str]) -> list[str]:
    """The names of the texts to perturb, in the sample's order."""
    if absent := sorted(set(fields) - {f.name for f in sample.fields}):
        has = listed(f.name for f in sample.fields)
        raise BadInput(f"A sample of {sample.dataset} has no text field {absent[0]!r}; name one of its fields: {has}.")
    return [f.name for f in sample.fields if not fields or f.name in fields]


def _edits(rewrite: Rewrite | None) -> int:
    return len(rewrite.edits) if rewrite else 0
