"""Why a perturbation that puts words for words leaves some texts as they are."""

from collections import Counter
from collections.abc import Sequence

from core.design import Condition
from core.lexicon.synonyms import Synonyms
from core.perturbations.registry import find
from core.perturbations.word.synonyms import Skipped, why_not
from core.records import Sample
from core.so_many import so_many
from data.lexicon.resources import resources
from data.variants.rows import analyse


def skipped(condition: Condition, samples: Sequence[Sample], perturbed: Sequence[bool]) -> str:
    """ "31 of 100 skipped: 20 have only names and words of grammar, …"; "" where no words are put for words."""
    if len(condition.steps) > 1 or not find(condition.perturbation).by_word or all(perturbed):
        return ""
    words = [resources()[name] for name in find(condition.perturbation).resources.values()]
    table = next((one for one in words if isinstance(one, Synonyms)), None)
    if table is None:
        return ""
    left = [sample for sample, changed in zip(samples, perturbed, strict=True) if not changed]
    reasons = [max(why_not(analyse(field.text), table) for field in sample.fields) for sample in left]
    told = ", ".join(f"{n} {Skipped(why).said}" for why, n in Counter(reasons).most_common())
    return f"{len(left)} of {so_many(len(samples), 'sample')} tried are skipped: {told}"
