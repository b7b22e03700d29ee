"""How often LanguageTool finds an issue in a perturbed sentence that it did not find in the original.

The referee for perturbations that claim to keep a sentence grammatical. An issue counts when the perturbation added it
(`core.hints.grammar.added_issues`, as for the hints). nlpaug's synonyms, where an environment has them, are judged in
the same run on the same sentences.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from core.errors import MissingResource
from core.hints.grammar import GrammarEngine, Issue, added_issues
from core.hints.memory import Memory
from core.perturbations.registry import perturbations
from core.rewrite import Rewrite
from data.hints.choice import GrammarChoice, available_engines, missing_languagetool
from data.lexicon.resources import perturber
from tools.bench.output import Out
from tools.bench.peer_synonyms import peer_synonyms

CLAIMING = (  # whose texts should be as well-formed as the originals (singular_plural_verbs breaks agreement by design)
    "verb_tense",
    "swap_verb_tense",
    "negation",
    "contraction",
    "synonym_replacement",
    "swap_syn_wordnet",
    "swap_syn_word_embedding",
    "insert_adv",
    "swap_num",
    "prejudice",
)
SENTENCES = 2_000
SPELLING = "MORFOLOGIK_RULE"
RULES = 6


class Judged(NamedTuple):
    """A rewrite and the issues it added."""

    rewrite: Rewrite
    issues: list[Issue]


def run(
    sentences: Sequence[str],
    out: Out = print,
    peers: Path | None = None,
    nltk_data: Path | None = None,
) -> None:
    """Print, for each perturbation that claims to be grammatical, the share of its edits that added an issue.

    `peers` is a folder for the environments of other libraries, and `nltk_data` one that holds NLTK's tagger as a zip
    (as for `tools.bench.perturb`); without the first nlpaug is left out.
    Raises MissingResource, which says how to get it, where there is no LanguageTool.
    """
    texts = list(dict.fromkeys(sentences))
    texts = texts[:: max(1, len(texts) // SENTENCES)][:SENTENCES]
    engine = languagetool()
    try:
        referee = Memory(engine.check, 50_000)
        out(f"  {engine.name}, {len(texts):,} different sentences")
        out(f"  {'perturbation':30} {'sentences':>9} {'edits':>7} {'sentences with an added issue':>30} {'edits':>7}")
        for name, rewrites in [*ours(texts), *peer_synonyms(texts, peers, nltk_data, out)]:
            out(_row(name, judged(referee, rewrites)))
    finally:
        engine.close()


def languagetool() -> GrammarEngine:
    """The running LanguageTool; raises MissingResource with what to do where none can be had."""
    engines = available_engines(GrammarChoice.LANGUAGETOOL)
    if not engines:
        raise MissingResource(f"No grammar can be judged: {missing_languagetool()}")
    return engines[0].start()


def ours(texts: Sequence[str]) -> Iterator[tuple[str, list[Rewrite]]]:
    """The rewrites of each perturbation that claims to be grammatical, at the lowest severity of its paper."""
    for perturbation in perturbations():
        if perturbation.name in CLAIMING:
            severity = perturbation.severities[0]
            prepared = perturber().prepared(perturbation.name, severity, 0)
            rewrites = (prepared(text, str(i)) for i, text in enumerate(texts))
            yield f"{perturbation.name}, {severity}", [rewrite for rewrite in rewrites if rewrite]


def judged(referee: Memory[list[Issue]], rewrites: Sequence[Rewrite]) -> list[Judged]:
    """Each rewrite with the issues that it added; a name without its capital is no issue in a text that has none."""
    issues = referee.of(text for rewrite in rewrites for text in (rewrite.source, rewrite.perturbed))
    verdicts = [Judged(r, added_issues(r, issues[r.source], issues[r.perturbed])) for r in rewrites]
    names = {_perhaps_name(verdict, issue) for verdict in verdicts for issue in verdict.issues} - {""}
    known_names = {name for name, issues in referee.of(names).items() if not issues}
    return [Judged(v.rewrite, [i for i in v.issues if _perhaps_name(v, i) not in known_names]) for v in verdicts]


def _perhaps_name(verdict: Judged, issue: Issue) -> str:
    """The word in question with a capital, "" unless it is a matter of spelling in a text without capitals."""
    rewrite = verdict.rewrite
    spelling = issue.rule.startswith(SPELLING) and rewrite.source.islower()
    return rewrite.perturbed[issue.start : issue.end].capitalize() if spelling else ""


def _row(name: str, verdicts: Sequence[Judged]) -> str:
    edits = sum(len(rewrite.edits) for rewrite, _ in verdicts)
    sentences = sum(bool(issues) for _, issues in verdicts)
    blamed = sum(min(len(issues), len(rewrite.edits)) for rewrite, issues in verdicts)
    rules = Counter(issue.rule for _, issues in verdicts for issue in issues)
    commonest = ", ".join(f"{rule} {count}" for rule, count in rules.most_common(RULES))
    shares = f"{sentences / max(1, len(verdicts)):30.1%} {blamed / max(1, edits):7.1%}"
    return f"  {name:30} {len(verdicts):9,} {edits:7,} {shares}  {commonest}".rstrip()
