"""What AppTest can't see of the heatmaps: a click on a cell, the keyboard, files, a telephone, and the app's weight."""

import csv
import io
from operator import sub
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from PIL import Image

from data.jobs.jobs import create, end
from data.jobs.records import JobState
from pages.ui.shared.data_table import HEAD, ROW
from pages.ui.shell.navigation import PAGES
from tests.e2e.conftest import App, Tab
from tests.pages.heatmaps.finished_run import RUN, four_severities, write_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.e2e

BEFORE = ["thing", "thing", "place", "thing", "place"]
AFTER = ["thing", "place", "thing", "", "place"]
MEBIBYTE = 2**20


def open_view(tab: Tab, app: App, view: str = "") -> None:
    tab.page.goto(f"{app.url}/heatmaps{f'?view={view}' if view else ''}")
    tab.page.wait_for_selector(".bars .point", timeout=30_000)


def click_cell(tab: Tab, number: int) -> None:
    """Click a cell of the figure near its left edge."""
    cell = tab.page.locator(".trace.bars").last.locator(".point path").nth(number)
    size = cell.bounding_box()
    assert size
    cell.click(position={"x": 5, "y": size["height"] / 2}, force=True)


def places_of(tab: Tab, selector: str) -> list[list[float]]:
    """Left, top, width and height of each of these in the frame of the heatmap, in pixels."""
    return tab.page.locator(selector).evaluate_all(  # type: ignore[no-any-return]
        """found => found.map(one => {
            const own = one.getBoundingClientRect(), frame = one.closest('[class*="-frame "]').getBoundingClientRect()
            return [own.x - frame.x, own.y - frame.y, own.width, own.height]
        })"""
    )


def downloaded(tab: Tab, name: str, path: Path) -> bytes:
    """What the button of this name hands over, also kept at `path`."""
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name=name, exact=True).click()
    download.value.save_as(path)
    return path.read_bytes()


def colours(picture: Image.Image) -> list[tuple[int, ...]]:
    """The colour of each of its pixels."""
    flat = picture.tobytes()
    return list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))


def test_an_address_below_the_app_opens_inside_it_even_when_it_is_the_first(app: App, tab: Tab) -> None:
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    open_view(tab, app)
    tab.page.get_by_role("link", name="Start").wait_for()
    assert tab.page.title() == "Heatmaps · Flinch"
    elsewhere = [url for url in asked if not url.startswith((app.url, "data:", "blob:", app.url.replace("http", "ws")))]
    assert elsewhere == []


def test_a_click_anywhere_in_a_cell_lists_its_flips(app: App, tab: Tab) -> None:
    from playwright.sync_api import expect

    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Heatmap")
    click_cell(tab, 3)  # second row, second model
    expect(tab.page.get_by_role("combobox", name="Perturbation")).to_have_value("Negation PPS 2", timeout=30_000)
    expect(tab.page.get_by_role("combobox", name="Model")).to_have_value("CNN")
    tab.page.get_by_text("2 of 2 flipped samples").wait_for()
    assert "not" in tab.page.locator("article ins").first.inner_text().split()


def test_figures_can_be_read_before_plotly_has_come_and_stand_where_it_draws_them(app: App, tab: Tab) -> None:
    held: list[Route] = []
    tab.page.route("**/PlotlyChart*.js", lambda route: held.append(route))
    with tab.page.expect_request("**/PlotlyChart*.js"):
        tab.page.goto(f"{app.url}/heatmaps")
    cells = tab.page.locator("i.cell")
    cells.last.wait_for()
    early = cells.all_inner_texts()
    places = places_of(tab, "i.cell")
    held[0].continue_()
    tab.page.wait_for_selector(".bars .point", timeout=30_000)
    cells.first.wait_for(state="hidden")
    last = ".bars.trace:last-child .point"
    assert tab.page.locator(last).all_text_contents() == ["".join(said.split("\n")) for said in early]
    drawn = places_of(tab, f"{last} path")
    assert [place for place in zip(places, drawn, strict=True) if max(map(abs, map(sub, *place))) > 2] == []  # pixels


def test_the_colour_bar_has_all_its_marks(app: App, tab: Tab) -> None:
    open_view(tab, app, "Heatmap&of=published&figures=score")
    marks = tab.page.locator(".infolayer [class*=coloraxis] text, .infolayer .colorbar text")
    sizes = [(mark.text_content(), (mark.bounding_box() or {}).get("width", 0)) for mark in marks.all()]
    assert [text for text, width in sizes if text and width > 5] == ["0 worse", "50", "100"]


def test_the_keyboard_opens_the_same_cell(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Heatmap")
    for name, wanted in (("Perturbation", "Negation PPS 2"), ("Model", "CNN")):
        tab.page.get_by_role("combobox", name=name).focus()
        tab.page.keyboard.type(wanted)
        tab.page.keyboard.press("Enter")
    tab.page.get_by_text("2 of 2 flipped samples").wait_for()
    assert tab.page.get_by_role("combobox", name="Model").input_value() == "CNN"


def test_the_figure_can_be_taken_away(app: App, tab: Tab, tmp_path: Path) -> None:
    open_view(tab, app)
    files = {name: downloaded(tab, name, tmp_path / name) for name in ("CSV", "HTML", "SVG")}
    rows = list(csv.DictReader(io.StringIO(files["CSV"].decode())))
    assert (rows[0]["perturbation"], rows[0]["model"], rows[0]["value"]) == ("Keyboard", "DistilBERT", "0.41")
    assert len(rows) == 104  # 26 rows of 4 models
    assert b"<svg" in files["SVG"][:200]
    assert b"@font-face" in files["SVG"]  # it looks the same where the font is not installed
    assert b"Grammatical acceptability" in files["SVG"]
    assert b"Plotly.newPlot" in files["HTML"]


def test_files_are_called_after_what_is_in_them(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Heatmap&of=mine&metric=accuracy&samples=changed")
    for name in ("CSV", "LaTeX", "HTML", "SVG"):
        with tab.page.expect_download() as download:
            tab.page.get_by_role("button", name=name, exact=True).click()
        called, _, ending = download.value.suggested_filename.rpartition(".")
        whole = {"LaTeX": "tex"}.get(name, name.lower())
        assert (called, ending) == (f"flinch-questions-{RUN}-accuracy-changed", whole)


def test_the_card_is_made_without_a_word_in_the_servers_log(app: App, tab: Tab, tmp_path: Path) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Heatmap")
    card = tab.page.locator(".st-key-card-buttons").get_by_role("button", name="Page")
    with tab.page.expect_download() as download:
        card.click()
    download.value.save_as(tmp_path / "card.html")
    assert "<h1>Robustness of " in (tmp_path / "card.html").read_text()
    assert "ScriptRunContext" not in (app.workspace.root.parent / "server.log").read_text()


def test_a_picture_has_a_margin_and_no_selection_in_it(app: App, tab: Tab, tmp_path: Path) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Heatmap&of=mine&perturbation=negation@pps-2&model=CNN")  # as a link has it
    tab.page.get_by_text("2 of 2 flipped samples").wait_for()
    outline = tab.page.locator(".js-plotly-plot .shapelayer path, .js-plotly-plot .shape-group path")
    assert outline.count() >= 1
    downloaded(tab, "PNG", tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as opened:
        picture = opened.convert("RGB")
    paper, drawn = (251, 251, 249), set(colours(picture))
    assert len(drawn) > 20
    assert (209, 51, 15) not in drawn  # the outline of the chosen cell
    picture.paste(paper, (40, 40, picture.width - 40, picture.height - 40))
    assert set(colours(picture)) == {paper}  # 20 points at each edge are empty


def test_the_way_from_an_evaluation_leads_to_its_own_heatmap(app: App, tab: Tab) -> None:
    first, newer = (create(app.workspace, "evaluate", title, {}) for title in ("first", "newer"))
    for run in (first, newer):
        end(app.workspace.jobs / run, JobState.DONE)
        write_run(app.workspace, BEFORE, AFTER, four_severities("negation"), run=run)
    open_view(tab, app, "Heatmap")  # been there before, and seen another run
    assert newer in tab.page.url
    tab.page.get_by_role("link", name="Evaluate").click()
    table = tab.page.get_by_test_id("stDataFrame")
    tab.page.locator(f".st-key-job-{newer}").get_by_role("button", name="Heatmap").wait_for()  # opened unasked
    table.click(position={"x": 18, "y": HEAD + 2.5 * ROW})  # the older run, below two models of the newer
    tab.page.locator(f".st-key-job-{first}").get_by_role("button", name="Heatmap").click()
    tab.page.wait_for_url(f"**/heatmaps?*run={first}*")
    tab.page.locator(".bars .point").first.wait_for(state="attached")
    assert tab.page.get_by_role("radio", name="My runs").is_checked()
    assert f"run={first}" in tab.page.url


def test_one_tap_selects_on_a_telephone(app: App, chromium: "Browser") -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{app.url}/heatmaps?view=Heatmap")
    cell = page.locator(".trace.bars").last.locator(".point path").nth(3)
    cell.wait_for(timeout=30_000)
    page.get_by_role("button", name="PNG").wait_for()  # whatever comes below the figure is there as well
    cell.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    size = cell.bounding_box()
    assert size
    page.touchscreen.tap(size["x"] + 10, size["y"] + size["height"] / 2)
    page.wait_for_url("**model=CNN**")
    page.get_by_text("2 of 2 flipped samples").wait_for()
    assert "perturbation=negation%40pps-2" in page.url
    context.close()


def test_controls_of_a_row_stand_on_one_line_and_buttons_are_alike(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))
    open_view(tab, app, "Heatmap")
    run, samples = (tab.page.locator(f".st-key-{name}") for name in ("run-looked-at", "own-samples"))
    middle = "all => all.map(e => { const b = e.getBoundingClientRect(); return Math.round(b.y + b.height / 2) })"
    labels = [row.locator("label").first.evaluate_all(middle)[0] for row in (run, samples)]
    assert abs(labels[0] - labels[1]) <= 1
    more = tab.page.get_by_role("button", name="More")
    found = [run.locator("input"), tab.page.locator(".st-key-own-metric input"), samples.locator("button").first, more]
    middles = [one.evaluate_all(middle)[0] for one in found]
    assert max(middles) - min(middles) <= 1
    shape = "e => [Math.round(e.getBoundingClientRect().height), getComputedStyle(e).backgroundColor]"
    buttons = tab.page.locator(".st-key-own-downloads").get_by_role("button")
    assert len({str(button.evaluate(shape)) for button in buttons.all()}) == 1


def test_all_runs_that_are_chosen_can_be_seen(app: App, tab: Tab) -> None:
    runs = [f"2026010{n}-000000-{n}aaaaa" for n in range(1, 7)]
    for run in runs:
        write_run(app.workspace, BEFORE, AFTER, four_severities("negation"), run=run)
    open_view(tab, app, f"Heatmap&several=1&of=mine&runs={','.join(runs)}")
    chosen = tab.page.locator(".st-key-tasks-runs")
    box = chosen.bounding_box()
    assert box
    places = [tag.bounding_box() for tag in chosen.locator("[data-tag]").all()]
    assert len(places) == 6
    assert all(place and place["x"] + place["width"] <= box["x"] + box["width"] for place in places)
    assert all(place and place["y"] + place["height"] <= box["y"] + box["height"] for place in places)


@pytest.mark.parametrize("width", [1280, 390])
def test_what_hovering_tells_stands_beside_its_cell(app: App, tab: Tab, width: int) -> None:
    tab.page.set_viewport_size({"width": width, "height": 860})
    open_view(tab, app)
    told = tab.page.locator(".hoverlayer .hovertext path")
    cells = tab.page.locator(".trace.bars").last.locator(".point path")
    for n in range(4):  # from the left edge to the right one
        tab.page.mouse.move(2, 2)
        told.wait_for(state="detached")
        cells.nth(n).scroll_into_view_if_needed()
        cells.nth(n).hover(force=True)
        told.wait_for()
        here, there = cells.nth(n).bounding_box(), told.bounding_box()
        assert here and there
        beside = min(abs(there["x"] - here["x"] - here["width"]), abs(there["x"] + there["width"] - here["x"]))
        assert beside < 12
        assert here["y"] - 12 < there["y"] + there["height"] / 2 < here["y"] + here["height"] + 12


def test_a_heatmap_fills_the_page(app: App, tab: Tab) -> None:
    open_view(tab, app)
    page_width = tab.page.locator("[data-testid=stMainBlockContainer]").evaluate("e => e.clientWidth")
    assert tab.page.locator(".js-plotly-plot").evaluate("e => e.clientWidth") > 0.75 * page_width


def test_a_telephone_scrolls_down_and_never_sideways(app: App, tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 360, "height": 740})
    open_view(tab, app)
    main = tab.page.locator("[data-testid=stMain]")
    assert main.evaluate("e => e.scrollWidth <= e.clientWidth")
    widths = (
        tab.page.locator(".trace.bars")
        .last.locator(".point path")
        .evaluate_all("paths => paths.map(p => p.getBoundingClientRect().width)")
    )
    assert min(widths) >= 44  # wide enough for a finger


def test_on_a_telephone_the_cell_comes_last_and_a_line_below_the_title_leads_to_it(app: App, tab: Tab) -> None:
    write_run(app.workspace, BEFORE, AFTER, four_severities("negation"))

    def tops() -> list[float]:
        open_view(tab, app, "Heatmap")
        places = (".js-plotly-plot", ".st-key-run-looked-at", ".st-key-own-row")
        return [(tab.page.locator(place).bounding_box() or {"y": -1.0})["y"] for place in places]

    figure, run, cell = tops()
    assert run < figure
    tab.page.set_viewport_size({"width": 390, "height": 860})
    figure, run, cell = tops()
    assert 0 < run < figure < cell
    tab.page.locator(".st-key-heatmap-chosen a").click()
    tab.page.wait_for_function("document.querySelector('.st-key-own-row').getBoundingClientRect().top < 860")


def test_curves_stand_below_each_other_where_it_is_narrow(app: App, chromium: "Browser") -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 840})
    page.goto(f"{app.url}/heatmaps?view=Severity&of=published")
    figures = page.locator("[class*=st-key-severity-frame] .js-plotly-plot")
    for width, least, most in ((390, 250, 390), (500, 390, 500), (1280, 700, 1280)):
        page.set_viewport_size({"width": width, "height": 840})
        (figures.locator("visible=true") if width > 900 else figures.last).wait_for(timeout=30_000)
        (shown,) = [wide for figure in figures.all() if (wide := figure.evaluate("e => e.clientWidth"))]
        assert least < shown <= most, (width, shown)
    page.close()


def test_the_app_stays_below_300_mebibytes_with_every_page_open(app: App, tab: Tab) -> None:
    for name in (name for name, _ in PAGES if name != "team"):  # a laptop has no such page
        tab.page.goto(f"{app.url}/{'' if name == 'start' else name}")
        tab.page.wait_for_selector("h1, [data-testid=stForm], [data-testid=stAlert]", timeout=30_000)
        tab.page.wait_for_timeout(500)
    assert app.process
    assert psutil.Process(app.process.pid).memory_info().rss < 300 * MEBIBYTE
