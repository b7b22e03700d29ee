"""What earlier jobs took says how long the next will take; arithmetic by hand."""

from pathlib import Path

from data.jobs.pace import FILE, Expected, Pace, expected, in_words, paces, remember
from data.workspace import Workspace

USUAL = (10.0, 50.0)


def test_the_newest_five_of_a_kind_of_work_are_kept_in_mind(workspace: Workspace) -> None:
    for n in range(1, 8):
        remember(workspace, "minilm on cpu", 100 * n, 10)
    remember(workspace, "cnn on cpu", 1, 10)
    assert [pace.steps for pace in paces(workspace, "minilm on cpu")] == [300, 400, 500, 600, 700]
    assert paces(workspace, "minilm on cuda") == []


def test_what_says_nothing_is_not_noted(workspace: Workspace) -> None:
    remember(workspace, "minilm on cpu", 0, 10)  # everything was there already
    remember(workspace, "minilm on cpu", 5, 0.5)  # start-up
    assert not (workspace.root / FILE).exists() and paces(workspace, "minilm on cpu") == []


def test_a_damaged_line_is_left_out(workspace: Workspace) -> None:
    remember(workspace, "w", 100, 10)
    path = workspace.root / FILE
    path.write_text("half a li\n" + '{"work":"w","steps":5,"seconds":0}\n' + path.read_text())
    assert paces(workspace, "w") == [Pace("w", 100, 10)]


def test_a_workspace_that_cannot_be_written_costs_only_the_note() -> None:
    nowhere = Workspace(Path("/proc/none"))
    remember(nowhere, "w", 100, 10)
    assert paces(nowhere, "w") == []


def test_expected_from_known_and_from_usual_paces() -> None:
    # 10 a second, known: 100 to 200 steps take 100/12.5 = 8 to 200/8 = 25 seconds.
    assert expected([Pace("w", 100, 10)], 100, 200, USUAL) == Expected(8, 25, 1)
    # 5, 10 and 20 a second: the slowest and the fastest count, as they lie beyond a quarter of the median.
    spread = [Pace("w", 50, 10), Pace("w", 100, 10), Pace("w", 200, 10)]
    assert expected(spread, 100, 200, USUAL) == Expected(5, 40, 3)
    # Nothing known: 100/50 = 2 to 200/10 = 20 seconds.
    assert expected([], 100, 200, USUAL) == Expected(2, 20, 0)
    assert Expected(1, 2, 3) + Expected(10, 20, 0) == Expected(11, 22, 0)
    assert Expected(1, 2, 3).after(4, 5) == Expected(5, 7, 3)


def test_times_are_said_without_false_precision() -> None:
    minutes = [(240, 350), (10, 40), (20, 55), (20, 100), (61, 119), (1_300, 2_050), (100, 120), (50, 4_000)]
    assert [in_words(*seconds) for seconds in minutes] == [
        "about 4 to 6 minutes",
        "less than a minute",
        "about a minute",
        "up to 2 minutes",
        "about 1 to 2 minutes",
        "about 20 to 35 minutes",
        "about 1 to 2 minutes",
        "up to 70 minutes",
    ]
    assert in_words(5_000, 6_000) == "about 1 to 2 hours"
    assert in_words(90_000, 180_000) == "about 25 to 50 hours"
    assert in_words(200_000, 5 * 86_400) == "about 2 to 5 days"
