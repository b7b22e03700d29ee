"""The lexical resources that ship with the project, loaded once a process, and the perturber they make."""

import lzma
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.english.inflection import Inflector, Verb
from core.english.name_kinds import KINDS, NameKinds
from core.english.retagging import with_verbs
from core.errors import MissingResource
from core.lexicon.abbreviations import Abbreviated, Abbreviations
from core.lexicon.any_sense import ENDINGS, PARTS, AnySense
from core.lexicon.compact import Expressions, FormTable
from core.lexicon.gazetteer import Gazetteer
from core.lexicon.organisations import Organisations
from core.lexicon.spelling import Misspellings, both_ways
from core.lexicon.synonyms import Synonyms, WordContext
from core.perturbations.order.shuffles import Subwords
from core.perturbations.perturber import Perturber
from core.text.analysed import Tagger, tags_of
from core.text.numbered import StringTable
from core.text.tagging import Kinds, PerceptronTagger, TaggerWeights
from data.lexicon import LEXICON
from data.lexicon.abbreviation_rules import named_abbreviations
from data.lexicon.nltk_tags import nltk_tags
from data.lexicon.parser import parser

UNLIKELY = 3  # from which group of broad.txt.xz on readers would keep half or fewer
CONDITION = re.compile("([^<>@]+)([<>@].*)?")  # a word, and what must stand beside it
HALF = re.compile("[\ud800-\udfff]")  # of a character; the tokenizers refuse it


@cache
def perturber() -> Perturber:
    """A perturber with everything the registered perturbations ask for. Raises MissingResource for an absent file."""
    return Perturber(tagger(), resources())


def resources() -> Mapping[str, object]:
    """The resources by the names that the registered perturbations ask for, each loaded when it is first asked for."""
    return _Loaded()


class _Loaded(Mapping[str, object]):
    def __getitem__(self, name: str) -> object:
        return RESOURCES[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(RESOURCES)

    def __len__(self) -> int:
        return len(RESOURCES)


@cache
def tagger() -> Tagger:
    """The tagger trained on UD English EWT, its sentences without a verb read again."""
    unaided = perceptron()
    return with_verbs(unaided, inflector(), unaided.lead)


@cache
def perceptron() -> PerceptronTagger:
    """The averaged perceptron alone."""
    with np.load(_existing_path("tagger.npz", "tools.lexicon.tagger TRAIN.conllu DEV.conllu")) as stored:
        lines = {name: stored[name].tobytes().decode().split("\n") for name in ("features", "known", "words", "kinds")}
        features = lines["features"]
        values = np.zeros((len(features) + 1, len(stored["tags"])), np.int16)
        values[np.arange(len(features)).repeat(stored["lengths"]), stored["columns"]] = stored["values"]
        weights = TaggerWeights(
            tags=tuple(stored["tags"].tolist()),
            features=StringTable(features),
            values=values,
            known=dict(line.split("\t") for line in lines["known"]),
            kinds=Kinds(StringTable(lines["words"]), stored["kind"], lines["kinds"]),
        )
    return PerceptronTagger(weights)


def synonyms() -> Synonyms:
    """The synonyms that were read one by one, two thirds of them of WordNet 3.0."""
    return _synonyms().all


def careful_synonyms() -> Synonyms:
    """Those of them that nearly always mean the same."""
    return _synonyms().sure


@cache
def _synonyms() -> "_StandIns":
    return _stand_ins("synonyms.txt.xz", "tools.lexicon.synonyms")


@cache
def broad_synonyms() -> Synonyms:
    """All that may stand in for a word in some sense, for people to judge where no synonym of ours fits."""
    tables: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for line in _read_compressed("broad.txt.xz", "tools.lexicon.broad LISTS_FOLDER WORDNET_FOLDER").split("\n"):
        form, tag, others = line.split("\t")
        for likelihood, words in enumerate(others.split("|")):
            if words:
                tables[likelihood][tag].append(f"{form}\t{words}")
    broad = _synonyms().all
    for likelihood, table in sorted(tables.items()):
        forms = {tag: FormTable(lines) for tag, lines in table.items()}
        broad = Synonyms(forms, phrases(), surer=broad, last_resort=likelihood >= UNLIKELY)
    return broad


@cache
def any_sense() -> AnySense:
    """All synsets of WordNet 3.0, for the rules of papers that take a lemma of any sense."""
    blocks = _read_compressed("any_sense.txt.xz", "tools.lexicon.any_sense WORDNET_FOLDER").split("\n\n")
    lines = [block.split("\n") for block in blocks]
    irregular = ({form: bases for form, *bases in map(str.split, block)} for block in lines[len(PARTS) :])
    return AnySense(dict(zip(PARTS, lines, strict=False)), dict(zip(ENDINGS, irregular, strict=True)))


@cache
def neighbours() -> Synonyms:
    """Neighbours in a space of word embeddings: our encoder's, or those of the GloVe file that FLINCH_GLOVE names."""
    ours = _neighbours().all
    setting = os.environ.get("FLINCH_GLOVE", "")
    if not setting:
        return ours
    from data.lexicon.glove import glove_neighbours

    tables = (ours.forms, synonyms().forms)
    forms = {tag: {form for table in tables for form in table.get(tag, ())} for tag in tables[1]}
    return glove_neighbours(Path(setting), forms, _opposites(), phrases())


def careful_neighbours() -> Synonyms:
    """Those of our own table that nearly always mean the same."""
    return _neighbours().sure


@cache
def _neighbours() -> "_StandIns":
    return _stand_ins("neighbours.txt.xz", "tools.lexicon.neighbours WORDNET_FOLDER LISTS_FOLDER")


class _StandIns(NamedTuple):
    all: Synonyms
    sure: Synonyms


def _stand_ins(name: str, script: str) -> _StandIns:
    forms: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    surely: dict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    takes: dict[tuple[str, str, str], WordContext] = {}
    for line in _read_compressed(name, script).split("\n"):
        form, tag, others = line.split("\t")
        sure, rest = (part.split() for part in others.split("|"))
        for written in (*sure, *rest):
            other, condition = CONDITION.fullmatch(written).groups()  # type: ignore[union-attr]
            if condition:
                takes[tag, form, other] = WordContext.parsed(condition)
        sure, rest = ([CONDITION.sub(r"\1", written) for written in part] for part in (sure, rest))
        if sure:
            surely[tag][form] = tuple(sure)
        forms[tag][form] = (*sure, *rest)
    return _StandIns(Synonyms(forms, phrases(), takes), Synonyms(surely, phrases(), takes))


@cache
def phrases() -> Expressions:
    """Expressions of several words that no other word enters."""
    script = "tools.lexicon.phrases WORDNET_FOLDER EWT.conllu MASC.zip MOVIE_REVIEWS.zip"
    return Expressions(_read_compressed("phrases.txt.xz", script).split("\n"))


def _opposites() -> set[tuple[str, str]]:
    """Pairs of words that mean the opposite of each other, both ways."""
    pairs: set[tuple[str, str]] = set()
    lines = _read_compressed("antonyms.txt.xz", "tools.lexicon.antonyms WORDNET_FOLDER LISTS_FOLDER")
    for line in lines.split("\n"):
        word, _, others = line.partition("\t")
        pairs.update(pair for other in others.split(" ") for pair in ((word, other), (other, word)))
    return pairs


@cache
def inflector() -> Inflector:
    """The finite forms of WordNet's verbs."""
    lines = _read_compressed("verbs.txt.xz", "tools.lexicon.verbs WORDNET_FOLDER").split("\n")
    return Inflector(Verb(*line.split("\t")) for line in lines)


@cache
def subwords() -> Subwords:
    """Where a Hugging Face tokenizer cuts a text: MiniLM's WordPiece, or the one that FLINCH_TOKENIZER names.

    That is a tokenizer.json, a folder that holds one, or a name on the hub. Raises MissingResource where there is none.
    """
    from tokenizers import Tokenizer

    from core.hints.similarity import default_model

    setting = os.environ.get("FLINCH_TOKENIZER", "")
    path = Path(setting) if setting else default_model()
    path = path / "tokenizer.json" if path.is_dir() else path
    try:
        tokenizer = Tokenizer.from_file(str(path)) if path.exists() else Tokenizer.from_pretrained(setting)
    except Exception as error:  # tokenizers raises bare Exceptions
        reason = " ".join(str(error).split())
        raise MissingResource(
            f"FLINCH_TOKENIZER={setting!r} is not a tokenizer that can be read ({reason}); name a tokenizer.json, "
            "a folder that holds one, or a model on the hub."
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def cut(text: str) -> tuple[tuple[int, int], ...]:
        spans: list[tuple[int, int]] = []
        at = 0
        whole = HALF.sub("\ufffd", text)
        for start, end in tokenizer.encode(whole, add_special_tokens=False).offsets:
            while start < end and text[start].isspace():
                start += 1
            if at <= start < end:
                spans.append((start, end))
                at = end
        return tuple(spans)

    return cut


@cache
def misspellings() -> Misspellings:
    """Wikipedia's common misspellings."""
    lines = _read_compressed("misspellings.txt.xz", "tools.lexicon.misspellings wikipedia.dat").split("\n")
    return Misspellings.of({word: wrong.split(" ") for word, _, wrong in (line.partition("\t") for line in lines)})


@cache
def misspelled_both_ways() -> Misspellings:
    """A list of misspellings read both from the right word and from the wrong one, as Romero's program reads its list.

    The list is Wikipedia's, or the file that FLINCH_SPELLINGS names: a word and its misspellings a line, as nlpaug has
    them. Raises MissingResource for a file that can't be read.
    """
    setting = os.environ.get("FLINCH_SPELLINGS", "")
    if not setting:
        return both_ways({word: [form.text for form in forms] for word, forms in misspellings().forms.items()})
    try:
        lines = Path(setting).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise MissingResource(
            f"FLINCH_SPELLINGS={setting!r} can't be read; name a file with a word and its misspellings on each line."
        ) from error
    return both_ways({word: wrong for word, *wrong in map(str.split, filter(str.strip, lines))})


@cache
def opinions() -> Mapping[str, str]:
    """Words of opinion, each "positive" or "negative"."""
    lines = _read_compressed("opinions.txt.xz", "tools.lexicon.opinions opinion_lexicon.zip").split("\n")
    poles = (line.split("\t") for line in lines)
    return {word: pole for pole, words in poles for word in words.split(" ")}


@cache
def paraphrases() -> Mapping[str, frozenset[str]]:
    """Words with those that PPDB pairs them with, both ways."""
    by_word: dict[str, set[str]] = defaultdict(set)
    for line in _read_compressed("paraphrases.txt.xz", "tools.lexicon.paraphrases ppdb_synonyms.txt").split("\n"):
        word, _, others = line.partition("\t")
        for other in others.split(" "):
            by_word[word].add(other)
            by_word[other].add(word)
    return {word: frozenset(others) for word, others in by_word.items()}


@cache
def abbreviations() -> Abbreviations:
    """What people usually write for common words in chats and messages, chosen one by one."""
    return Abbreviations(Abbreviated(*line.split("\t")) for line in _read_lines("chosen/abbreviations.txt"))


@cache
def abbreviation_table() -> Abbreviations:
    """NL-Augmenter's abbreviations, without those that insult or damage."""
    script = "tools.lexicon.abbreviations word_abbrev_dict.json phrase_abbrev_dict.json"
    lines = _read_compressed("abbreviations.txt.xz", script).split("\n")
    return Abbreviations(Abbreviated(*line.split("\t")) for line in lines)


@cache
def gazetteer() -> Gazetteer:
    """Places and first names, with what they may be replaced by."""
    return Gazetteer.of(_read_lines("places.txt"))


@cache
def organisations() -> Organisations:
    """The organisations that are exchanged, by their kinds."""
    return Organisations.of(_read_lines("organisations.txt"))


@cache
def name_kinds() -> NameKinds:
    """What tells persons, places and organisations apart."""
    with np.load(_existing_path("name_kinds.npz", "tools.lexicon.name_kinds wikigold.conll.txt")) as stored:
        values = np.append(stored["values"], np.zeros((1, len(KINDS)), np.int16), 0)
        names = StringTable(stored["features"].tobytes().decode().split("\n"))
    return NameKinds(names, (values / 100).astype(np.float32))


RESOURCES: dict[str, Callable[[], object]] = {
    "synonyms": synonyms,
    "careful_synonyms": careful_synonyms,
    "broad_synonyms": broad_synonyms,
    "any_sense": any_sense,
    "neighbours": neighbours,
    "careful_neighbours": careful_neighbours,
    "inflector": inflector,
    "subwords": subwords,
    "misspellings": misspellings,
    "misspelled_both_ways": misspelled_both_ways,
    "abbreviations": abbreviations,
    "abbreviation_rules": lambda: named_abbreviations() or abbreviation_table(),
    "gazetteer": gazetteer,
    "organisations": organisations,
    "name_kinds": name_kinds,
    "penn_tags": lambda: tags_of,
    "nltk_tags": nltk_tags,
    "parser": parser,
}


def _read_compressed(name: str, script: str) -> str:
    packed = _existing_path(name, script).read_bytes()
    try:
        return lzma.decompress(packed).decode("ascii")
    except lzma.LZMAError as error:
        raise _resource_error(name, "damaged in", script) from error


def _read_lines(name: str) -> list[str]:
    """The lines of a list that was written by hand."""
    path = LEXICON / name
    if not path.exists():
        raise MissingResource(f"{name} is missing from data/lexicon; it is part of the project: restore it.")
    return path.read_text(encoding="utf-8").splitlines()


def _existing_path(name: str, script: str) -> Path:
    path = LEXICON / name
    if not path.exists():
        raise _resource_error(name, "missing from", script)
    return path


def _resource_error(name: str, how: str, script: str) -> MissingResource:
    return MissingResource(
        f"{name} is {how} data/lexicon; get it back with `git checkout -- data/lexicon/{name}`, or make it again with "
        f"`python -m {script}`."
    )
