"""Contracted forms for words that may be said together (Romero 2023, section 3.3.3)."""

import re
from bisect import bisect_left
from operator import attrgetter

from core.english.contractions import Words
from core.perturbations.sentence.as_romero import contracted_or_expanded
from core.perturbations.sentence.budget import affordable, of_romero
from core.randomness import Draws
from core.rewrite import Piece, Rewrite
from core.rules import Rules
from core.text.analysed import AnalysedText
from core.text.casing import lowered, match_case
from core.text.tokens import came_as_tokens

_NEGATED = "is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|need|ought|shall"
_FULL = re.compile(
    rf"""
      \b(?: (?:{_NEGATED})[ ]not | cannot
          | i[ ](?:am|have|had|will|would)
          | (?:you|we|they)[ ](?:are|have|had|will|would)
          | (?:he|she|who)[ ](?:is|has|had|will|would)
          | it[ ](?:is|has|will|would)
          | (?:that|there|here|what|where|how|when)[ ](?:is|has)
          | let[ ]us )\b (?!['’-])
    """,
    re.VERBOSE,
)
"""Of a text in lower case, which takes a third of the time that ignoring case does."""
_PERHAPS = re.compile(
    r"""
      [ ](?: not (?<= (?:is|re|as|do|es|id|ve|ad|an|ld|ll|st|ed|ht) [ ] not )
           | am (?<= \b i [ ] am )
           | are (?<= (?:ou|we|ey) [ ] are )
           | is (?<= (?:he|ho|it|at|re|ow|en) [ ] is )
           | us (?<= let [ ] us )
           | ha (?: ve (?: (?<= \b i [ ] have ) | (?<= (?:ou|we|ey) [ ] have ) )
                  | d (?: (?<= \b i [ ] had ) | (?<= (?:ou|we|ey|he|ho) [ ] had ) )
                  | s (?<= (?:he|ho|it|at|re|ow|en) [ ] has ) )
           | will (?: (?<= \b i [ ] will ) | (?<= (?:ou|we|ey|he|ho|it) [ ] will ) )
           | would (?: (?<= \b i [ ] would ) | (?<= (?:ou|we|ey|he|ho|it) [ ] would ) )
         ) \b
      | cannot
    """,
    re.VERBOSE,
)
"""Of a text in lower case: the second words of those phrases, and the ends of the first; five times as fast."""
CLITICS = {"am": "'m", "are": "'re", "is": "'s", "has": "'s", "have": "'ve", "had": "'d", "will": "'ll", "would": "'d"}
STEMS = {verb: verb for verb in _NEGATED.split("|")} | {"can": "ca", "will": "wo", "shall": "sha"}
_start = attrgetter("start")


@of_romero(needs_tags=True, may_apply=lambda text: _PERHAPS.search(lowered(text)) is not None)
def contraction(text: AnalysedText, amount: float, draws: Draws, *, rules: Rules = Rules.OURS) -> Rewrite | None:
    """Replaces phrases like "will not" and "he has" with contracted forms, "won't" and "he's".

    "Not" goes to the verb before it, unless that is "am". The verb goes to a pronoun, "there", "here", "that" or a
    question word before it, but only where it can lose its stress: not at the end of its clause ("I know what they
    are"), not before a gap ("the man he is today"), not as a full verb ("he has a car"). Text cut into tokens stays
    so: "they 're", "wo n't". Nothing is expanded: the thesis speaks of contracted forms only, though its program does
    both. A text without such a phrase is not applicable.

    Paper rules: every pair of words that is in the list, with the same capitals, is contracted or expanded, except at
    the end of the text: "is not" becomes "isn't", and "it's" becomes "it is", even where it means "it has". We do not
    have the program's list of 88 pairs; ours has 76.
    """
    if rules is Rules.PAPER:
        return contracted_or_expanded(text)
    source = text.source
    matches = list(_FULL.finditer(lowered(source)))
    if not matches:
        return None
    words = Words(text.tokens)
    space = " " if came_as_tokens(source) else ""
    edits = [piece for match in matches if (piece := _contract_phrase(words, match, space))]
    if "’" in source and "'" not in source:
        edits = [piece._replace(text=piece.text.replace("'", "’")) for piece in edits]
    return affordable(edits, amount, text, draws)


def _contract_phrase(words: Words, match: re.Match[str], space: str) -> Piece | None:
    """The edit that contracts the phrase, None where a careful writer would not."""
    i = bisect_left(words.tokens, match.start(), key=_start)
    first, second = words.word(i), words.word(i + 1)
    if first not in STEMS and words.word(i + 2) == "not" and second in STEMS:
        i, first, second = i + 1, second, "not"  # "they are not": they aren't
    elif words.word(i + 2) == "n't" or not second or words.tokens[i + 1].end != match.end():
        return None
    verb, end = words.tokens[i], words.tokens[i + 1].end
    if second == "not":
        if not words.negates(i):
            return None
        stem, clitic = match_case(STEMS[first], verb.text), "N'T" if verb.text.isupper() else "n't"
        return Piece(verb.start, end, stem + space + clitic)
    if not words.contracts(i):
        return None
    clitic = "'s" if first == "let" else CLITICS[second]
    return Piece(verb.end, end, space + (clitic.upper() if words.tokens[i + 1].text.isupper() else clitic))
