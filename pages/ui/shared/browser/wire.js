// The way to the server, the only one: the whole outbox in each message, and one message under way at a time. `owner` says
// what a message holds (`message`), whether something waits (`waiting`), and hears the answers (`hear`).

const PATIENCE = 4000 // ms until what is not saved is worth a word
// ms until a message that was not answered is sent again: the longer the oftener, for a server that has more to do than
// it can is not helped by more messages
const AGAIN = 3000
const LONGEST = 9000
const GONE = 1000 // ms until a server that is not there is asked again
const KNOCK = 2000 // ms between two looks whether the server is there while something waits
const DEAF = 30000 // ms that a server is there and takes nothing until the page is better loaded anew
const SHUT = [401, 403, 404] // it takes nothing from this page any more

class Wire {
  constructor(owner) {
    this.owner = owner
    this.address = null
    this.asking = null // what is under way
    this.sentAt = 0
    this.unanswered = 0 // messages sent since the last answer
    this.gone = false // whether nothing was there to take the last message, once that is known
    this.shut = false
    this.sentence = "" // why the server could not take the last message, where it said so
    this.knocked = -KNOCK
    this.back = 0 // since when the server is there though nothing that waits was taken; 0 while it is not
  }

  // Messages go there from now on; the answer to one that went elsewhere is not waited for.
  lead(address, headers = {}) {
    this.address = address
    this.headers = { "Content-Type": "application/json", ...headers }
  }

  async send() {
    this.asking?.abort()
    const asking = (this.asking = new AbortController())
    this.sentAt = performance.now()
    this.gone = false // this one is waited for: a server that was just started answers late
    this.unanswered++
    const [status, said] = await this.ask(JSON.stringify(this.owner.message), asking.signal)
    if (this.asking !== asking) return // a later one is under way
    this.asking = null
    this.gone = !status
    this.shut = SHUT.includes(status)
    this.sentence = said?.sentence ?? ""
    if (status !== 200 || !said) return // it is sent again in a while
    this.unanswered = 0
    this.owner.hear(said)
  }

  // The answer's status, 0 for none, and the JSON that it holds, null for none.
  async ask(body, signal) {
    let answer
    try {
      answer = await fetch(this.address, { method: "POST", headers: this.headers, body, signal })
      return [answer.status, await answer.json()]
    } catch {
      return [answer?.status ?? 0, null]
    }
  }

  // The page goes: what waits is sent once more, and what its person holds is free for others soon.
  leave() {
    this.asking?.abort()
    this.asking = null
    const body = JSON.stringify({ ...this.owner.message, leaving: true })
    fetch(this.address, { method: "POST", headers: this.headers, body, keepalive: true }).catch(() => null)
  }

  // Sent after the frame that shows what comes next, so that nothing delays it.
  sendSoon() {
    if (!this.unanswered) setTimeout(() => this.unanswered || this.send())
  }

  get quiet() {
    return performance.now() - this.sentAt
  }

  // Whether something has waited for so long that it is worth a word.
  get late() {
    return this.owner.outbox.patience > PATIENCE
  }

  // Whether the server is there and does not take what waits: then a reload helps.
  get lost() {
    return this.shut || (Boolean(this.back) && performance.now() - this.back > DEAF)
  }

  tick() {
    const wait = this.gone ? GONE : Math.min(AGAIN * Math.max(1, this.unanswered), LONGEST)
    if (this.late) this.knock()
    else this.back = 0
    if ((this.unanswered || this.owner.waiting) && this.quiet > wait) this.send()
  }

  async knock() {
    if (performance.now() - this.knocked < KNOCK) return
    this.knocked = performance.now()
    const answer = await fetch("_stcore/health", { cache: "no-store" }).catch(() => null)
    this.back = answer?.ok ? this.back || performance.now() : 0
  }
}
