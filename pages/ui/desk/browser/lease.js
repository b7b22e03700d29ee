// Whether somebody is still here. Who touches nothing for as long as a lease lasts has given their samples back; who
// works on is heard of, even while they think.

const HEARTBEAT = 120000 // ms without a word to the server while somebody is here

class Lease {
  constructor() {
    this.touched = Date.now() // not performance.now(), which may stand still while a laptop sleeps
    this.woken = 0
    this.away = false
  }

  // Notes a sign of somebody; whether they had been away.
  touch() {
    const { away } = this
    this.touched = Date.now()
    this.away = false
    if (away) this.woken = performance.now()
    return away
  }

  // Whether the time has come to call them away, for a lease of so many seconds.
  lapses(seconds) {
    const lapsed = !this.away && Date.now() - this.touched >= 1000 * seconds
    this.away ||= lapsed
    return lapsed
  }
}

const LEFT = seconds => `You were away for more than ${plural(Math.round(seconds / 60), "minute")}, so these samples were released for others.`
const LOST = "This sample was given to somebody else while you were away. Here is another sample."
const ELSEWHERE = "You already decided this sample in another window. Here is what comes next."
const STILL = "Nobody else took this sample, so you have it again."
const EXTRA = "The quota was reached before this decision arrived. The decision is kept as an extra judgement and counted separately."
const SECOND = "Somebody else has this sample or decided it before. Your decision is kept as a second opinion."
