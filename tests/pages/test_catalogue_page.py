"""The page Perturbations: every one of them with an example that is so."""

from collections.abc import Callable

from streamlit.testing.v1 import AppTest

from core.perturbations.registry import find, perturbations
from pages.ui.examples import SENTENCES, example
from pages.ui.perturbation_table import entry_html

Open = Callable[[str], AppTest]


def shown(page: AppTest) -> str:
    return " ".join(html.proto.body for html in page.get("html"))


def test_every_perturbation_stands_there_with_an_example_and_a_link(open_page: Open) -> None:
    page = open_page("catalogue")
    assert not page.exception and not page.error
    body = shown(page)
    assert body.count("<article") == len(perturbations())
    assert "Not applicable" not in body
    assert [header.value for header in page.header][:2] == ["Romero 2023", "Moradi & Samwald 2021"]
    links = [link.proto for link in page.get("page_link")]
    assert len(links) == len(perturbations())
    assert any("steps=negation" in link.query_string for link in links)


def test_papers_and_levels_narrow_the_list_down(open_page: Open) -> None:
    page = open_page("catalogue")
    page.button_group(key="catalogue-papers").set_value(["Clouatre et al. 2021"]).run()
    assert shown(page).count("<article") == 9
    page.button_group(key="catalogue-levels").set_value(["character"]).run()
    assert shown(page).count("<article") == 0
    assert "Nothing" in page.info[0].value


def test_one_s_own_sentence_is_tried_everywhere_and_never_read_as_markup(open_page: Open) -> None:
    page = open_page("catalogue")
    page.text_input(key="catalogue-sentence").set_value("<b>?</b>").run()
    assert not page.exception and not page.error
    assert "<b>?" not in shown(page)
    assert "Not applicable to this sentence." in shown(page)


def test_an_example_is_of_the_first_of_our_sentences_that_can_be_changed() -> None:
    assert example(find("negation")).view.text == SENTENCES[0]
    for wanted in perturbations():
        made = example(wanted)
        assert made.rewrite and made.rewrite.source == made.view.text, wanted.name
        assert [step.perturbation for step in made.view.steps] == [wanted.name]


def test_a_row_says_what_it_may_do_to_the_label() -> None:
    negation = find("negation")
    row = entry_html(negation, example(negation), "")
    for said in ("Negation", "may change the label", "PPS 1, 2, 3, 4", "<code>negation</code>", "section 4.2", "<ins"):
        assert said in row
    keyboard = find("keyboard")
    assert "the label is kept" in entry_html(keyboard, example(keyboard), "")
