"""The eight perturbations of Zhang et al. 2022 (section 4.1), with the probability that each place is changed.

In the paper the probability is that of an example being perturbed at all (section 2), and the rate within an example is
fixed by the library it took six of them from. Under our rules it is the probability of each place, a character, space,
mark, word or phrase, which says how much a text is changed. Each place is hit independently and exactly that often: a
letter is never replaced by itself, and a hit is never lost.

Under paper rules it is that of a sample, and a sample that is drawn changes at the library's default rates (the paper
names none). The library starts its generator anew for every text, so that the same positions recur from text to text;
that is not rebuilt, though a model may have learnt it and the printed figures may rest on it.
"""

import re
from functools import partial
from string import ascii_lowercase

from core.lexicon.abbreviations import Abbreviations
from core.lexicon.keyboard import NEIGHBOURS
from core.lexicon.lookalikes import LEET, LEET_OF_PLAYERS, VISUAL
from core.papers import ZHANG
from core.perturbations.character.substitution import Table, substituted
from core.perturbations.registry import Level, perturbation
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit
from core.text.analysed import AnalysedText
from core.text.letters import is_single
from core.text.tokens import ADDRESS, ENTITY

of_zhang = partial(
    perturbation,
    level=Level.CHARACTER,
    unit=Unit.PROBABILITY,
    alters_meaning=False,
    paper=ZHANG,
    section="4.1",
    rules={Rules.PAPER: {}},
)
BUTTER_FINGERS = 0.054  # the library's 0.06, less the letters that it replaces by themselves
UPPER = 0.1  # of all characters are drawn
REMOVED, ADDED = 0.1, 0.05  # of the spaces, and behind the other characters
LIKE = 0.5  # of the characters of the table
LEET_DRAWS = 0.5  # for each character of the text
MAILBOX = r"(?<![\w.+-])[.+-]*\w[\w.+-]*@\w[\w-]*(?:\.\w[\w-]*)+"
_MARKS = r"""[!"'(),\-./:;?\[\]{}`¡¿«»‐-‟…、。]"""
_MARK = re.compile(
    rf"""
      {ADDRESS} | {MAILBOX} | {ENTITY}                               # read as one
    | -[lr][rcs]b-                                                   # a bracket as tokenised corpora write it
    | (?<!\S)['’](?:s|m|d|re|ve|ll|t|em)(?!\S)                       # a clitic of tokenised text
    | ( (?<![^\W_]){_MARKS} | {_MARKS}(?![^\W_]) )                    # a mark that does not stand inside a word
    """,
    re.VERBOSE | re.IGNORECASE,
)
_UPPER = {letter: letter.upper() for letter in ascii_lowercase} | {
    chr(code): upper
    for code in (*range(0xDF, 0x250), *range(0x370, 0x530))
    if len(upper := chr(code).upper()) == 1 and upper != chr(code) and chr(code).islower()
}


@of_zhang()
def duplicate_punctuations(
    text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Doubles punctuation marks ("," becomes ",,").

    Marks inside a word or number ("don't", "it 's", "well-made", "1,000") belong to it and stay; so do those of web and
    mail addresses and of HTML entities ("&amp;"), and signs that are no punctuation ("$", "#", "@").

    Paper rules: the probability is that of a sample, and all marks of the sample are doubled. The authors designed
    this perturbation themselves, and its source is lost. So it is not known which characters it took for marks, and
    whether it doubled all of them.
    """
    source = text.source
    marks = [match.end() for match in _MARK.finditer(source) if match[1]]
    if not source.isascii():
        marks = [end for end in marks if is_single(source, end - 1)]
    edits = [Piece(marks[i], marks[i], source[marks[i] - 1]) for i in draws.hits(len(marks), _chance(amount, 1, rules))]
    return Rewrite.of(source, edits) if edits else None


@of_zhang()
def butter_fingers(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces letters by letters beside them on a QWERTY keyboard, and keeps their case.

    Paper rules: the probability is that of a sample. In the sample each letter is hit with probability 0.06. The
    library counts the letter itself among its neighbours, so fewer letters change; Flinch lowers its rate to match.
    """
    return _replace_characters(text, _chance(amount, BUTTER_FINGERS, rules), draws, NEIGHBOURS)


@of_zhang(level=Level.ORDER, alters_meaning=True)
def shuffle_word(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Puts random words into another order; at probability 1, all words.

    Spaces and punctuation stay where they are, and so do the other words. The words that were taken move in one random
    cycle, so that each leaves its place; a single one has nowhere to go, and such a text is not applicable.

    Paper rules: the probability is that of a sample, and all words of the sample are shuffled. The authors designed
    this perturbation themselves, and its source is lost. So nobody knows whether marks moved too.
    """
    words = text.words
    taken = draws.hits(len(words), _chance(amount, 1, rules))
    if len(taken) < 2:
        return None
    order = list(range(len(taken)))
    for i in range(len(order) - 1, 0, -1):  # Sattolo 1986: a permutation of one cycle
        j = draws.below(i)
        order[i], order[j] = order[j], order[i]
    return Rewrite.moved(text.source, [words[i] for i in taken], order)


@of_zhang()
def random_upper(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Turns small letters into capital letters.

    A letter whose capital is several ("ß") stays.

    Paper rules: the probability is that of a sample. A tenth of its characters, rounded down, are drawn, and the small
    letters among them become capital. So a text of fewer than ten characters stays as it is.
    """
    if rules is Rules.OURS:
        return _replace_characters(text, amount, draws, _UPPER)
    places = draws.sample(range(len(text.source)), int(UPPER * len(text.source)))
    return substituted(text.source, sorted(places), _UPPER, draws)


@of_zhang(level=Level.WORD, rules={Rules.PAPER: {"abbreviations": "abbreviation_rules"}})
def insert_abbreviation(
    text: AnalysedText, amount: float, draws: Draws, *, abbreviations: Abbreviations, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces words and phrases by abbreviations of chats and messages ("by the way" becomes "btw").

    Whole words in any case, and the longest sequence where several fit. Some 160 words with what people usually write
    for them, chosen one by one: NL-Augmenter's table has many that nobody writes ("wha", "bowt"). A word with a capital
    inside a sentence is a name's ("Super Bowl") and stays, and so does the "get" of "get go".

    Paper rules: the probability is that of a sample, and every match of the table in it is replaced. The paper took a
    table of 3,462 rules from the same library, with more everyday words ("you", "the"). FLINCH_ABBREVIATIONS names the
    file of this table, `replacement_rules_en.txt`. Without it, Flinch reads the library's table of abbreviations, which
    finds other words, but about as many.
    """
    pieces = abbreviations.matches(text)
    if rules is Rules.OURS:
        pieces = [piece for piece in pieces if not _is_part_of_name(text.source, piece)]
    edits = [pieces[i] for i in draws.hits(len(pieces), _chance(amount, 1, rules))]
    return Rewrite.of(text.source, edits) if edits else None


def _is_part_of_name(source: str, piece: Piece) -> bool:
    """Whether what is abbreviated has a capital that is not its sentence's, or is a part of a phrase of two words."""
    start, end, _ = piece
    word, before = source[start:end], source[max(0, start - 20) : start].rstrip(" \"'`(-")
    if word.lower() == "get" and source[end : end + 3].lower() in (" go", "-go"):
        return True
    is_name = word[0].isupper() and word[1:2].islower() and not source.istitle()
    return is_name and before != "" and before[-1] not in ".!?:;"


@of_zhang()
def whitespace(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Removes spaces between words and adds spaces inside them.

    A place is a white-space character, which goes, or a pair of letters or digits, which a space parts; at 1 all of
    both ("a bc" becomes "ab c").

    Paper rules: the probability is that of a sample. Each of its white-space characters is removed with probability
    0.1. After each other character, marks and ends of words included, a space is added with probability 0.05.
    """
    source = text.source
    if rules is Rules.PAPER:
        return _alter_spaces(source, draws)
    simple = source.isascii()
    edits: list[Piece] = []
    for i in draws.hits(len(source), amount):
        if not (simple or is_single(source, i)):
            continue
        if source[i].isspace():
            edits.append(Piece(i, i + 1, ""))
        elif source[i].isalnum() and source[i + 1 : i + 2].isalnum():
            edits.append(Piece(i + 1, i + 1, " "))
    return Rewrite.of(source, edits) if edits else None


@of_zhang()
def visual_attack_letters(
    text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces letters by similar characters: letters with accents, or letters of other alphabets.

    The paper's table (Eger et al. 2019) comes from embedded pictures of characters; ours is written by hand, Latin
    letters with diacritics and the Cyrillic and Greek letters of the same shape.

    Paper rules: the probability is that of a sample. In the sample each letter of our table is replaced with
    probability 0.5. The library's table is several times as long, and also replaces lookalikes.
    """
    return _replace_characters(text, _chance(amount, LIKE, rules), draws, VISUAL)


@of_zhang()
def leet_letters(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces letters by digits of similar shape, as players write them ("leet" becomes "1337").

    Paper rules: the probability is that of a sample. In the sample, characters that are in the library's table are
    drawn with replacement; the number of draws is half the number of all characters. The only small letters in this
    table are b, e, g, h, j, m, o, w and y.
    """
    return _replace_characters(text, amount, draws, LEET) if rules is Rules.OURS else _drawn_leet(text.source, draws)


def _replace_characters(text: AnalysedText, amount: float, draws: Draws, table: Table) -> Rewrite | None:
    """Every character is a place, so that each of the table's is hit with the probability asked."""
    return substituted(text.source, draws.hits(len(text.source), amount), table, draws)


def _chance(amount: float, rate: float, rules: Rules) -> float:
    """The probability of each place: the one asked, or under paper rules the one that is fixed."""
    return amount if rules is Rules.OURS else rate


def _alter_spaces(source: str, draws: Draws) -> Rewrite | None:
    simple = source.isascii()
    edits: list[Piece] = []
    for i in draws.hits(len(source), REMOVED):
        if source[i].isspace():
            edits.append(Piece(i, i + 1, ""))
        elif draws.uniform() < ADDED / REMOVED and (simple or is_single(source, i)):
            edits.append(Piece(i + 1, i + 1, " "))
    return Rewrite.of(source, edits) if edits else None


def _drawn_leet(source: str, draws: Draws) -> Rewrite | None:
    places = [i for i, character in enumerate(source) if character in LEET_OF_PLAYERS]
    drawn = {draws.choice(places) for _ in range(int(LEET_DRAWS * len(source)))} if places else set()
    edits = [Piece(i, i + 1, LEET_OF_PLAYERS[source[i]]) for i in sorted(drawn)]
    return Rewrite.of(source, edits) if edits else None
