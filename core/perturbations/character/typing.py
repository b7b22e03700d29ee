"""Character-level perturbations of Romero 2023 (section 3.3.1): a percentage of the characters of a text.

The percentage is of all characters, spaces and marks included, as the thesis counts them; only letters are changed (and
digits, where a scanner takes them for letters). The places are drawn from the whole text, each at most once.
"""

from functools import partial
from string import ascii_lowercase

from core.lexicon.keyboard import NEIGHBOURS, TYPED
from core.lexicon.ocr import CONFUSIONS, READ
from core.lexicon.spelling import Misspellings
from core.papers import ROMERO
from core.perturbations.character.substitution import Table, draw_places, substituted
from core.perturbations.character.token_typing import from_table, misspelled, slip_letter
from core.perturbations.registry import Level, perturbation
from core.perturbations.textflint import edited, of_characters
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import Unit, rounded
from core.text.analysed import AnalysedText
from core.text.letters import is_plain

of_romero = partial(
    perturbation,
    level=Level.CHARACTER,
    unit=Unit.PERCENT_CHARACTERS,
    alters_meaning=False,
    paper=ROMERO,
    section="3.3.1",
    rules={Rules.PAPER: {}},
)


@of_romero()
def keyboard(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces random letters by letters beside them on a QWERTY keyboard.

    A letter keeps its case ("hand" becomes "hanf"). Letters without a key of their own ("é") stay.

    Paper rules: the percentage of the characters, rounded down and at least one, is the number of tokens that change,
    each once. Marks and 55 pronouns, articles and other small words never change. One small letter or digit of each
    token becomes a letter or sign around its key, never a digit.
    """
    if rules is Rules.PAPER:
        return edited(text, of_characters(text, amount), draws, _KEYED)
    return _mistype(text, amount, draws, NEIGHBOURS)


@of_romero()
def ocr(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces random letters and digits by characters that a scanner could take them for.

    One character becomes one other ("hello" becomes "hellu"). The thesis does not print its table; ours is of letters
    and digits whose printed shapes are close.

    Paper rules: tokens are counted as in keyboard.paper. One character of each token becomes another, by the short
    table of the thesis's program, read in both directions. Its small letters are b, g, k, l, o, r, s, u and z.
    """
    if rules is Rules.PAPER:
        return edited(text, of_characters(text, amount), draws, _SCANNED)
    return _mistype(text, amount, draws, CONFUSIONS)


_KEYED, _SCANNED = from_table(TYPED), from_table(READ)


def _mistype(text: AnalysedText, amount: float, draws: Draws, table: Table) -> Rewrite | None:
    count = rounded(amount, len(text.source), draws)
    if not count:
        return None
    return substituted(text.source, draw_places(text.source, count, table, draws), table, draws)


@of_romero(rules={Rules.PAPER: {"misspellings": "misspelled_both_ways"}})
def spelling_error(
    text: AnalysedText, amount: float, draws: Draws, *, misspellings: Misspellings, rules: Rules = Rules.OURS
) -> Rewrite | None:
    """Replaces random words by common misspellings of them.

    A misspelling costs the characters it changes ("acheive" two), until the percentage is spent; the last, where it
    costs more than is left, is made with the probability that keeps the mean as asked. The dictionary is Wikipedia's
    list, about 3,000 words. A text whose words can't use up the percentage gets the dearest misspellings of them all,
    which is less than asked: of film reviews 4.6 % instead of 5 and 7.7 % instead of 10.

    Paper rules: tokens are counted as in keyboard.paper. Each token, as written, becomes another word of its line in
    the list: a misspelling, or the right word for a misspelling. In the program's list of 13,000 words, from nlpaug,
    this is often a real word ("luck" and "look"). Flinch may not ship that list; FLINCH_SPELLINGS can name a file of
    it. Without it, Flinch reads Wikipedia's list in both directions. That list has far fewer words, so fewer texts
    change.
    """
    if rules is Rules.PAPER:
        return edited(text, of_characters(text, amount), draws, misspelled(misspellings))
    left = rounded(amount, len(text.source), draws)
    words = misspellings.find(text) if left else []
    possible = sum([word.known[0].cost for word in words])
    edits: list[Piece] = []
    for word in draws.sample(words, len(words)):
        chosen = word.known[0] if possible <= left else draws.choice(word.known)
        if chosen.cost <= left or draws.uniform() * chosen.cost < left:
            edits.append(word.edit(chosen, text.source))
        possible -= word.known[0].cost
        left -= chosen.cost
        if left <= 0:
            break
    return Rewrite.of(text.source, edits) if edits else None


LETTERS = f"{ascii_lowercase}_"


@of_romero()
def typos(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Inserts, deletes, swaps or replaces random letters.

    Each of the four is as likely; a swap changes two characters and is made only while two are left to change. What is
    put in is a letter in the case of the one it stands by, or the underscore of the thesis's example ("_andom"). A
    letter that is a whole word is not deleted, and equal letters are not swapped. Edits keep a character between them,
    so that none undoes another; where so many are asked that this can't be, the rest are replacements.

    Paper rules: tokens are counted as in keyboard.paper. Each token gets one of the four slips between its first and
    last letter. An edit changes nothing if the new letter is the old one, if equal letters are swapped, or if the token
    is a single letter. So 96 % of short texts change at 1 %. The thesis prints 99.9 % for film reviews,
    because its program joins tokens again; Flinch does not copy that.
    """
    if rules is Rules.PAPER:
        return edited(text, of_characters(text, amount), draws, slip_letter)
    source = text.source
    left = rounded(amount, len(source), draws)
    edits: list[Piece] = []
    touched: set[int] = set()
    for _ in range(4 * left + 8 if left else 0):
        slip = _slip(source, draws.below(len(source)), left, draws)
        if slip is None or not touched.isdisjoint(range(slip.start - 1, max(slip.end, slip.start + 1) + 1)):
            continue
        edits.append(slip)
        cost = max(1, slip.end - slip.start)
        touched.update(range(slip.start, slip.start + cost))
        left -= cost
        if not left:
            break
    if left:
        rest = [at for at in range(len(source)) if at not in touched and is_plain(source, at)]
        edits += [_other_letter(source, at, draws) for at in draws.sample(rest, left)]
    return Rewrite.of(source, edits) if edits else None


def _slip(source: str, at: int, left: int, draws: Draws) -> Piece | None:
    """A slip at this letter, or None where there is no letter or the slip that was drawn can't be made."""
    if not is_plain(source, at):
        return None
    slip = draws.below(4 if left > 1 else 3)
    if slip == 0:
        return Piece(at, at, _cased_like(draws.choice(LETTERS), source[at]))
    if slip == 1:
        return _other_letter(source, at, draws)
    after = at + 1 < len(source) and is_plain(source, at + 1)
    if slip == 2:
        return Piece(at, at + 1, "") if after or (at and is_plain(source, at - 1)) else None
    return Piece(at, at + 2, source[at + 1] + source[at]) if after and source[at] != source[at + 1] else None


def _other_letter(source: str, at: int, draws: Draws) -> Piece:
    others = LETTERS.replace(source[at].lower(), "")
    return Piece(at, at + 1, _cased_like(draws.choice(others), source[at]))


def _cased_like(letter: str, like: str) -> str:
    return letter.upper() if like.isupper() else letter
