"""What a model says of a text before and after an edit, as one line of safe HTML: a word, a sign, figures, a bar."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from core.flip_search import Flips, other_label
from core.models.predictor import NumberAnswer, Output, Tagged
from core.rewrite import Rewrite
from core.text.entity_changes import entity_change
from core.text.entity_tags import entities_in_words
from pages.ui.playground.models import Answers

STYLE = """<style>
.fl-said{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .6rem;margin:0 0 .2rem;font-size:.875rem}
.fl-said{min-height:1.6rem;font-variant-numeric:tabular-nums}
.fl-said b{font-weight:600}
.fl-said .fl-who{color:var(--fl-grey);min-width:5.5rem}
.fl-said .fl-stays{color:var(--fl-grey)}
.fl-said .fl-stays{min-width:4rem;box-sizing:border-box}
.fl-said .fl-flips{padding:.05rem .5rem;border-radius:4px;border:1px solid currentColor}
.fl-said .fl-flips{color:light-dark(#7a3e00,#ffcf7a);background:light-dark(#fff1d6,#38290f)}
.fl-said .fl-change{min-width:8.5rem}
.fl-said .fl-share{display:inline-flex;align-items:center;gap:.6rem}
@media (max-width:640px){.fl-said .fl-who,.fl-said .fl-change{min-width:0}.fl-said .fl-meter{width:4rem}}
.fl-legend{display:flex;align-items:center;gap:.6rem;margin:0 0 .2rem;font-size:.8125rem;color:var(--fl-grey)}
.fl-legend .fl-meter{flex:none;width:4rem}
.fl-meter{position:relative;width:7rem;height:.5rem;border-radius:3px;background:rgba(128,136,150,.28)}
.fl-meter i{position:absolute;inset:0 auto 0 0;border-radius:3px;background:light-dark(#3b6fb6,#7fb0f0)}
.fl-meter u{position:absolute;top:-.2rem;bottom:-.2rem;width:2px;margin-left:-1px;background:currentColor}
</style>"""
LEGEND = (
    '<p class="fl-legend"><span class="fl-meter" aria-hidden="true"><i style="width:40%"></i>'
    '<u style="left:70%"></u></span>Bar: probability, after the edit, of the label predicted for the original text. '
    "Line: before the edit.</p>"
)
UNKNOWN = '<p class="fl-said">&nbsp;</p>'


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What `model` says by text, where that is known, with the order of its `labels`; `source` is the unedited text.

    `flipping` says what another answer is, `trouble` why the model can't take the text. Where it is not `alone` each
    line says whose it is.
    """

    model: str
    source: str
    labels: Sequence[str]
    answers: Answers = field(default_factory=dict)
    flipping: Flips[Output] = other_label
    trouble: str = ""
    alone: bool = True

    @property
    def before(self) -> Output | None:
        """What is said of the unedited text."""
        return self.answers.get(self.source)

    def flips(self, rewrite: Rewrite) -> bool:
        """Whether the edited text is known to get another answer."""
        before, after = self.before, self.answers.get(rewrite.perturbed)
        return bool(before and after and self.flipping(rewrite, before, after))

    def original_html(self) -> str:
        """What is said of the unedited text."""
        if self.trouble:
            return f'<p class="fl-said fl-none">{escape(self.trouble)}</p>'
        if not self.before:
            return UNKNOWN
        label = escape(_in_words(self.source, self.before))
        sure = _figure(self.share(self.before, self.before.label))
        line = f"{escape(self.model)} on the original text: <b>{label}</b> {sure}"
        return f'<p class="fl-said"><span>{line}</span></p>'

    @property
    def measured(self) -> bool:
        """Whether bars stand beside its answers."""
        return bool(self.before and self.before.probabilities and not self.trouble)

    def html(self, rewrite: Rewrite) -> str:
        """What became of the answer; an empty line of the same height while that is not known."""
        before, after = self.before, self.answers.get(rewrite.perturbed)
        if self.trouble:
            return ""
        if not before or not after:
            return UNKNOWN
        who = "" if self.alone else f'<span class="fl-who">{escape(self.model)}</span>'
        change = f'<span class="fl-change">{self._stayed(before, after)}</span>{self._meter(before, after)}'
        if self.flips(rewrite):
            outcome = f'<span class="fl-flips">⇄ flips: {self._flipped(rewrite, before, after)}</span>'
            change = change if after.probabilities else ""
        else:
            outcome = '<span class="fl-stays">= stays</span>'
        return f'<p class="fl-said">{who}{outcome}<span class="fl-share">{change}</span></p>'

    def share(self, output: Output, label: str) -> float | None:
        """The probability of a label, in [0, 1]; None where none is known."""
        return output.probabilities[self.labels.index(label)] if output.probabilities else None

    def _flipped(self, rewrite: Rewrite, before: Output, after: Output) -> str:
        """Both answers, and how sure of the new one the model is, where that is known."""
        was, now = map(escape, _changed(rewrite, before, after))
        return f"{was} → <b>{now}</b> {_figure(self.share(after, after.label))}".strip()

    def _stayed(self, before: Output, after: Output) -> str:
        """The answer, with the probability before and after; of numbers, both."""
        label, now = escape(_in_words(self.source, before)), self.share(after, before.label)
        if now is not None:
            return f"{label} {_figure(self.share(before, before.label))} → {_figure(now)}"
        return label if isinstance(before, Tagged) or before == after else f"{label} → {escape(_in_words('', after))}"

    def _meter(self, before: Output, after: Output) -> str:
        """A bar of what the first label is worth after the edit, with a tick where it was."""
        was, now = self.share(before, before.label), self.share(after, before.label)
        if was is None or now is None:
            return ""
        label = escape(f"probability of {before.label}: {was:.2f} before, {now:.2f} after")
        bar = f'<i style="width:{now:.0%}"></i><u style="left:{was:.0%}"></u>'
        return f'<span class="fl-meter" role="img" aria-label="{label}" title="{label}">{bar}</span>'


def _changed(rewrite: Rewrite, before: Output, after: Output) -> tuple[str, str]:
    """Both answers in words; of tags the entities that changed."""
    if not (isinstance(before, Tagged) and isinstance(after, Tagged)):
        return _in_words(rewrite.source, before), _in_words(rewrite.perturbed, after)
    change = entity_change(rewrite, before.tags, after.tags)
    was = entities_in_words(rewrite.source, before.tags, change.before if change else None)
    return was, entities_in_words(rewrite.perturbed, after.tags, change.after if change else None)


def _in_words(text: str, output: Output) -> str:
    """The label; a number with two decimals; the entities of tags."""
    if isinstance(output, Tagged):
        return entities_in_words(text, output.tags)
    return f"{output.value:.2f}" if isinstance(output, NumberAnswer) else output.label


def _figure(share: float | None) -> str:
    return "" if share is None else f"{share:.2f}"
