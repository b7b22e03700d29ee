"""How far a run is: counted before it starts, in texts that a transformer reads once."""

from data.jobs.job import Job


class Progress:
    """Reports the steps of a run, and stops it where the job is asked to stop. `worked` counts those not found done."""

    def __init__(self, job: Job, total: float) -> None:
        self._job = job
        self._total = total
        self._done = 0.0
        self.worked = 0.0

    def check(self) -> None:
        """Raise Cancelled when the job was cancelled."""
        self._job.check()

    def say(self, within: float, message: str) -> None:
        """Report so much of the step at hand as done; raises Cancelled when the job was cancelled."""
        self._job.check()
        self._job.report(round(self._done + within), round(self._total), message)

    def skip(self, within: float) -> None:
        """So much of the step at hand was done before this worker came."""
        self._job.skipped(round(self._done + within))

    def finish(self, cost: float, skipped: bool = False) -> None:
        """A step of this cost is done, or was found done."""
        self._done += cost
        if skipped:
            self.skip(0)
        else:
            self.worked += cost


class Training:
    """What a training loop reports, as a share of what training the model costs."""

    def __init__(self, progress: Progress, cost: float) -> None:
        self._progress, self._cost = progress, cost
        self._begun = False

    def look(self) -> None:
        """Nothing is known yet; raises where the job is asked to stop."""
        self._progress.check()

    def __call__(self, done: int, total: int, message: str) -> None:
        within = self._cost * done / max(total, 1)
        if not self._begun:
            self._progress.skip(within)
            self._begun = True
        self._progress.say(within, message)


class Predicting:
    """Called before each batch of texts that is predicted, and told of each part that is done."""

    def __init__(self, progress: Progress, text: float, texts: int, message: str) -> None:
        self._progress, self._text, self._texts, self._message = progress, text, texts, message
        self._done = 0

    def __call__(self) -> None:
        self._progress.say(self._text * min(self._done, self._texts), self._message)

    def done(self, texts: int) -> None:
        """So many more texts are predicted."""
        self._done += texts
