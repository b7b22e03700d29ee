"""The view as something to take along: a Python script and command lines that make the same texts."""

import json
import shlex

import streamlit as st

from core.pairing import spelled
from core.perturb import Step
from pages.ui.playground.results import KEY
from pages.ui.playground.view import View

FILE = "text.jsonl"


def draw_recipe(view: View) -> None:
    """Both, each with a button that copies it."""
    with st.expander("Take it along: Python and command line", icon=":material/content_copy:"):
        st.caption("Run from the project's folder; the texts come out as they are here.")
        st.code(as_python(view), language="python", wrap_lines=True)
        st.code(as_commands(view), language="bash", wrap_lines=True)


def as_python(view: View) -> str:
    """A script that prints what the page shows."""
    head = "from core.perturb import parse_steps\nfrom data.resources import perturber\n\n"
    head += f"text = {view.text!r}\nsteps = parse_steps({spelled(view.steps)!r})\n"
    if view.chained:
        tail = f'rewrite = perturber().composed(text, steps, seed={view.seed}, key="{KEY}")\n'
        return head + tail + 'print(rewrite.perturbed if rewrite else "not applicable")\n'
    return head + (
        "for name, severity in steps:\n"
        f'    rewrite = perturber().text(text, name, severity, seed={view.seed}, key="{KEY}")\n'
        '    print(name, severity, rewrite.perturbed if rewrite else "not applicable", sep="\\t")\n'
    )


def as_commands(view: View) -> str:
    """A command that writes the text to a file, and one for each step, or for the chain, that perturbs the file."""
    line = json.dumps({"text": view.text})
    asked = [spelled(view.steps)] if view.chained else [_alone(step) for step in view.steps]
    perturb = f"python cli.py perturb --input {FILE} --text text --seed {view.seed} --perturbation"
    return "\n".join([f"printf '%s\\n' {shlex.quote(line)} > {FILE}", *(f"{perturb} {one}" for one in asked)])


def _alone(step: Step) -> str:
    name, _, severity = spelled((step,)).partition("@")
    return f"{name} --severity {severity}"
