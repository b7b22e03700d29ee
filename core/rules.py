"""Whose rules a perturbation follows, and how its name says so.

A perturbation's plain name means our rules. Another word after a full stop means other rules: "keyboard.paper" is what
the paper's own program did. The name goes into ids, files, cards and tables, so that wherever a figure stands it says
which rules its texts were made by.
"""

from enum import StrEnum


class Rules(StrEnum):
    """OURS: true severities, care with words. CAREFUL: only what is surely right. BROAD: all that may be right, for
    people to judge. PAPER: as the paper's program did.
    """

    OURS = "ours"
    CAREFUL = "careful"
    BROAD = "broad"
    PAPER = "paper"


IN_WORDS = {Rules.CAREFUL: "careful", Rules.BROAD: "broad", Rules.PAPER: "paper rules"}


def plain_name(name: str) -> str:
    """The perturbation's name without its rules: "keyboard" of "keyboard.paper"."""
    return name.partition(".")[0]


def rules_of(name: str) -> Rules | None:
    """The rules that the name asks for; None for rules that do not exist."""
    word = name.partition(".")[2]
    if not word:
        return Rules.OURS
    return Rules(word) if word in IN_WORDS else None


def with_rules(name: str, rules: Rules) -> str:
    """The name of the plain-named perturbation under these rules."""
    return name if rules is Rules.OURS else f"{name}.{rules}"


def rules_in_words(name: str) -> str:
    """ " (paper rules)" of a name under other rules than ours, "" of a plain one."""
    rules = rules_of(name)
    return f" ({IN_WORDS[rules]})" if rules in IN_WORDS else ""
