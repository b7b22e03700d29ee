"""What participants of a study do, for tests in a real browser."""

import json
from dataclasses import replace
from typing import Any

from curation.study.presets import moradi2021
from data.study.register import digest
from data.study.study import Study
from data.workspace import Workspace
from tests.data.study.study_data import new_study
from tests.e2e.conftest import App, Tab, wait_until

SCREEN = "[data-at=screen]"
Line = dict[str, Any]


def paper(workspace: Workspace, each: int = 4) -> Study:
    """The paper's study with this many samples of each part, for two participants, on texts of our own."""
    whole = moradi2021(("toy/test",))
    parts = tuple(replace(part, per_participant=each) for part in whole.parts)
    small = replace(whole, parts=parts, participants=2, judgements_per_item=2)
    return new_study(workspace, replace(small, completion_code="C-7", return_url="https://example.org/back"))


def come(tab: Tab, app: App, token: str) -> None:
    """Open the link."""
    tab.page.goto(f"{app.url}/study?t={token}")
    tab.page.locator(SCREEN).locator("*").first.wait_for(timeout=60_000)


def agree(tab: Tab) -> None:
    tab.page.get_by_role("button", name="I agree, begin").click()
    tab.page.get_by_role("heading", name="About you").wait_for(timeout=30_000)


def describe_oneself(tab: Tab) -> None:
    """Choose the first option of every question and go on."""
    for group in tab.page.locator(f"{SCREEN} fieldset").all():
        group.get_by_role("radio").first.check(force=True)
    tab.page.get_by_role("button", name="Next").click()


def begin(tab: Tab) -> None:
    """Agree, answer the opening questions, read, practise; the first sample is then on the screen."""
    agree(tab)
    describe_oneself(tab)
    tab.page.get_by_role("button", name="Go on").click()
    start_part(tab, "Start")


def start_part(tab: Tab, button: str) -> None:
    """Begin the part and go through its two training items."""
    tab.page.get_by_role("button", name=button).click()
    for _ in range(2):
        judge(tab)
        tab.page.get_by_role("button", name="Go on").click()


def judge(tab: Tab, digit: int = 1) -> None:
    """Answer the sample on the screen by a digit, and wait until it is gone."""
    before = shown(tab)
    tab.page.wait_for_timeout(400)  # sooner than that no tap is taken for the sample
    tab.page.keyboard.press(str(digit))
    wait_until(lambda: shown(tab) != before, 5, "the digit did not answer")


def shown(tab: Tab) -> str:
    """All that the screen says."""
    return str(tab.page.locator(SCREEN).inner_text())


def count(tab: Tab) -> str:
    return str(tab.page.locator("[data-at=count]").inner_text())


def saved(tab: Tab) -> None:
    tab.page.get_by_text("✓ All answers saved").wait_for(timeout=60_000)


def lines(study: Study, token: str) -> list[Line]:
    """What is stored of this participant, line by line."""
    who = study.register.links[digest(token)].participant
    return [json.loads(line) for line in (study.folder / f"participants/{who}.jsonl").read_text().splitlines()]


def answered(study: Study, token: str) -> list[str]:
    """The items that are answered on the disk, in order."""
    return [line["item"] for line in lines(study, token) if line["kind"] == "answered"]
