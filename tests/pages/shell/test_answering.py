"""Messages that are under way are counted, so that what can wait lets them go first."""

from threading import Event, Thread

from pages.ui.shell.answering import MessagesInFlight


def test_who_opens_a_page_lets_those_at_work_go_first_but_not_for_ever() -> None:
    under_way, gone_on = MessagesInFlight(), Event()
    opening = Thread(target=lambda: (under_way.over(60), gone_on.set()))
    with under_way:
        opening.start()
        with under_way:
            under_way.over(0.05)  # it does not wait longer than this
        assert not gone_on.is_set()
    assert gone_on.wait(30)
    opening.join()
    under_way.over(60)
