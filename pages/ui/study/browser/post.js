// The way to the server: the whole outbox in each message, one message under way at a time.

// ms until a message that was not answered is sent again: the longer the oftener, for a server that has more to do than
// it can is not helped by more messages
const AGAIN = 3000
const LONGEST = 9000
const GONE = 1000 // ms until a server that is not there is asked again
const KNOCK = 2000 // ms between two looks whether the server is there while something waits
const PATIENCE = 5000 // ms until answers that are not saved are worth a word

class Post {
  constructor(study) {
    this.study = study
    this.mount = uuid()
    this.sequence = 0
    this.awaiting = false
    this.unanswered = 0 // messages sent since the last answer
    this.sentAt = 0
    this.gone = false // whether nothing was there to take the last message
    this.knocked = -KNOCK
    this.back = false // whether the server is there though what waits is not saved
    this.troubled = false // whether the server said that it can neither read nor save
  }

  send() {
    const { outbox, course, scene } = this.study
    this.sent = `${this.mount}:${++this.sequence}`
    this.sentAt = performance.now()
    this.awaiting = true
    this.gone = false
    this.unanswered++
    const { version: program } = scene.program
    const message = { program, sequence: this.sent, place: outbox.place, events: outbox.message, held: course.book.version ?? "" }
    this.study.send(message)
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

  get patience() {
    return this.gone ? GONE : Math.min(AGAIN * Math.max(1, this.unanswered), LONGEST)
  }

  tick() {
    if (this.late) this.knock()
    else this.back = false
    const quiet = performance.now() - this.sentAt
    if ((this.study.outbox.size || this.troubled) && quiet > this.patience) this.send()
  }

  async knock() {
    if (performance.now() - this.knocked < KNOCK) return
    this.knocked = performance.now()
    const answer = await fetch("_stcore/health", { cache: "no-store" }).catch(() => null)
    this.back = Boolean(answer?.ok)
  }
}
