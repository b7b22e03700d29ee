"""Places and first names, and what each may be replaced by, as plain values."""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

OTHER_GENDER = {"man": "woman", "woman": "man"}
PLACES = frozenset({"country", "region", "city", "continent"})
AREAS = frozenset({"country", "region"})
FAMILY = "family name"


class Name(NamedTuple):
    """A place or a first name: its words, its kind ("country", "region", "city", "continent", "man", "woman").

    `article`: it is said with "the". `plural`: its verb is plural. `sure`: no other word is spelled so without a
    capital. `plain`: with a capital it means this and nothing else. `poor`: it is itself what a richer place becomes,
    or as poor.
    """

    words: tuple[str, ...]
    kind: str
    article: bool = False
    plural: bool = False
    sure: bool = True
    plain: bool = True
    poor: bool = False


class Target(NamedTuple):
    """What a name becomes; a city comes with its country."""

    text: str
    country: str = ""


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """`starting[word]` are the names that begin with this word, the longest first; `targets[kind]` replace a kind.

    `alike[kind]` are places of the kind that may stand for each other; `adjectives[country]` describe what is of it.
    `known` are surnames that make a first name that of somebody readers know.
    """

    starting: Mapping[str, tuple[Name, ...]]
    targets: Mapping[str, tuple[Target, ...]]
    alike: Mapping[str, tuple[str, ...]]
    adjectives: Mapping[str, str]
    known: Set[str]

    @classmethod
    def of(cls, lines: Iterable[str]) -> "Gazetteer":
        """The gazetteer written in these lines: a kind, a tab, its names with commas between; "#" begins a note.

        The kind "poor" lists names of the others that are as poor as the targets, "stands alone" those that no
        other name may be exchanged for, "adjective" what is said for a country before a noun, "known" surnames.
        """
        starting: dict[str, list[Name]] = {}
        targets: dict[str, tuple[Target, ...]] = {}
        adjectives: dict[str, str] = {}
        noted: dict[str, set[str]] = {"poor": set(), "stands alone": set(), "known": set()}
        for line in lines:
            if not line or line[0] == "#":
                continue
            kind, _, listed = line.partition("\t")
            names = listed.split(", ")
            if kind in noted:
                noted[kind].update(names)
            elif kind == "adjective":
                adjectives.update(name.partition("/")[::2] for name in names)
            elif kind.startswith("for "):
                targets[kind[4:]] = tuple(Target(*name.split("/")) for name in names)
            else:
                for entry in (_entry(name, kind) for name in names):
                    starting.setdefault(entry.words[0], []).append(entry)
                    if kind in OTHER_GENDER and entry.sure:
                        other = OTHER_GENDER[kind]
                        targets[other] = (*targets.get(other, ()), Target(" ".join(entry.words)))
        poor = noted["poor"].union(target.text for kind in PLACES for target in targets.get(kind, ()))
        ordered = {
            word: tuple(_mark_poor(name, poor) for name in sorted(names, key=lambda n: -len(n.words)))
            for word, names in starting.items()
        }
        alike = {kind: tuple(_interchangeable_names(starting.values(), kind, noted["stands alone"])) for kind in PLACES}
        return cls(ordered, targets, alike, adjectives, noted["known"])


def _interchangeable_names(names: Iterable[Iterable[Name]], kind: str, alone: Set[str]) -> Iterator[str]:
    for name in (name for group in names for name in group):
        if name.kind == kind and name.sure and name.plain and not (name.article or name.plural):
            yield from {" ".join(name.words)} - alone


def _mark_poor(name: Name, poor: Set[str]) -> Name:
    return name._replace(poor=name.kind in PLACES and " ".join(name.words) in poor)


def _entry(name: str, kind: str) -> Name:
    words = tuple(name.rstrip("+?~").removeprefix("the ").split(" "))
    plain = not name.endswith("~")
    return Name(words, kind, name.startswith("the "), "+" in name, plain and not name.endswith("?"), plain)
