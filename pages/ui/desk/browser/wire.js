// The way to the server: the whole outbox in each message, one message under way at a time, so that no rerun of the page
// interrupts another. It goes past Streamlit's page where the server takes it so, for a run of the page takes both sides
// many times what the answer takes; else by the page, which also says what the desk can't.

const PATIENCE = 4000 // ms until unacknowledged decisions are worth an alarm
// ms until a message that was not answered is sent again: the longer the oftener, for a server that has more to do than
// it can is not helped by more messages
const AGAIN = 3000
const LONGEST = 9000

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
    this.shut = "" // the secret with which the server takes nothing past the page
    this.asking = null // what is under way past the page
    this.back = false // whether the server answers again though this page has lost it
  }

  send() {
    if (!this.component) return
    const { outbox, line, past } = this.desk
    this.sent = `${this.mount}:${++this.sequence}`
    this.sentAt = performance.now()
    this.awaiting = true
    this.unanswered++
    const held = [...[...line.items.values()].map(item => item.version), this.desk.paint.guided ?? "", ...this.desk.left.asked]
    const { version: program } = this.component.data.program
    const message = { program, sequence: this.sent, place: outbox.place, events: outbox.message, held, recent: past.wanted }
    const { wire } = this.component.data
    if (wire.key === this.shut || this.desk.line.scene?.untold) this.component.setStateValue("outbox", message)
    else this.ask(wire, message)
  }

  async ask({ address, header, key }, message) {
    this.asking?.abort()
    const asking = (this.asking = new AbortController())
    const headers = { "Content-Type": "application/json", [header]: key }
    try {
      const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(message), signal: asking.signal })
      if (answer.ok) return this.desk.hear(await answer.json())
      this.shut = key
    } catch {
      return // aborted, or the server can't be reached: it is sent again in a while
    }
    if (this.asking === asking) this.component.setStateValue("outbox", message)
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
      this.unanswered = 0
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
    return Math.min(AGAIN * Math.max(1, this.unanswered), LONGEST)
  }

  get quiet() {
    return performance.now() - this.sentAt
  }

  tick() {
    const { outbox, lease } = this.desk
    if (outbox.patience > PATIENCE) this.knock()
    else this.back = false
    const free = !this.awaiting && !document.hidden
    if (outbox.size && this.quiet > this.patience) this.send()
    else if (free && this.quiet > AGAIN && this.curious) this.send()
    else if (free && !lease.away && this.quiet > HEARTBEAT) this.send()
  }

  // Whether something is expected of the server: hints under way, or samples that others may give back.
  get curious() {
    const { scene, item } = this.desk.line
    return item ? scene.awaited && !item.hint && !item.hidden : !scene.cell.closed
  }

  // Streamlit may not find a restarted app again by itself: then a reload does.
  async knock() {
    try {
      const answer = await fetch("_stcore/health", { cache: "no-store" })
      this.back = answer.ok
    } catch {
      this.back = false
    }
  }
}
