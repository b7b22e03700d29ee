"""The form of a new study, what to expect of it, and the button that makes it."""

from dataclasses import replace
from itertools import count

import streamlit as st

from core.errors import BadInput
from curation.study.design import CONTACT, MINUTES, MOST_PARTICIPANTS, StudyDesign, StudyPart
from curation.study.questionnaires import QUESTIONNAIRES, Questionnaire
from data.jobs.jobs import JobStatus
from data.jobs.records import JobState
from data.study.job import study_of
from data.study.studies import Studies
from data.study.toml_form import design_as_toml, design_of_toml
from pages.ui.shared.jobs import begin as begin_job
from pages.ui.shared.jobs import draw_jobs
from pages.ui.shared.literal import literally
from pages.ui.shell.guard import guarded
from pages.ui.shell.session import workspace
from pages.ui.studies.choice import open_study
from pages.ui.studies.design.draft import begin, draft, draw_beginning, keep
from pages.ui.studies.design.expected import draw_expected
from pages.ui.studies.design.fields import Fields
from pages.ui.studies.design.known import REMOVED, changed
from pages.ui.studies.design.parts import draw_part

TOML = "study-toml"


def draw_new_study() -> None:
    """Everything about a study that is not made yet; what is typed stays while the session lasts."""
    st.markdown(
        "Ask people whether perturbed texts keep their meaning. Each participant gets a personal link, judges samples "
        "part by part, and can continue on any device. The form begins with the study of Moradi & Samwald 2021. Change "
        "what you like."
    )
    draw_beginning()
    begun, version = draft()
    fields = Fields(version)
    design = _texts(_size(replace(begun, title=fields.text("title", "Title", begun.title)), fields), fields)
    design = replace(design, parts=_parts(begun, fields))
    keep(design)
    if how := changed():
        if how == REMOVED:  # whatever stands behind it has another place now, and so other widgets
            begin(design)
        st.rerun()
    _draw_adding(design, fields)
    _draw_toml(design)
    ready = _ready(design)
    if ready:
        draw_expected(design)
    if st.button("Make the study", type="primary", disabled=not ready, key="study-make"):
        arguments = {"design": design_as_toml(design)}
        begin_job("study", design.title, arguments, "Flinch is already making this study.")
    draw_jobs(("study",), newest=2, heading="In progress", figures=_draw_made)


def _parts(begun: StudyDesign, fields: Fields) -> tuple[StudyPart, ...]:
    parts, gone = [], ""
    for n, part in enumerate(begun.parts, 1):
        with st.expander(f"Part {n}: {literally(part.title)}"):
            parts.append(draw_part(part, fields.within(part.name)))
            if len(begun.parts) > 1 and st.button("Remove this part", key=fields.within(part.name).name("remove")):
                gone = part.name
    if gone:
        keep(replace(draft()[0], parts=tuple(part for part in parts if part.name != gone)))
        st.rerun()
    return tuple(parts)


def _draw_adding(design: StudyDesign, fields: Fields) -> None:
    """A button for one more part; not a callback, so that what was typed just now is in its copy.

    All other widgets stay what they are, so that what is typed in the meantime stays too.
    """
    if st.button("Add a part", icon=":material/add:", help="Copies the last part.", key="study-add-part"):
        last = design.parts[-1]
        names = (f"part{n}" for n in count(1))
        name = next(name for name in names if not fields.within(name).drawn())
        keep(replace(design, parts=(*design.parts, replace(last, name=name, title=f"{last.title} (copy)"))))
        st.rerun()


def _ready(design: StudyDesign) -> bool:
    try:
        design.check()
    except BadInput as error:
        st.warning(literally(str(error)), icon=":material/edit:")
        return False
    return True


def _draw_made(job: JobStatus) -> None:
    if job.state is JobState.DONE and study_of(job.id) in Studies(workspace()).ids():
        st.button("Open the study", key=f"open-{job.id}", on_click=open_study, args=(study_of(job.id),))


def _size(design: StudyDesign, fields: Fields) -> StudyDesign:
    left, middle, right = st.columns(3)
    with left:
        people = fields.number("participants", "Participants", design.participants, 1, MOST_PARTICIPANTS)
    with middle:
        each = fields.number(
            "k",
            "Judgements per sample",
            design.judgements_per_item,
            1,
            MOST_PARTICIPANTS,
            help="Each judgement is by a different participant. Choose 2 or more to measure agreement.",
        )
    with right:
        seed = fields.number("seed", "Seed", design.seed, 0, 2**31, help="Another seed draws other samples.")
    missed = fields.number(
        "missed", "Failed attention checks allowed", design.allowed_misses, 0, 50, width=360,
        help="The results show two sets of figures: one with all participants, one without those who fail more checks.",
    )  # fmt: skip
    return replace(design, participants=people, judgements_per_item=each, seed=seed, allowed_misses=missed)


def _texts(design: StudyDesign, fields: Fields) -> StudyDesign:
    with st.expander("Consent, instructions, thanks"):
        design = replace(
            design,
            consent=fields.text(
                "consent", "Consent (Markdown): people agree before anything is saved", design.consent, True,
                height=240, help=f"Flinch replaces {MINUTES} with the expected time, now {design.minutes}, and "
                f"{CONTACT} with the contact.",
            ),
            contact=fields.text(
                "contact", "Contact, shown in the consent and at the end", design.contact,
                placeholder="Ada Novak, ada@example.org",
            ).strip(),
            instructions=fields.text("instructions", "Instructions (Markdown)", design.instructions, tall=True),
            thanks=fields.text("thanks", "Thanks (Markdown), shown at the end", design.thanks, tall=True),
            completion_code=fields.text("code", "Completion code, shown at the end", design.completion_code).strip(),
            go_back=fields.toggle(
                "go-back", "Participants may go back one sample and change the answer", design.go_back
            ),
            return_url=fields.text(
                "back", "Return address, shown as a link at the end", design.return_url, placeholder="https://"
            ).strip(),
        )  # fmt: skip
    with st.expander("Questionnaires"):
        opening = _questionnaires("opening", "Before the samples", design.opening, fields)
        closing = _questionnaires("closing", "After the samples", design.closing, fields)
    return replace(design, opening=opening, closing=closing)


def _questionnaires(
    name: str, label: str, chosen: tuple[Questionnaire, ...], fields: Fields
) -> tuple[Questionnaire, ...]:
    """Ready-made ones, and those that the draft brought along."""
    offered = {q.name: q for q in (*QUESTIONNAIRES.values(), *chosen)}
    names = fields.several(
        name, label, [q.name for q in chosen], tuple(offered), format_func=lambda n: f"{offered[n].title} ({n})"
    )
    return tuple(offered[n] for n in names)


def _draw_toml(design: StudyDesign) -> None:
    with st.expander("Design as TOML"):
        st.caption("Save or share the design, or change what the form does not show, such as your own questionnaires.")
        text = design_as_toml(design)
        _, version = draft()
        key = f"{TOML}-{version}-{hash(text)}"
        typed = st.text_area("Design", text, height=360, key=key)
        with st.container(horizontal=True):
            st.button("Use this design", disabled=typed == text, on_click=_use, args=(key,))
            st.download_button("Download", text, "study.toml", "application/toml", on_click="ignore")


@guarded
def _use(key: str) -> None:
    begin(design_of_toml(st.session_state[key]))
