"""The list one jumps from: every perturbation shown below, under its paper, in a few lines."""

from html import escape

from pages.ui.catalogue.choice import Groups
from pages.ui.shared.perturbation_words import heading

STYLE = """<style>
.fl-jump p{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:0 1rem;margin:0 0 .2rem}
.fl-jump p,.fl-jump a,.fl-jump b{font-size:.875rem;line-height:1.7}
.fl-jump b{font-weight:600}
.fl-jump a{display:inline-block;color:inherit;text-decoration:underline 1px;margin-right:.9em}
.fl-jump a{text-decoration-color:rgba(128,136,150,.6);text-underline-offset:3px}
.fl-jump a:hover{text-decoration-color:currentColor}
.fl-entry{scroll-margin-top:4.5rem}
.fl-entry:target h3{text-decoration:underline 3px;text-underline-offset:5px}
@media (max-width:640px){
.fl-jump{max-height:13rem;overflow-y:auto}
.fl-jump p{grid-template-columns:minmax(0,1fr)}
.fl-jump a{padding:.3rem 0}
}
</style>"""


def jump_html(groups: Groups) -> str:
    """The links as safe HTML; needs STYLE."""
    lines = (
        f"<p><b>{escape(paper)}</b><span>"
        + " ".join(f'<a href="#{anchor(p.name)}">{escape(heading(p.name))}</a>' for p in group)
        + "</span></p>"
        for paper, group in groups.items()
    )
    return f'<nav class="fl-jump" aria-label="Jump to a perturbation">{"".join(lines)}</nav>'


def anchor(name: str) -> str:
    """The id of a perturbation's entry."""
    return f"to-{name}"
