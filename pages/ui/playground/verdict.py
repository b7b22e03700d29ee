"""What a model says of a text before and after an edit, as one line of safe HTML: a word, a sign, figures, a bar."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from core.models.predictor import Labelled
from pages.ui.playground.models import Said

STYLE = """<style>
.fl-said{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .6rem;margin:0 0 .2rem;font-size:.875rem}
.fl-said{min-height:1.6rem;font-variant-numeric:tabular-nums}
.fl-said b{font-weight:600}
.fl-said .fl-stays{color:var(--fl-grey)}
.fl-said .fl-flips{font-weight:600;padding:.05rem .5rem;border-radius:4px;border:1px solid currentColor}
.fl-said .fl-flips{color:light-dark(#7a3e00,#ffcf7a);background:light-dark(#fff1d6,#38290f)}
.fl-meter{position:relative;width:7rem;height:.5rem;border-radius:3px;background:rgba(128,136,150,.28)}
.fl-meter i{position:absolute;inset:0 auto 0 0;border-radius:3px;background:light-dark(#3b6fb6,#7fb0f0)}
.fl-meter u{position:absolute;top:-.2rem;bottom:-.2rem;width:2px;margin-left:-1px;background:currentColor}
</style>"""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What `model` says by text, where that is known, with the order of its `labels`; `source` is the unedited text."""

    model: str
    source: str
    labels: Sequence[str]
    said: Said = field(default_factory=dict)

    @property
    def before(self) -> Labelled | None:
        """What is said of the unedited text."""
        return self.said.get(self.source)

    def flips(self, text: str) -> bool:
        """Whether the edited text is known to get another label."""
        after = self.said.get(text)
        return bool(after and self.before and after.label != self.before.label)

    def original_html(self) -> str:
        """What is said of the unedited text."""
        if not self.before:
            return '<p class="fl-said">&nbsp;</p>'
        label, sure = escape(self.before.label), _figure(self.share(self.before, self.before.label))
        said = f"{escape(self.model)} says of the text: <b>{label}</b> {sure}"
        return f'<p class="fl-said"><span>{said}</span></p>'

    def html(self, text: str) -> str:
        """What became of the label; an empty line of the same height while that is not known."""
        before, after = self.before, self.said.get(text)
        if not before or not after:
            return '<p class="fl-said">&nbsp;</p>'
        was, now = self.share(before, before.label), self.share(after, after.label)
        label = f"{escape(before.label)} {_figure(was)}"
        if self.flips(text):
            word = '<span class="fl-flips">⇄ flips</span>'
            change = f"{label} → <b>{escape(after.label)}</b> {_figure(now)}"
        else:
            word = '<span class="fl-stays">= stays</span>'
            change = f"{label} → {_figure(now)}" if now is not None else label
        return f'<p class="fl-said">{word}<span>{change}</span>{self._meter(before, after)}</p>'

    def share(self, said: Labelled, label: str) -> float | None:
        """The probability of a label, in [0, 1]; None where none is known."""
        return said.probabilities[self.labels.index(label)] if said.probabilities else None

    def _meter(self, before: Labelled, after: Labelled) -> str:
        """A bar of what the first label is worth after the edit, with a tick where it was."""
        was, now = self.share(before, before.label), self.share(after, before.label)
        if was is None or now is None:
            return ""
        said = escape(f"probability of {before.label}: {was:.2f}, then {now:.2f}")
        bar = f'<i style="width:{now:.0%}"></i><u style="left:{was:.0%}"></u>'
        return f'<span class="fl-meter" role="img" aria-label="{said}" title="{said}">{bar}</span>'


def _figure(share: float | None) -> str:
    return "" if share is None else f"{share:.2f}"
