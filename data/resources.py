"""The lexical resources that ship with the project, loaded once a process, and the perturber they make."""

import lzma
from functools import cache
from pathlib import Path

import numpy as np

from core.errors import MissingResource
from core.inflection import Inflector, Verb
from core.lexicon import Synonyms
from core.perturb import Perturber
from core.tagging import PerceptronTagger, TaggerWeights

LEXICON = Path(__file__).parent / "lexicon"


@cache
def perturber() -> Perturber:
    """A perturber with everything the registered perturbations ask for. Raises MissingResource for an absent file."""
    return Perturber(tagger(), resources())


def resources() -> dict[str, object]:
    """The resources by the names that the registered perturbations ask for."""
    return {"synonyms": synonyms(), "inflector": inflector()}


@cache
def tagger() -> PerceptronTagger:
    """The tagger with the weights trained on UD English EWT."""
    with np.load(_there("tagger.npz", "data.lexicon.train_tagger")) as stored:
        ends = np.cumsum(stored["lengths"], dtype=np.int64).tolist()
        features = stored["features"].tobytes().decode().split("\n")
        known = stored["known"].tobytes().decode().split("\n")
        spans = zip([0, *ends[:-1]], ends, strict=True)
        weights = TaggerWeights(
            tags=tuple(stored["tags"].tolist()),
            features=dict(zip(features, spans, strict=True)),
            columns=stored["columns"],
            values=stored["values"],
            known=dict(line.split("\t") for line in known),
        )
    return PerceptronTagger(weights)


@cache
def synonyms() -> Synonyms:
    """The synonyms built from WordNet 3.0."""
    path = _there("synonyms.txt.xz", "data.lexicon.build_synonyms")
    words, _, pairs = lzma.decompress(path.read_bytes()).decode("ascii").partition("\n\n")
    forms: dict[str, dict[str, tuple[str, ...]]] = {}
    for line in words.split("\n"):
        form, tag, others = line.split("\t")
        forms.setdefault(tag, {})[form] = tuple(others.split(" "))
    return Synonyms(forms, frozenset(pairs.split("\n")))


@cache
def inflector() -> Inflector:
    """The finite forms of WordNet's verbs."""
    path = _there("verbs.txt.xz", "data.lexicon.build_verbs")
    lines = lzma.decompress(path.read_bytes()).decode("ascii").split("\n")
    return Inflector(Verb(*line.split("\t")) for line in lines)


def _there(name: str, script: str) -> Path:
    path = LEXICON / name
    if not path.exists():
        raise MissingResource(f"{name} is missing from data/lexicon; make it again with `python -m {script}`.")
    return path
