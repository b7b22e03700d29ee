"""The page Perturbations: every one of them with an example that is so."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.papers import CLOUATRE
from core.perturbations.registry import every_perturbation, find, of_paper, perturbations
from core.rewrite import Piece, Rewrite
from pages.ui.perturbations.choice import RISKY, by_level, matching
from pages.ui.perturbations.table import AT_RISK, LONGER, entry_html, example, glimpse, rules_html
from pages.ui.shared.perturbation_words import by_paper, heading
from pages.ui.shared.view import OURS

Open = Callable[[str], AppTest]


def shown(page: AppTest) -> str:
    return " ".join(html.proto.body for html in page.get("html"))


def labels(page: AppTest) -> list[str]:
    return [line.label for line in page.expander]


def lines(page: AppTest) -> list[str]:
    """The perturbations listed, by the names on their lines."""
    return [line.label.partition("\u2003")[0] for line in page.expander]


def test_every_perturbation_has_a_line_under_its_level_and_nothing_is_open(open_page: Open) -> None:
    page = open_page("perturbations")
    assert not page.exception and not page.error
    assert sorted(lines(page)) == sorted(heading(p.name) for p in every_perturbation())
    assert [header.value for header in page.header] == [
        "Character", "Word", "Sentence", "Order", "Word class",
    ]  # fmt: skip
    assert "<article" not in shown(page) and not page.get("page_link")


def test_a_line_shows_the_first_change_and_whether_the_label_is_at_risk(open_page: Open) -> None:
    page = open_page("perturbations")
    seen = {
        name: label.replace("\\", "").split("\u2003")[1:] for name, label in zip(lines(page), labels(page), strict=True)
    }
    assert seen["Negation"] == [":gray[+ not]", AT_RISK] and seen["Contraction"] == [":gray[They are → They're]"]
    (order,) = seen["Word order"]  # "They are …" in another order
    assert order.startswith(":gray[→ are ") and len(order.split()) == 5
    assert seen["Word reversal"][1:] == [AT_RISK]


@pytest.mark.parametrize(
    ("edits", "seen"),
    [
        ([(1, 2, "")], "the → te"),
        ([(1, 1, "x")], "the → txhe"),
        ([(3, 7, "")], "− old"),
        ([(3, 3, " very")], "+ very"),
        ([(4, 7, "new")], "old → new"),
        ([(12, 12, "!")], "+ !"),
        ([(4, 11, "cat old")], "→ cat old. …"),
        ([(1, 1, " ")], "the → t he"),
    ],
)
def test_a_glimpse_is_of_whole_words(edits: list[tuple[int, int, str]], seen: str) -> None:
    assert glimpse(Rewrite.of("the old cat.", [Piece(*edit) for edit in edits])) == seen


def test_an_opened_line_has_what_it_does_an_example_and_a_link(open_page: Open) -> None:
    page = open_page("perturbations")
    page.session_state["open-negation"] = True
    page.run()
    assert 'id="to-negation"' in shown(page) and shown(page).count("<article") == 1
    assert "Not applicable" not in shown(page)
    (link,) = page.get("page_link")
    assert "steps=negation" in link.proto.query_string


def test_papers_levels_and_words_narrow_the_list_down_and_the_count_with_it(open_page: Open) -> None:
    page = open_page("perturbations")
    assert not page.caption
    page.button_group(key="papers").set_value(["Clouatre et al. 2021"]).run()
    assert len(lines(page)) == len(of_paper(CLOUATRE))
    assert [caption.value for caption in page.caption] == [
        f"{len(of_paper(CLOUATRE))} of {len(every_perturbation())} perturbations."
    ]
    assert [header.value for header in page.header] == ["Order"]
    page.text_input(key="find").set_value("PHRASE subword").run()
    assert 'id="to-subword_phrase_shuffle"' in shown(page) and shown(page).count("<article") == 1
    page.button_group(key="levels").set_value(["character"]).run()
    assert not lines(page)
    assert "No perturbation matches" in page.info[0].value


@pytest.mark.parametrize(
    ("find", "found"),
    [
        ("talman", {"word_class_removal"}),
        ("word_deletion", {"word_deletion"}),
        ("QWERTY romero", {"keyboard"}),
        ("zhang leet", {"leet_letters"}),
        ("keybord romero", {"keyboard"}),
        ("xylophone", set()),
    ],
)
def test_a_perturbation_is_found_by_name_paper_or_what_it_does(find: str, found: set[str]) -> None:
    assert found == {p.name for group in matching(by_paper(), find, (), ()).values() for p in group}


def test_words_are_found_apart_and_in_the_singular_and_names_come_first() -> None:
    found = by_level([p for group in matching(by_paper(), "order of words", (), ()).values() for p in group], "word")
    (order,) = found.values()
    names = [p.name for p in order]
    assert {"word_reversal", "word_full_shuffle", "word_derangement"} <= {*names}
    with_word = [name.startswith("word") or "_word" in name for name in names]
    assert with_word == sorted(with_word, reverse=True) and len({*with_word}) == 2


def test_those_that_may_not_keep_the_label_are_a_chip(open_page: Open) -> None:
    page = open_page("perturbations")
    page.button_group(key="labels").set_value([RISKY]).run()
    assert sorted(lines(page)) == sorted(heading(p.name) for p in every_perturbation() if p.alters_meaning)
    page.text_input(key="find").set_value("synonyms").run()
    assert len(lines(page)) == 3 and "<article" not in shown(page)  # only one that is alone stands open


def test_one_s_own_sentence_is_tried_everywhere_and_never_read_as_markup(open_page: Open) -> None:
    page = open_page("perturbations")
    page.text_input(key="find").set_value("negation moradi").run()
    page.text_input(key="sentence").set_value("<b>?</b>").run()
    assert not page.exception and not page.error
    assert "<b>?" not in shown(page)
    assert "Not applicable to this sentence." in shown(page)
    page.text_input(key="sentence").set_value("The dog sleeps. " * 20).run()
    assert "This text has 319 characters. Only the first 300 are used here" in page.warning[0].value


def test_lines_show_one_s_own_sentence_and_what_is_open_stays_open(open_page: Open) -> None:
    page = open_page("perturbations")
    page.session_state["open-negation"] = True
    page.run()
    page.text_input(key="sentence").set_value("The dog is here.").run()
    own = dict(zip(lines(page), labels(page), strict=True))
    assert "no change" in own["Swap numbers"] and "Paris" not in " ".join(own.values())
    assert shown(page).count("<article") == 1 and ">not<" in shown(page).replace(" ", "")
    page.session_state["open-negation"] = False
    page.run()
    assert "<article" not in shown(page)


def test_what_is_typed_and_picked_is_there_on_coming_back(open_page: Open) -> None:
    page = open_page("perturbations")
    page.text_input(key="find").set_value("dele")
    page.text_input(key="sentence").set_value("The dog is here.")
    page.button_group(key="levels").set_value(["word"]).run()
    page.switch_page("pages/start.py").run()
    page.switch_page("pages/perturbations.py").run()
    assert page.text_input(key="sentence").value == "The dog is here."


def test_a_sentence_of_ours_can_be_changed_by_every_perturbation() -> None:
    for wanted in perturbations():
        made = example(wanted)
        longer = wanted.name in {"verb_shuffle", "conjunction_reversal", "adverb_verb_swap"}
        text = LONGER if longer else OURS
        assert made.rewrite and made.rewrite.source == made.view.text == text, wanted.name
        assert [step.perturbation for step in made.view.steps] == [wanted.name]


def test_a_row_says_what_it_may_do_to_the_label() -> None:
    negation = find("negation")
    row = entry_html(negation, example(negation))
    named = ('aria-label="Negation"', "<code>negation</code>", "Moradi &amp; Samwald 2021", "section 4.2")
    for said in (*named, "label at risk", "PPS 1, 2, 3, 4", "<ins"):
        assert said in row
    keyboard = find("keyboard")
    assert "the label is kept" in entry_html(keyboard, example(keyboard))
    rules = rules_html(negation)
    assert "negation.careful" not in row and "<summary>Other rules: careful, paper rules</summary>" in rules
    assert (
        rules.count(
            "<code>negation.careful</code></p><ul><li>Changes only verbs that a careful writer could negate.</li>"
        )
        == 1
    )
