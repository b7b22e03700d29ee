"""The view over severity: the papers' figures or one's own, as curves or as small heatmaps."""

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.papers import ROMERO
from pages.ui.heatmaps.choices import choose_mine, choose_published
from pages.ui.heatmaps.own_run import choose_run
from pages.ui.heatmaps.severity.curves import ACROSS, Slopes, curves, narrowest, picture_of, widest
from pages.ui.heatmaps.severity.panels import SeverityPanel, by_severity, panels, why_none, without_panel
from pages.ui.heatmaps.slopes import draw_slopes, slopes_in_words
from pages.ui.runs.controls import choose_button
from pages.ui.runs.heatmap.chart import draw
from pages.ui.runs.heatmap.downloads import file_name, to_csv
from pages.ui.runs.heatmap.figures_table import draw_figures
from pages.ui.runs.heatmap.heatmap import Heatmap
from pages.ui.runs.heatmap.paper import paper_table, plain_subtitle
from pages.ui.runs.ink import CONFIG, LIGHT, one_of_two
from pages.ui.runs.paper_table import draw_table_downloads
from pages.ui.runs.pictures import draw_pictures, inks, page_of
from pages.ui.runs.unlearned_models import warn_of_unlearned
from pages.ui.shared.literal import literally

CURVES, HEATMAPS = "Curves", "Heatmaps"
KEY = "severity"
PRINTED_ONCE = (
    "No perturbation here has two published severities, or the filter hides these perturbations; choose the measure "
    f"Kappa ({ROMERO.short})."
)
BANDS = "The x axes show the requested severities. Bands are 95 % intervals."
SLOPES = "The small numbers show the change in {} per {}, one colour per model."


def draw_severity(beside_views: DeltaGenerator) -> None:
    """Whose figures, drawn how, and the figure."""
    with beside_views:
        mine, forms = choose_mine(), {"": CURVES, "heatmaps": HEATMAPS}
        how = choose_button("Drawn as", "as", "severity-as", forms, CURVES)
    slopes: Slopes = {}
    if mine:
        own = choose_run(in_cells=how == HEATMAPS)
        if own is None:
            return
        warn_of_unlearned(own.run)
        heatmap, slopes = own.heatmap, slopes_in_words(own.shown_scores, own.metric)
    else:
        own, heatmap = None, choose_published()
    all_panels = panels(heatmap)
    if not all_panels:
        st.info(why_none(heatmap) if own else PRINTED_ONCE)
        return
    if how == HEATMAPS:
        draw(by_severity(heatmap), KEY, intervals=own is not None and own.intervals)
    else:
        steps = " or ".join(dict.fromkeys(step for _, step in slopes.values() if step))
        note = BANDS if own else ""
        note += f" {SLOPES.format(own.metric.spoken, steps)}" if own and steps else ""
        _draw_curves(heatmap, all_panels, slopes, note)
    if apart := without_panel(heatmap, all_panels):
        st.caption(literally(apart))
    if own:
        draw_slopes(own.shown_scores, own.metric)


def _draw_curves(heatmap: Heatmap, all_panels: list[SeverityPanel], slopes: Slopes, note: str) -> None:
    """The figure of one's own run, with this `note`, or of a paper."""
    source = f"{heatmap.source} {note}".rstrip()
    st.header(heatmap.headed)
    st.caption(literally(heatmap.of))
    frame = f"{KEY}-frame"
    alt = f"{heatmap.title} A panel for each of {len(all_panels)} perturbations; the table below has the same figures."
    with st.container(key=f"{KEY}-both"):
        st.html(one_of_two(f"{KEY}-both", frame, f"{frame}-narrow", narrowest(all_panels)))
        for key, across in ((frame, ACROSS), (f"{frame}-narrow", 1)):
            with st.container(key=key, width=widest(all_panels)):
                figure = curves(heatmap, all_panels, slopes, st.context.theme.type == "dark", across)
                st.plotly_chart(figure, theme=None, key=f"{KEY}-{across}", config=CONFIG, alt=alt)
    st.caption(literally(f"{plain_subtitle(heatmap).removeprefix(heatmap.of).lstrip()} {source}"))
    with st.expander("Table"):
        draw_figures(heatmap)
    with st.container(horizontal=True, vertical_alignment="center", key=f"{KEY}-downloads"):
        name = file_name(heatmap, "severity")
        draw_table_downloads(to_csv(heatmap), lambda: paper_table(heatmap, bool(note)), name, KEY)
        with_note = replace(heatmap, source=source)  # in a picture that is taken away, too
        light = picture_of(with_note, all_panels, slopes, LIGHT)
        page = curves(heatmap, all_panels, slopes).update_layout
        as_taken = picture_of(with_note, all_panels, slopes, inks())
        draw_pictures(lambda: page_of(page(**light)), as_taken, name, KEY, frame)
