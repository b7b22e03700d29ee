"""A user's own perturbation: registered like ours, and looked at for what it owes."""

from collections.abc import Callable, Sequence

from core.errors import BadInput
from core.perturbations.registry import (
    HIGHEST,
    Level,
    Perturbation,
    Rewriter,
    find,
    is_own,
    listed,
    perturbation,
    perturbations,
)
from core.rewrite import Rewrite
from core.severity import Unit

TEXTS = (
    "", " ", "a", "What does a barometer measure?", "it 's not a bad film , really .", "An old man walked to a city.",
    "Über 3,000 people — naïve or not — said: \"No!\"", "one two three four five six seven eight nine ten",
    "tabs\tand\nnew lines  and   spaces", "😀 emoji 👩‍👩‍👧 and עברית", "WHY ARE WE SHOUTING?", "x" * 2_000,
)  # fmt: skip


def own_perturbation(
    level: str, unit: str, alters_meaning: bool, values: Sequence[float | str] = (), needs_tags: bool = False
) -> Callable[[Rewriter], Rewriter]:
    """Register the decorated function under its own name. `values` left out are 1 to 4 for a PPS, else 5 and 10.

    Raises BadInput for a level or unit that does not exist, for a function without a docstring, and for a name of ours.
    """
    levels, units = {one.name.lower().replace("_", " "): one for one in Level}, {one.value: one for one in HIGHEST}
    for what, given, known in (("level", level, levels), ("unit", unit, units)):
        if given not in known:
            raise BadInput(f"There is no {what} {given!r}; choose {listed(known)}.")
    usual = {Unit.PPS: (1, 2, 3, 4), Unit.PROBABILITY: (0.05, 0.1)}.get(units[unit], (5, 10))

    def register(rewrite: Rewriter) -> Rewriter:
        name = rewrite.__name__
        if not (rewrite.__doc__ or "").strip():
            raise BadInput(f"{name} has no docstring; add one. Its first line tells people what it does.")
        if any(known.name == name and not is_own(known) for known in perturbations()):
            raise BadInput(f"Flinch has a perturbation {name!r}; give yours another name.")
        register_it = perturbation(
            level=levels[level], unit=units[unit], alters_meaning=alters_meaning, values=tuple(values) or usual,
            needs_tags=needs_tags,
        )  # fmt: skip
        return register_it(rewrite)

    return register


def name_of(mine: str | Rewriter) -> str:
    """The name of a perturbation that is given by it, or as its function. Raises BadInput for another function."""
    if isinstance(mine, str):
        return mine
    for known in perturbations():
        if known.rewrite is mine:
            return known.name
    raise BadInput(f"{mine!r:.80} is not registered; put @flinch.perturbation(level=..., unit=...) above it.")


def faults_of(
    name: str, rewrite: Callable[[str, Perturbation, float | str, int], Rewrite | None], texts: Sequence[str] = TEXTS
) -> list[str]:
    """What the perturbation of this name breaks, a sentence each, over these texts, all its severities and two seeds.

    `rewrite`: (text, perturbation, severity, seed) -> what it makes of the text.
    """
    known, found, changed = find(name), list[str](), 0
    failures: dict[str, list[str]] = {}
    for text in texts:
        for severity in known.values:
            for seed in (0, 1):
                where = f"{severity} on {text[:40]!r}"
                try:
                    made, again = (rewrite(text, known, severity, seed) for _ in range(2))
                except Exception as error:
                    cause = error.__cause__ or error
                    failures.setdefault(f"{type(cause).__name__}: {cause}", []).append(where)
                    continue
                if (made and made.perturbed) != (again and again.perturbed):
                    found.append(f"Two identical calls differ at {where}: take random numbers only from `draws`.")
                if made is not None:
                    changed += 1
                    found += _faults(known, made, text, severity, where)
    for why, places in failures.items():
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        found.append(f"It fails at {places[0]}{more}: {why}.")
    if not changed:
        found.append("It changes none of the texts; try it on some that it should change, as `texts`.")
    return list(dict.fromkeys(found))


def _faults(known: Perturbation, made: Rewrite, text: str, severity: float | str, where: str) -> list[str]:
    if made.source != text:
        return [f"It rewrites a different text at {where}: give `text.source` to Rewrite.of."]
    whole = "".join(text[piece.start : piece.end] for piece in sorted(made.pieces)) == text
    found = [] if whole else [f"Its pieces do not cover the text at {where}, so unedited words are damaged."]
    if known.unit is Unit.PPS and len(made.edits) > float(severity):
        found.append(f"It makes {len(made.edits)} edits at {where}, more than it was asked for.")
    return found
