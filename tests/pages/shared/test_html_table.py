"""Tables of figures: on a telephone what is too wide has a line for each cell."""

from streamlit.testing.v1 import AppTest

from pages.ui.shared.html_table import NARROW, Text, width


def table(header: tuple[str, ...], row: tuple[Text, ...]) -> str:
    def page(header: tuple[str, ...], row: tuple[str, ...]) -> None:
        from pages.ui.shared.html_table import draw_table

        draw_table("A caption", header, [row])

    app = AppTest.from_function(page, args=(header, row)).run()
    return str(app.get("html")[0].proto.body)


def test_a_narrow_table_stays_one() -> None:
    assert "nth-of-type" not in table(("Person", "Decided", "Kept"), ("Ann", "1,161", "737"))


def test_of_a_wide_one_each_cell_names_its_column_and_no_header_gets_out_of_its_style() -> None:
    header = ("Person", "Kept at first", '"}</style><b>', "Change in kept", "Time at first")
    body = table(header, ("Ann", "80 % [61–91] of 25", "66 % [52–78] of 47", "p = 1.00", "2.3 s [1.7–3.1]"))
    assert 'td:nth-of-type(1)::before{content:"Kept\\20 at\\20 first"}' in body
    assert "<td>80 % [61–91] of 25</td>" in body
    assert body.count("</style>") == 2 and "<b>" not in body


def test_a_cell_of_several_lines_needs_the_room_of_its_first_and_the_words_of_the_rest() -> None:
    assert width(("A", "B"), [(("Typos", "n = 100"), ("0.76", "mean of 3 trainings"))]) == 6.4 * (5 + 9) + 2 * 9.6
    body = table(("A", "B"), ("Typos", ("0.76", "<b> n = 1")))
    assert "<td><span>0.76<small>&lt;b&gt; n = 1</small></span></td>" in body


def test_how_wide_a_table_is_goes_by_what_can_not_be_broken() -> None:
    assert width(("A long header", "B"), [("some name", "1234567")]) == 6.4 * (6 + 7) + 2 * 9.6
    assert width(("Person", "Decided", "Kept", "Relabelled", "Discarded"), [("Ann", "1", "2", "3", "4")]) < NARROW
