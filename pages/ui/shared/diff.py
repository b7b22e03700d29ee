"""What changed in a text, as safe HTML drawn from marked runs.

The markup is built here and every piece of text is escaped; nothing from a data set is read as HTML or Markdown.
"""

from collections.abc import Iterable
from html import escape

from core.records import FieldRewrite
from core.rewrite import Rewrite
from pages.ui.shared.marks import Mark, MarkedRun, original_runs, perturbed_runs
from pages.ui.shared.stretches import DiffGroup, stretches

# light-dark() follows the page at once when the system turns dark; the server would not hear of it.
STYLE = """<style>
.fl-text{font:1.05rem/1.55 "DejaVu Serif",Georgia,"Times New Roman",serif;margin:0 0 .5rem}
.fl-text{white-space:pre-wrap;overflow-wrap:anywhere;position:relative}
.fl-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.fl-unseen,.fl-text del.fl-was{user-select:none} /* what is copied is the perturbed text */
.fl-text small{font:600 .75rem/1.4 sans-serif;opacity:.7;margin-right:.5em}
.fl-text del,.fl-text ins{border-radius:4px;padding:0 3px}
.fl-text del{color:light-dark(#b42318,#ff9c8f);background:light-dark(#fef0ee,#3a1d1a)}
.fl-text del{text-decoration:line-through 2px}
.fl-text ins{color:light-dark(#05603a,#7ee2b0);background:light-dark(#e7f6ee,#143326)}
.fl-text ins{text-decoration:underline 2px;text-underline-offset:4px}
.fl-text del.fl-gap{border-left:4px double;border-radius:0;padding:0 0 0 2px;background:none}
.fl-now{border-radius:4px;padding:0 3px;background:light-dark(#e7f6ee,#143326)} /* the word; within it nothing cuts */
.fl-text .fl-now ins{padding:0;border-radius:0;background:none}
.fl-text .fl-now del.fl-gap{border-left:2px solid;padding:0}
</style>"""

_MARKED = {
    Mark.SAME: "{}",
    Mark.GAP: '<del class="fl-gap"></del>',
    Mark.DELETED: "<del>{}</del>",
    Mark.INSERTED: "<ins>{}</ins>",
}


def field_html(field: FieldRewrite, named: bool) -> str:
    """A text of a sample in a line of its own, after its name where it has one: as `inline_html`."""
    name = f"<small>{escape(field.name)}</small>" if named else ""
    return f'<p class="fl-text" dir="auto">{name}{inline_html(field.rewrite)}</p>'


def inline_html(rewrite: Rewrite) -> str:
    """Both texts in one line: each word that changed, struck through, then what it reads now; of words that changed
    places only how they read now. Needs STYLE."""
    return "".join(map(_stretch_html, stretches(rewrite)))


def runs_html(runs: Iterable[MarkedRun]) -> str:
    """The runs one after another; a gap is a double bar."""
    return "".join(map(_run_html, runs))


def _stretch_html(stretch: DiffGroup) -> str:
    if stretch.kept:
        return escape(stretch.new)
    if not stretch.replaced:
        return runs_html((perturbed_runs if stretch.new else original_runs)(stretch))
    old = escape(stretch.old.strip())
    was = (
        _unseen(f"was: {stretch.old.strip()}")
        if stretch.moved
        else f'<del class="fl-was">{_unseen("was:")}{old}</del> '
    )
    now = "".join(_MARKED[run.mark].format(escape(run.text)) for run in perturbed_runs(stretch))
    return f'{was}{_unseen("now:")}<span class="fl-now">{now}</span>{_unseen("end")}'


def _run_html(run: MarkedRun) -> str:
    text = escape(run.text)
    match run.mark:
        case Mark.SAME:
            return text
        case Mark.GAP:
            return f'<del class="fl-gap" title="deleted: {text}">{_unseen(f"deleted: {run.text}")}</del>'
        case Mark.DELETED:
            return f"<del>{_unseen('deleted:')}{text}{_unseen('end')}</del>"
        case Mark.INSERTED:
            was = f' title="was: {escape(run.old)}"' if run.old else ""
            return f"<ins{was}>{_unseen('new:')}{text}{_unseen('end')}</ins>"


def _unseen(words: str) -> str:
    """What the marks say to those who hear the page: neither <del> nor <ins> is read out by itself."""
    return f'<span class="fl-unseen"> [{escape(words)}] </span>'
