"""Tags by NLTK's own tagger, where its data is on this machine: what Talman et al. 2022 took classes from."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from core.text.analysed import AnalysedText, PennTags, tags_of

OPENING = "([{<"


@cache
def nltk_tags() -> PennTags:
    """Penn Treebank tags for our tokens by NLTK's `averaged_perceptron_tagger_eng`; by our tagger where that is absent.

    Its data, a folder or NLTK's zip, is looked for where NLTK looks (NLTK_DATA, ~/nltk_data, below /usr/share) when a
    text is first tagged, and never downloaded.
    """
    opened = cache(_load_tagger)

    def tags(text: AnalysedText) -> Sequence[str]:
        tagger = opened()
        if tagger is None:
            return tags_of(text)
        words = [_as_tokenised(text.source, token.start, token.text) for token in text.tokens]
        return [tag for _, tag in tagger.tag(words)]

    return tags


def _load_tagger() -> Any:
    """NLTK's tagger; None where its data is not on this machine."""
    from nltk.tag.perceptron import PerceptronTagger

    try:
        return PerceptronTagger()
    except LookupError:
        return None


def _as_tokenised(source: str, start: int, word: str) -> str:
    """The token as NLTK's tokeniser would write it: with the two kinds of quotation marks told apart."""
    if word != '"':
        return word
    opens = start == 0 or source[start - 1].isspace() or source[start - 1] in OPENING
    return "``" if opens else "''"
