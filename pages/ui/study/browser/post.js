// The way to the server: the whole outbox in each message, one message under way at a time, so that no rerun of the page
// interrupts another.

// ms until a message that was not answered is sent again: the longer the oftener, for a server that has more to do than
// it can is not helped by more messages
const AGAIN = 3000
const LONGEST = 9000
const PATIENCE = 5000 // ms until answers that are not saved are worth a word
const STUCK = 12000 // ms after which a page that the server answers, but not through its own line, is loaded anew
const BETWEEN = 30000 // ms between two such loads

class Post {
  constructor(study) {
    this.study = study
    this.component = null
    this.mount = uuid()
    this.sequence = 0
    this.awaiting = false
    this.unanswered = 0 // messages sent since the last answer
    this.sentAt = 0
    this.back = false // whether the server answers again though this page has lost it
    this.troubled = false // whether the server said that it can neither read nor save
  }

  send() {
    if (!this.component) return
    const { outbox, course } = this.study
    this.sent = `${this.mount}:${++this.sequence}`
    this.sentAt = performance.now()
    this.awaiting = true
    this.unanswered++
    const { version: program } = this.component.data.program
    const message = { program, sequence: this.sent, place: outbox.place, events: outbox.message, held: course.book.version ?? "" }
    this.component.setStateValue("outbox", message)
  }

  // Sent after the frame that shows the next screen, so that nothing delays it.
  soon() {
    if (!this.awaiting) setTimeout(() => this.awaiting || this.send())
  }

  hear(scene, first) {
    if (scene.reply_to !== this.sent && !first) return
    this.awaiting = false
    this.unanswered = 0
  }

  // Whether something has waited for so long that it is worth a word.
  get late() {
    return this.study.outbox.patience > PATIENCE
  }

  tick() {
    if (this.late) this.knock()
    else this.back = false
    const quiet = performance.now() - this.sentAt
    const patience = Math.min(AGAIN * Math.max(1, this.unanswered), LONGEST)
    if ((this.study.outbox.size || this.troubled) && quiet > patience) this.send()
  }

  // Streamlit may not find a restarted app again by itself: then loading the page anew does, and nothing is lost by it.
  async knock() {
    try {
      this.back = (await fetch("_stcore/health", { cache: "no-store" })).ok
    } catch {
      this.back = false
    }
    const { course, outbox } = this.study
    const last = course.read("loaded", 0)
    if (!this.back || !this.lasting || outbox.patience < STUCK || Date.now() - last < BETWEEN) return
    course.write("loaded", Date.now())
    location.reload()
  }

  // Whether all that waits would be there after a reload: a private window may keep nothing.
  get lasting() {
    const { events, prefix } = this.study.outbox
    try {
      return events.every(({ id }) => localStorage.getItem(prefix + id) !== null)
    } catch {
      return false
    }
  }
}
