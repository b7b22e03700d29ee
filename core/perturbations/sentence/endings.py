"""What people add to the end of a text: a mark, a mention, a link (Romero 2023, section 3.3.3)."""

from string import ascii_lowercase, ascii_uppercase, digits

from core.perturbations.registry import Level
from core.perturbations.sentence.as_romero import add_brackets, with_mention_or_address
from core.perturbations.sentence.budget import of_romero
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.severity import rounded
from core.text.analysed import AnalysedText
from core.text.tokens import came_as_tokens, word_spans

NEW_MARKS = ("!", ".", "...", "!!", "!!!")
MORE_MARKS = {
    ".": ("..",),
    "..": (".",),
    "!": ("!", "!!"),
    "?": ("?", "!", "??"),
    "…": ("!",),
    ",": ("..",),
    ";": (";",),
}
ONSETS = ("b", "br", "c", "d", "dr", "f", "g", "j", "k", "kr", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "z")
VOWELS = "aeiou"
CODE = ascii_uppercase + ascii_lowercase + digits
CODE_LENGTH = 10


@of_romero(level=Level.SENTENCE)
def punctuation(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Adds punctuation at the end of the text.

    After a word, a quotation mark or a bracket comes a full stop, dots or one to three exclamation marks, with a space
    before them where the text was cut into tokens or ends in an address. A text that ends in a mark gets more of it,
    without a space: "." becomes "...", "?" becomes "??" or "?!". Nothing is taken away, and a question stays one. It
    counts as one word; an empty text is not applicable.

    Paper rules: one of `... . , ;` replaces the marks at the end of the text, and a pair of quotation marks, backquotes
    or brackets (of four kinds) is put around the whole text.
    """
    if rules is Rules.PAPER:
        return add_brackets(text, draws)
    source = text.source
    end = len(source.rstrip())
    if not end or not _affords(1, text, amount, draws):
        return None
    more = MORE_MARKS.get(source[max(end - 2, 0) : end]) or MORE_MARKS.get(source[end - 1])
    apart = came_as_tokens(source) or source[:end].rsplit(None, 1)[-1].startswith(("http", "www."))
    space = " " if apart and not more else ""
    return Rewrite.of(source, [Piece(end, end, space + draws.choice(more or NEW_MARKS))])


@of_romero(level=Level.SENTENCE)
def twitter(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Adds a mention (@username789) or a short link, at the beginning or at the end of the text.

    The thesis shows both kinds at either place; each of the four is as likely as the next. Names are made up of
    syllables and digits and the code of a link of random characters, so neither means anybody. An empty text is not
    applicable.

    Paper rules: adds a mention of one to ten random characters, or an address of three parts with one to five
    characters each. The program also abbreviates some first words of a text; Flinch does not, as we lack its table.
    """
    if rules is Rules.PAPER:
        return with_mention_or_address(text, draws)
    source = text.source
    end = len(source.rstrip())
    added = draws.choice((_mention, _link))(draws)
    if not end or not _affords(len(word_spans(added)), text, amount, draws):
        return None
    start = len(source) - len(source.lstrip())
    return Rewrite.of(source, [draws.choice((Piece(start, start, f"{added} "), Piece(end, end, f" {added}")))])


def _affords(words: int, text: AnalysedText, amount: float, draws: Draws) -> bool:
    """Whether the budget pays for an addition of so many words; for a dear one it does so less often."""
    return amount >= 100 or draws.below(words) < rounded(amount, len(text.words), draws)


def _mention(draws: Draws) -> str:
    syllables = [draws.choice(ONSETS) + draws.choice(VOWELS) for _ in range(2 + draws.below(3))]
    return f"@{''.join(syllables)}{draws.below(1000) or ''}"


def _link(draws: Draws) -> str:
    return "http://t.co/" + "".join([draws.choice(CODE) for _ in range(CODE_LENGTH)])
