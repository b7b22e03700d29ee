"""Organisations by which named ones may be replaced, and words by which a name is known to be one's."""

from collections.abc import Iterable
from typing import NamedTuple

from core.text.tokens import tokenise

_LISTED = """
    Amnesty International, Bell Laboratories, Cambridge University, Caritas, Deutsche Bahn, Doctors Without Borders,
    Ericsson, Greenpeace, Harvard University, Hitachi, Interpol, Kodak, Lufthansa, Michelin, NASA, NATO, Nestle, Nokia,
    Oxfam, Panasonic, Parliament, Philips, Red Cross, Reuters, Samsung, Siemens, Stanford University, Statoil, Toshiba,
    UNESCO, UNICEF, Unilever, United Nations, Volvo, World Bank, World Health Organization, Yale University, Yamaha
"""
ORGANISATIONS = tuple(name.strip() for name in _LISTED.replace("\n", " ").split(","))
FIRM = frozenset({"Inc", "Inc.", "Corp", "Corp.", "Ltd", "Ltd.", "Plc", "PLC", "LLC"})
"""What ends the name of a firm and stays when another firm takes its place."""


class Organisation(NamedTuple):
    """A listed organisation: its kind, its whole name and a part that stands for it, "" for none.

    `article`: it is said with "the".
    """

    kind: str
    whole: str
    part: str = ""
    article: bool = False


class Organisations:
    """`starting[token]` are (tokens of a name, organisation) that begin with this token, the longest first."""

    def __init__(self, listed: Iterable[Organisation]) -> None:
        self.of_kind: dict[str, list[Organisation]] = {}
        starting: dict[str, list[tuple[tuple[str, ...], Organisation]]] = {}
        for organisation in listed:
            self.of_kind.setdefault(organisation.kind, []).append(organisation)
            for name in filter(None, (organisation.whole, organisation.part)):
                words = tuple(token.text for token in tokenise(name))
                starting.setdefault(words[0], []).append((words, organisation))
        self.starting = {word: sorted(names, key=lambda n: -len(n[0])) for word, names in starting.items()}

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Organisations":
        """Those in these lines: a kind, a tab, its names with commas between; "#" begins a note."""
        kinds = (line.partition("\t")[::2] for line in lines if line and line[0] != "#")
        return cls(_parse_organisation(kind, name) for kind, names in kinds for name in names.split(", "))


def _parse_organisation(kind: str, name: str) -> Organisation:
    plain = name.removeprefix("the ")
    return Organisation(kind, plain.replace("/", " "), plain.partition("/")[2], plain != name)
