// The way to the server: the whole outbox in each message, one message under way at a time, so that no rerun of the page
// interrupts another. It goes past Streamlit's page where the server takes it so, for a run of the page takes both sides
// many times what the answer takes; else by the page, which also says what the desk can't.

const PATIENCE = 4000 // ms until unacknowledged decisions are worth an alarm
// ms until a message that was not answered is sent again: the longer the oftener, for a server that has more to do than
// it can is not helped by more messages
const AGAIN = 3000
const GONE = 1000 // ms until a server that is not there is asked again
const LONGEST = 9000
const KNOCK = 2000 // ms between two looks whether the server is there while something waits
const DEAF = 30000 // ms that a server is there and takes nothing until the page is better loaded anew
const SHUT = 60000 // ms until a server that failed is asked past the page again

class Wire {
  constructor(desk) {
    this.desk = desk
    this.component = null
    this.mount = uuid()
    this.sequence = 0
    this.sent = ""
    this.sentAt = 0
    this.awaiting = false
    this.unanswered = 0 // messages sent since the last answer
    this.missed = 0 // of them those that nothing was there to take
    this.shut = { key: "", until: 0 } // with this secret the server takes nothing past the page
    this.asking = null // what is under way past the page
    this.gone = false // whether nothing was there to take the last message past the page
    this.knocked = -KNOCK
    this.back = 0 // since when the server is there though nothing that waits was taken; 0 while it is not
  }

  send() {
    if (!this.component) return
    const { outbox, line, past } = this.desk
    this.sent = `${this.mount}:${++this.sequence}`
    this.sentAt = performance.now()
    this.awaiting = true
    this.unanswered++
    const gone = this.gone && !this.back // then it is not the way that is at fault
    this.gone = false
    const held = [...[...line.items.values()].map(item => item.version), this.desk.paint.guided ?? "", ...this.desk.left.asked]
    const { version: program } = this.component.data.program
    const message = { program, sequence: this.sent, place: outbox.place, events: outbox.message, held, recent: past.wanted }
    this.asking?.abort()
    const { key } = this.component.data.wire
    const shut = key === this.shut.key && performance.now() < this.shut.until
    const tried = this.unanswered - this.missed
    const other = !gone && tried > 2 && tried % 2 // what is not answered the one way may be the other
    if ((shut || Boolean(this.desk.line.scene?.untold)) !== Boolean(other)) this.component.setStateValue("outbox", message)
    else this.ask(this.component.data.wire, message)
  }

  async ask({ address, header, key }, message) {
    const asking = (this.asking = new AbortController())
    const headers = { "Content-Type": "application/json", [header]: key }
    let answer, scene
    try {
      answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(message), signal: asking.signal })
      scene = answer.ok ? await answer.json() : null
    } catch {
      if (!answer && !asking.signal.aborted && !this.back) this.missed++
      if (!answer) return (this.gone = !asking.signal.aborted) // it is sent again in a while
    }
    if (asking.signal.aborted) return
    if (scene) return this.desk.hear(scene)
    this.shut = { key, until: answer.status < 500 ? Infinity : performance.now() + SHUT }
    this.component.setStateValue("outbox", message)
  }

  // Whether the scene is older than what is known, as the page may repeat one: then it says only what was saved.
  late(scene) {
    const { line, outbox } = this.desk
    if (!line.knows(scene)) return false
    if (scene.place === outbox.place) {
      outbox.settle(scene.acknowledged)
      this.hear(scene, false)
      this.desk.alarm()
    }
    return true
  }

  // Sent after the frame that shows the next sample, so that nothing delays it.
  sendSoon() {
    if (!this.awaiting) setTimeout(() => this.awaiting || this.send())
  }

  // Whether this answers what was sent last.
  hear(scene, first) {
    const answered = scene.reply_to === this.sent
    if (answered || first) {
      this.awaiting = false
      this.unanswered = this.missed = 0
    }
    return answered
  }

  // Goes on sending while there is something that the server has not seen, or that it must send.
  goOn(scene) {
    const fresh = this.desk.outbox.events.some(event => !(event.id in scene.refused))
    const asking = !this.sent && this.desk.left.asked.length > 0
    if (!this.awaiting && (fresh || asking || scene.untold || this.desk.line.lacking)) this.send()
  }

  turn() {
    if (!this.awaiting && this.quiet > AGAIN) this.send()
  }

  get patience() {
    return this.gone ? GONE : Math.min(AGAIN * Math.max(1, this.unanswered), LONGEST)
  }

  get quiet() {
    return performance.now() - this.sentAt
  }

  tick() {
    const { outbox, lease } = this.desk
    if (outbox.patience > PATIENCE) this.knock()
    else this.back = 0
    const free = !this.awaiting && !document.hidden
    if ((outbox.size || this.awaiting) && this.quiet > this.patience) this.send()
    else if (free && this.quiet > AGAIN && this.curious) this.send()
    else if (free && !lease.away && this.quiet > HEARTBEAT) this.send()
  }

  // Whether something is expected of the server: hints under way, or samples that others may give back.
  get curious() {
    const { scene, item } = this.desk.line
    return item ? scene.awaited && !item.hint && !item.hidden : !scene.cell.closed
  }

  async knock() {
    if (performance.now() - this.knocked < KNOCK) return
    this.knocked = performance.now()
    const answer = await fetch("_stcore/health", { cache: "no-store" }).catch(() => null)
    this.back = answer?.ok ? this.back || performance.now() : 0
  }

  // Whether neither way leads to a server that is there: then a reload does.
  get lost() {
    return Boolean(this.back) && performance.now() - this.back > DEAF
  }
}
