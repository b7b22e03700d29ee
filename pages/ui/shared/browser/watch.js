// Time a sample was in view: not while the page was hidden.
class Watch {
  constructor() {
    this.start()
  }

  start() {
    this.began = performance.now()
    this.spent = 0
    this.since = document.hidden ? null : this.began
  }

  turn(hidden) {
    if (hidden && this.since !== null) this.spent += performance.now() - this.since
    this.since = hidden ? null : performance.now()
  }

  get shown() {
    return performance.now() - this.began
  }

  get milliseconds() {
    return Math.round(this.spent + (this.since === null ? 0 : performance.now() - this.since))
  }
}
