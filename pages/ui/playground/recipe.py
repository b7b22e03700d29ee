"""The view as something to take along: a Python script and command lines that make the same texts."""

import json
import shlex

import streamlit as st

from core.design import Condition
from core.program import PROGRAM
from pages.ui.shared.view import View

FILE = "text.jsonl"


def draw_recipe(view: View) -> None:
    """Both, each with a button that copies it."""
    with st.expander("Python and command line", icon=":material/content_copy:"):
        st.caption("Run the script or the commands in the project's folder to make the same texts.")
        st.code(as_python(view), language="python", wrap_lines=True)
        st.code(as_commands(view), language="bash", wrap_lines=True)


def as_python(view: View) -> str:
    """A script that prints what the page shows."""
    conditions = [Condition.chain(view.steps)] if view.chained else view.steps
    return (
        f"import flinch\n\ntext = {view.text!r}\n"
        f"for condition in {[condition.spelled for condition in conditions]!r}:\n"
        f"    rewrite = flinch.perturb(text, condition, seed={view.seed})\n"
        '    print(condition, rewrite.perturbed if rewrite else "not applicable", sep="\\t")\n'
    )


def as_commands(view: View) -> str:
    """A command that writes the text to a file, and one for each step, or for the chain, that perturbs the file."""
    line = json.dumps({"text": view.text})
    alone = [step.spelled.replace("@", " --severity ", 1) for step in view.steps]
    conditions = [Condition.chain(view.steps).spelled] if view.chained else alone
    perturb = f"{PROGRAM} perturb --input {FILE} --text text --seed {view.seed} --perturbation"
    return "\n".join([f"printf '%s\\n' {shlex.quote(line)} > {FILE}", *(f"{perturb} {step}" for step in conditions)])
