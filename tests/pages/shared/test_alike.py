"""Severities that come out alike, in sentences."""

from core.design import Condition
from core.severity import Severity, Unit, pps
from data.variants.alike import SameAsLower
from pages.ui.shared.alike import sentences


def test_severities_like_the_same_lower_one_share_a_sentence() -> None:
    negation = [SameAsLower(Condition("negation", pps(n)), pps(2), 1.0) for n in (3, 4)]
    more, fewer = (Severity(Unit.PERCENT_WORDS, value) for value in (30, 20))
    synonyms = SameAsLower(Condition("swap_syn_wordnet", more), fewer, 0.966)
    assert sentences([*negation, synonyms]) == [
        "Negation PPS 3 and 4 make as many edits as PPS 2.",
        "Swap synonyms (WordNet) 30 % of words makes as many edits as 20 % of words (in 97\u00a0% of texts).",
    ]
