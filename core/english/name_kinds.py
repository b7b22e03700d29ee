"""What a name is the name of: a linear model over its words and its neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.lexicon.gazetteer import Gazetteer
from core.text.numbered import StringTable
from core.text.tokens import Token

LONGEST = 4  # words of a name that are counted


class EntityKind(StrEnum):
    PERSON = "person"
    PLACE = "place"
    ORGANISATION = "organisation"


NO_KIND = "none"
KINDS = (*(kind.value for kind in EntityKind), NO_KIND)
"""What the model tells apart; what it says none of is another thing, or a part of a name."""


@dataclass(frozen=True, slots=True)
class NameKinds:
    """Row n of `values` holds the weights of the feature numbered n, one for each of `KINDS`; the last one zeros."""

    features: StringTable
    values: NDArray[np.float32]

    def probabilities(self, features: Sequence[str]) -> Mapping[str, float]:
        """How likely each kind is for a name with these features."""
        scores = np.exp(self.values.take(self.features.of(features), 0).sum(0, dtype=np.float64))
        return dict(zip(KINDS, (scores / scores.sum()).tolist(), strict=True))


def name_features(tokens: Sequence[Token], first: int, end: int, gazetteer: Gazetteer) -> list[str]:
    """What is seen of the name that tokens [first, end) are, and beside it."""
    before, after = tokens[max(0, first - 2) : first], tokens[end : end + 2]
    near = [_word(t) for t in before][::-1] + [""] * (2 - len(before)) + [_word(t) for t in after] + [""] * 2
    tags = [before[-1].tag if before else "", after[0].tag if after else "", after[1].tag if len(after) > 1 else ""]
    last, second, following, later = near[:4]
    words = [token.text for token in tokens[first:end] if token.text != "."]
    size = min(len(words), LONGEST)
    features = own_features(words, gazetteer)
    features += [f"-1 {last}", f"-2 {second}", f"-2-1 {second} {last}", f"+1 {following}", f"+2 {later}"]
    features += [f"+1+2 {following} {later}", f"tags {tags[0]} {tags[1]}", f"size -1 {size} {last}"]
    return [*features, f"size +1 {size} {following}", f"+1+2 tags {tags[1]} {tags[2]}", f"around {last} {following}"]


def own_features(words: Sequence[str], gazetteer: Gazetteer) -> list[str]:
    """What a name says of itself."""
    lower = [word.lower() for word in words]
    size = min(len(words), LONGEST)
    listed = ["".join(sorted({name.kind for name in gazetteer.starting.get(word, ())})) for word in words]
    spelled = ["XX" if word.isupper() else "Xx" if word[1:].islower() else "xX" for word in words]
    features = ["bias", f"name {' '.join(lower)}", f"first {lower[0]}", f"last {lower[-1]}", f"size {size}"]
    features += [f"in {word}" for word in lower] + [f"ends {lower[-1][-3:]}", f"first ends {lower[0][-3:]}"]
    features += [f"listed {size} {listed[0]}", f"last listed {size} {listed[-1]}"]
    features.append(f"spelled {' '.join(spelled[:LONGEST])}")
    whole = any(list(name.words) == list(words) for name in gazetteer.starting.get(words[0], ()))
    return [*features, f"whole {whole} {listed[0]}"]


def _word(token: Token) -> str:
    return "0" if token.text[:1].isdigit() else token.text.lower()
