"""What each perturbation owes, and where one breaks it."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import ceil, isnan, sqrt

from core.perturbations.registry import Level, Perturbation, find
from core.rewrite import Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.realised import agreeing, edited_characters, edited_words, realised
from core.text.tokens import word_spans

TEXTS = (
    "", " ", "a", "What does a barometer measure?", "it 's not a bad film , really .", "An old man walked to a city.",
    "Über 3,000 people — naïve or not — said: \"No!\"", "one two three four five six seven eight nine ten",
    "tabs\tand\nnew lines  and   spaces", "😀 emoji 👩‍👩‍👧 and עברית", "WHY ARE WE SHOUTING?", "x" * 2_000,
)  # fmt: skip
PHRASE = 4  # words: the longest text that one edit may replace whole
SEEDS, SEEDS_BY_CHANCE = 2, 10
DEVIATIONS = 4  # of the mean share; chance goes further about once in 30,000 times
Rewriting = Callable[[str, Perturbation, float | str, int], Rewrite | None]
"""(text, perturbation, severity, seed) -> what it makes of the text."""
Fault = tuple[str, str]
"""What it does at a place, and why that is wrong or what to do."""


def faults_of(name: str, rewriting: Rewriting, texts: Sequence[str] = TEXTS) -> list[str]:
    """What the perturbation of this name breaks, over these texts, all its severities and some seeds.

    There is a sentence for each kind of fault, which names the first place and counts the others; [] if all is well.
    """
    perturbation, changed = find(name), False
    occurrences: dict[str, list[str]] = {}  # by why it is wrong: what it does, and where
    seeds = range(SEEDS_BY_CHANCE if perturbation.unit is Unit.PROBABILITY else SEEDS)
    for severity in perturbation.values:
        shares = []
        for text, seed in product(texts, seeds):
            rewrite, broken = _try_rewriting(perturbation, rewriting, text, severity, seed)
            for what, why in broken:
                occurrences.setdefault(why, []).append(f"{what} at {severity} on {text[:40]!r}")
            changed = changed or rewrite is not None
            shares.append(_share(perturbation, text, rewrite))
        for what, why in _excess_over_chance(perturbation, [share for share in shares if not isnan(share)], severity):
            occurrences.setdefault(why, []).append(f"{what} at {severity}")
    sentences = [f"{at[0]}{f' and {len(at) - 1} more' if at[1:] else ''}: {why}." for why, at in occurrences.items()]
    if not (changed or sentences):
        sentences.append("It changes none of the texts; give other texts, which it should change, as `texts`.")
    return sentences


def _try_rewriting(
    perturbation: Perturbation, rewriting: Rewriting, text: str, severity: float | str, seed: int
) -> tuple[Rewrite | None, list[Fault]]:
    try:
        rewrite, again = (rewriting(text, perturbation, severity, seed) for _ in range(2))
        broken = list(faults(perturbation, rewrite, text, severity)) if rewrite else []
    except Exception as error:
        cause = error.__cause__ or error
        return None, [("It fails", f"{type(cause).__name__}: {' '.join(str(cause).split()):.120}".removesuffix("."))]
    if (rewrite and rewrite.perturbed) != (again and again.perturbed):
        broken.append(("Two identical calls differ", "take random numbers only from `draws`"))
    return rewrite, broken


def faults(perturbation: Perturbation, rewrite: Rewrite, text: str, severity: float | str) -> Iterator[Fault]:
    """What one rewrite of the text breaks: its pieces, its severity, and how much an edit takes in."""
    if rewrite.source != text:
        yield "It rewrites a different text", "give `text.source` to Rewrite.of"
        return
    if misplaced := _misplaced_piece(rewrite):
        yield misplaced
        return
    if perturbation.unit is Unit.PPS:
        if len(rewrite.edits) > float(severity) and not perturbation.unbounded:
            yield f"It makes {len(rewrite.edits)} edits", "these are more than the severity allows"
        if perturbation.level in (Level.CHARACTER, Level.WORD):
            yield from _wide_edits(rewrite)
    elif perturbation.level is not Level.ORDER and perturbation.rules is not Rules.PAPER:  # papers count their own way
        yield from _excess_faults(perturbation.unit, rewrite, severity)


def _misplaced_piece(rewrite: Rewrite) -> Fault | None:
    at, end = 0, len(rewrite.source)
    for piece in sorted(rewrite.pieces):
        if not 0 <= piece.start <= piece.end <= end:
            return (
                f"It has a piece from {piece.start} to {piece.end}",
                "a piece must lie between 0 and the text's length",
            )
        if piece.start < at:
            return "It has pieces that overlap", "a character belongs to one piece only"
        if piece.start > at:
            break
        at = piece.end
    return None if at == end else ("Its pieces do not cover the text", "unedited words are damaged")


def _wide_edits(rewrite: Rewrite) -> Iterator[Fault]:
    whole = rewrite.source.split()
    for piece in rewrite.pieces:
        old, new = rewrite.source[piece.start : piece.end].split(), piece.text.split()
        if len(old) < 2 or not new or rewrite.source[piece.start : piece.end] == piece.text:
            continue
        head = agreeing(old, new)
        stay = head + agreeing(old[head:][::-1], new[head:][::-1])
        if 2 * stay >= len(old):  # "did not know" to "knew" is one edit of a phrase; so is "do not know" to "know"
            yield "At least half the words of an edit stay the same", "leave unchanged words out of a Piece"
        elif len(old) == len(whole) > PHRASE and 2 * len(new) > len(old):  # "die" for a whole idiom is one edit
            yield "One edit replaces the whole text", "make one Piece for each changed word, so that edits are counted"


def _excess_faults(unit: Unit, rewrite: Rewrite, severity: float | str) -> Iterator[Fault]:
    """Whether a rewrite by percentage touches more than was asked for: rounded up, and one word more.

    At 100 % none is too much, because words that are put in count too.
    """
    words = word_spans(rewrite.source)
    if unit is Unit.PERCENT_CHARACTERS:
        touched, total, what = edited_characters(rewrite), len(rewrite.source), "characters"
        word = max([2, *(end - start for start, end in words)])
    elif unit is Unit.PERCENT_WORDS:
        touched, total, what, word = edited_words(rewrite), len(words), "words", 1
    else:
        return
    if float(severity) < 100 and touched > ceil(total * float(severity) / 100) + word:
        yield f"It touches {touched} of {total} {what}", "this is more than the severity allows"


def _share(perturbation: Perturbation, text: str, rewrite: Rewrite | None) -> float:
    """The share of the text's words, or of its characters, that were touched, at most 1; NaN for a text without."""
    unit = Unit.PERCENT_CHARACTERS if perturbation.level is Level.CHARACTER else Unit.PERCENT_WORDS
    return min(realised(rewrite or Rewrite.of(text, ()), unit) / 100, 1.0)  # in this order NaN stays


def _excess_over_chance(perturbation: Perturbation, shares: Sequence[float], severity: float | str) -> Iterator[Fault]:
    """Whether the mean share is more than chance explains, were each text hit as a whole: no share varies more."""
    by_chance = perturbation.unit is Unit.PROBABILITY and not perturbation.by_example
    if not by_chance or perturbation.level is Level.ORDER or not shares:
        return
    p, mean = float(severity), sum(shares) / len(shares)
    if mean > p + DEVIATIONS * sqrt(p * (1 - p) / len(shares)):
        what = "characters" if perturbation.level is Level.CHARACTER else "words"
        yield f"It touches {100 * mean:.0f} % of the {what} on average", "chance does not explain so many"
