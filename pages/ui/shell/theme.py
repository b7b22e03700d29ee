"""Colours and the mark, the same on every page; the widgets' own colours are in .streamlit/config.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

CONFIG = Path(__file__).parents[3] / ".streamlit" / "config.toml"
MARK = Path(__file__).with_name("flinch.svg")
ABOUT = "**Flinch** shows whether a language model changes its mind when the text barely changes."

# Streamlit shows no name beside a logo, and no focus on the links of its sidebar.
# It writes what is selected in the primary colour, which is chosen for white text on it: on a dark page too dim. A
# bare button that is pressed or has its popover open is dimmer still.
# It fades captions as a whole, so that code in them can't be read: here their text alone is faded, and less.
# It keeps what is chosen of several on one line that scrolls sideways, so that most of it is out of sight: lines here.
# Beside a selector its segments and switches are lower, so that their labels and middles stood on other lines.
# At the desk nothing fades or turns while a decision is saved: the desk says so itself, and the fading took a slow
# machine more time than the saving.
# On a telephone the buttons over a table, which a mouse only passes, would cover its text and stay.
# It opens a popover below its button, however few lines have room there: one with text to read opens above it then.
# It puts a toast over the upper right corner, where Progress has the quota: the lower one here.
# The menu of a job stays beside its title, whose words wrap, on a telephone too.
STYLE = """<style>
.stTabs [role=tab][aria-selected=true] p,
button[data-variant=pills][aria-checked=true] p,button[data-variant=pills][aria-pressed=true] p,
button[data-variant=segmented_control][aria-checked=true] p,button[data-variant=segmented_control][aria-pressed=true] p,
button[kind=tertiary]:is(:hover,:focus,:active,[aria-expanded=true])
{color:light-dark(#274bdb,#8aa4ff)}
[data-testid=stCaptionContainer][data-testid]{opacity:1;color:color-mix(in srgb,currentColor 74%,transparent)}
[data-testid=stCaptionContainer] code{font-size:.9em}
:has(>.stLogo){display:flex;align-items:center;gap:.6rem}
:has(>.stLogo)::after{content:"Flinch";font-size:1.3rem;font-weight:650;letter-spacing:-.01em}
[data-testid=stSidebar] :is(a,button):focus-visible
{outline:3px solid light-dark(#274bdb,#8aa4ff);outline-offset:-3px;box-shadow:none}
.stMultiSelect :has(>[data-testid=stMultiSelectTagsContainer]){height:auto;max-height:16.2rem}
[data-testid=stMultiSelectTagsContainer][data-testid]
{flex-wrap:wrap;height:auto;max-height:16rem;overflow:hidden auto;mask-image:none;-webkit-mask-image:none}
.stHorizontalBlock:has(>.stElementContainer .stSelectbox) [data-variant=segmented_control]{min-height:2.5rem}
.stHorizontalBlock:has(>.stElementContainer .stSelectbox) .stCheckbox
{min-height:2.5rem;margin:0;display:flex;align-items:center}
[data-testid=stMainBlockContainer] h1{padding:0 0 .6rem}
[data-testid=stLayoutWrapper]:has(>.st-key-history){position:absolute}
.st-key-desk,:has(>.st-key-desk){opacity:1!important;transition:none!important}
body:has(.st-key-desk) [data-testid=stStatusWidget]{display:none}
@media (hover:none){[data-testid=stElementToolbar]{display:none}}
[data-testid=stPopoverBody]:has([class*=st-key-told-]){max-height:46vh!important}
[data-testid=stToastContainer][data-testid]{inset:auto 0 0 auto}
[class*=st-key-job-head-]{flex-wrap:nowrap}
</style>"""


@cache
def page_colours() -> str:
    """The same colours for a page that is not Streamlit's, by the names that Streamlit gives them, in CSS."""
    theme = tomllib.loads(CONFIG.read_text(encoding="utf-8"))["theme"]
    light, dark = (_declared(theme[scheme]) for scheme in ("light", "dark"))
    return f":root{{color-scheme:light dark;{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"


def _declared(colours: Mapping[str, object]) -> str:
    css = {re.sub("[A-Z]", lambda match: f"-{match[0].lower()}", name): value for name, value in colours.items()}
    return "".join(f"--st-{name}:{value};" for name, value in css.items() if isinstance(value, str))
