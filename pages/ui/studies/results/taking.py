"""What there is to take away: answers that name nobody, a codebook, a table for a paper, and a methods paragraph."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import version

import pyarrow as pa
import streamlit as st

from curation.study.records import ParticipantState
from curation.study.results.agreeing import study_agreement
from curation.study.results.judgements import GroupedBy
from curation.study.results.methods import PartFacts, StudyFacts, methods
from curation.study.results.times import judged_times
from data.store.export import FileFormat, as_bytes
from data.study.study import Study
from data.study_results.codebook import codebook_table
from data.study_results.exporting import judgements_table, responses_table
from data.variants.versions import versions
from pages.ui.runs.ink import LIGHT
from pages.ui.runs.paper_table import PaperCell, PaperTable, draw_paper_downloads
from pages.ui.runs.pictures import draw_pictures, inks, page_of
from pages.ui.shell.guard import while_admitted
from pages.ui.studies.results.chosen import ChosenQuestion, StudyRead, in_percent
from pages.ui.studies.results.forest import FEW, drawn, forest, picture
from pages.ui.studies.results.rows import ShareRow, share_rows
from pages.ui.studies.results.tables import bounds

MIME = {FileFormat.CSV: "text/csv", FileFormat.PARQUET: "application/octet-stream"}


def draw_downloads(read: StudyRead) -> None:
    """Buttons for the tables; each is made when its button is pressed."""
    st.header("Export")
    study = read.study
    st.caption("These files contain no name, no link, no address and no time of day. Participants get new numbers.")
    left, right = st.columns(2)
    texts = left.toggle("Include the judged texts", key="take-texts")
    own = right.toggle(
        "Include free-text answers",
        key="take-words",
        help="These answers may show who wrote them. Read the answers before you share them.",
    )
    tables = {
        "Judgements": partial(judgements_table, study, texts),
        "Questionnaires": partial(responses_table, study, own),
        "Codebook": partial(codebook_table, study.design),
    }
    for title, table in tables.items():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{title}**", width=130)
            for form in (FileFormat.CSV, FileFormat.PARQUET):
                st.download_button(
                    form.value.upper() if form is FileFormat.CSV else "Parquet",
                    while_admitted(partial(_bytes, table, form)),
                    f"{file_name(study)}-{title.lower()}.{form.value}",
                    MIME[form],
                    key=f"take-{title}-{form.value}",
                    on_click="ignore",
                )


def _bytes(table: Callable[[], pa.Table], form: FileFormat) -> bytes:
    return as_bytes(table(), form)


def draw_share_downloads(chosen: ChosenQuestion, by: GroupedBy, rows: Sequence[ShareRow], frame: str) -> None:
    """CSV, LaTeX and Markdown of the shares that are looked at, and the figure in `frame` as HTML, PNG and SVG."""
    name, options = file_name(chosen.read.study), chosen.question.options
    title, source = chosen.question.text, figure_source(chosen, rows)
    with st.container(horizontal=True, vertical_alignment="center", key="shares-downloads"):
        st.caption("Download", width="content")
        csv = while_admitted(partial(_bytes, partial(shares_table, rows, options), FileFormat.CSV))
        st.download_button("CSV", csv, f"{name}-shares.csv", MIME[FileFormat.CSV], key="shares-csv", on_click="ignore")
        draw_paper_downloads(partial(paper_shares, chosen, by), name, "shares")
        page = partial(_page, drawn(rows), options, title, source)
        draw_pictures(page, picture(drawn(rows), title, source, inks()), f"{name}-shares", "shares", frame)


def shares_table(rows: Sequence[ShareRow], options: Sequence[str]) -> pa.Table:
    """A line for each group and option; shares and the bounds of their 95 % intervals lie in [0, 1]."""
    return pa.Table.from_pylist([
        {"group": row.name, "answer": options[point.option], "judgements": row.judgements, "texts": row.items,
         "participants": row.participants, "share": point.wilson.value}
        | {f"{way}_{end}": getattr(estimate, end, None)
           for way, estimate in (("wilson", point.wilson), ("clustered", point.clustered)) for end in ("low", "high")}
        | {f"mixed_{end}": getattr(point.mixed, end, None) for end in ("value", "low", "high")}
        | {"published": point.published.share if point.published else None}
        for row in rows for point in row.points
    ])  # fmt: skip


def _page(rows: Sequence[ShareRow], options: Sequence[str], title: str, source: str) -> str:
    """The figure as a page that needs nothing else, light."""
    return page_of(forest(rows, options).update_layout(**picture(rows, title, source, LIGHT)))


def figure_source(chosen: ChosenQuestion, rows: Sequence[ShareRow]) -> str:
    """What stands below the figure where it is shown without the page around it."""
    people, shown = len({row.participant for row in chosen.rows}), chosen.shown
    who = " who passed the attention checks" if chosen.passed else ""
    option = f"Share of “{chosen.question.options[shown[0]]}”. " if len(shown) == 1 else ""
    points = [point for row in rows for point in row.points]
    hollow = "; hollow: mixed-effects estimate" * any(point.mixed for point in points)
    few = f"; not drawn: groups with fewer than {FEW} judgements" * (len(drawn(rows)) < len(rows))
    return (
        f"{option}{chosen.read.study.design.title}: {people} participants{who}. Lines: 95 % intervals, clustered "
        f"by participant and by original text{hollow}{few}."
    )


def paper_shares(chosen: ChosenQuestion, by: GroupedBy) -> PaperTable:
    """A row for each group, a column for each option: the percentage with its interval."""
    rows, options = share_rows(chosen, by), chosen.question.options
    head = ("" if by is GroupedBy.ALL else by.value, "n", *(options[option] for option in chosen.shown))
    cells = [
        [PaperCell(text) for text in (row.name, f"{row.judgements:,}", *(
            f"{in_percent(p.clustered.value)} [{bounds(p.clustered).replace(' to ', ', ')}]" for p in row.points))]
        for row in rows
    ]  # fmt: skip
    people = len({row.participant for row in chosen.rows})
    who = " who passed the attention checks" if chosen.passed else ""
    caption = (
        f"{chosen.read.study.design.title}. {chosen.part.title} {chosen.question.text} Percentages of n judgements by "
        f"{people} participants{who}. In brackets: 95 % intervals, clustered by participant and by "
        "original text."
    )
    return PaperTable(caption, head, cells)


def draw_methods(read: StudyRead) -> None:
    """The paragraph, to be copied."""
    st.header("Methods")
    st.caption("The paragraph has this study's numbers. Add how you found the participants and what you paid them.")
    with st.expander("Paragraph"):
        st.code(methods(facts(read)), language=None, wrap_lines=True)


def facts(read: StudyRead) -> StudyFacts:
    """What the methods paragraph is filled in with; all who answered."""
    study = read.study
    people = study.participants()
    days = sorted(answer.at.date() for answer in read.answers)
    parts = []
    for part in study.design.parts:
        rows = read.rows(part.name, part.questions[0].id)
        items = len({row.item for row in rows})
        parts.append(PartFacts(part, len(rows), items, study_agreement(rows), judged_times(rows)))
    return StudyFacts(
        design=study.design,
        invited=len(people),
        finished=sum(person.state is ParticipantState.FINISHED for person in people),
        attention=read.attention,
        parts=parts,
        balance=str(study.balance()),
        first=days[0] if days else None,
        last=days[-1] if days else None,
        flinch=versions()["flinch"],
        mixed=f"statsmodels {version('statsmodels')}" if read.up_to_date else "",
        left=sum(person.state.gone for person in people),
    )


def file_name(study: Study) -> str:
    """What its files are called, without their endings."""
    return "-".join(["flinch-study", *re.findall(r"[a-z0-9]+", study.design.title.lower())[:6]])
