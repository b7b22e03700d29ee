// The desk: on a key it stores the decision in the outbox and paints the next sample at once; the server hears of it
// right after. One message is under way at a time, so that no rerun of the page interrupts another.

const DWELL = 350 // ms: a second click sooner than this was not meant for the sample that has just appeared
const DOUBLE = 600 // ms: the same for what the system itself calls a double click
const PATIENCE = 4000 // ms until unacknowledged decisions are worth an alarm
const AGAIN = 3000 // ms until a message that was not answered is sent again
const DECISIVE = new Set(["keep", "relabel", "discard", "skip", "undo", "back", "next"])
const SAID = { keep: "Kept", relabel: "Relabelled", discard: "Discarded", skip: "Skipped" }

class Desk {
  constructor(root) {
    this.root = root
    this.paint = new Paint(root)
    this.line = new Line()
    this.watch = new Watch()
    this.entry = new Entry(this)
    this.mount = uuid()
    this.sequence = 0
    this.awaiting = false
    this.sentAt = 0
    this.shown = null
    this.note = ""
    this.any = false
    this.back = false
    this.hints = recalled("hints") !== "off"
    this.listening = new AbortController()
    this.listen(this.listening.signal)
    this.timer = setInterval(() => this.tick(), 500)
  }

  listen(signal) {
    addEventListener("keydown", event => this.key(event), { capture: true, signal })
    this.paint.at.cells.addEventListener("change", event => this.go(event.target), { signal })
    this.root.addEventListener("click", event => this.click(event), { signal })
    document.addEventListener("visibilitychange", () => this.watch.turn(document.hidden), { signal })
  }

  close() {
    this.listening.abort()
    clearInterval(this.timer)
  }

  // The server's word: what it stored, and what comes next.
  hear(component) {
    const told = component.data
    this.component = component
    if (this.outbox?.place !== told.place) this.outbox = new Outbox(told.place)
    this.outbox.settle(told.acknowledged)
    this.outbox.refused = told.refused
    const first = !this.line.told
    if (told.answers === this.sent || first) this.awaiting = false
    this.line.hear(told, this.outbox)
    this.draw()
    const fresh = this.outbox.events.some(event => !(event.id in told.refused))
    if (!this.awaiting && (fresh || this.line.lacking)) this.send()
  }

  send() {
    if (!this.component) return
    this.sent = `${this.mount}:${++this.sequence}`
    this.sentAt = performance.now()
    this.awaiting = true
    const held = [...this.line.items.values()].map(item => item.version)
    this.component.setStateValue("outbox", { sequence: this.sent, place: this.outbox.place, events: this.outbox.message, held })
  }

  // Sent after the frame that shows the next sample, so that nothing delays it.
  sendSoon() {
    if (!this.awaiting) setTimeout(() => this.awaiting || this.send())
  }

  tick() {
    if (!this.root.host.isConnected) return this.close()
    if (!this.line.told) return
    const quiet = performance.now() - this.sentAt
    if (this.outbox.patience > PATIENCE) this.knock()
    else this.back = false
    if (this.outbox.size && quiet > AGAIN) this.send()
    else if (!this.awaiting && !document.hidden && quiet > AGAIN && this.curious()) this.send()
    this.alarm()
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

  // Whether something is expected of the server: hints under way, or samples that others may give back.
  curious() {
    const { told, item } = this.line
    return item ? told.awaited && !item.hint : !told.cell.closed
  }

  decide(verdict, more = {}) {
    const item = this.line.item
    if (!item) return
    const seen = { note: this.note, hints: this.hints && Boolean(item.hint), milliseconds: this.watch.milliseconds }
    this.outbox.add({ candidate: item.id, verdict, ...more, ...seen })
    this.note = ""
    this.line.settle(this.outbox)
    this.after(`${SAID[verdict]}${more.label || more.reason ? `: ${more.label || more.reason}` : ""}.`)
  }

  relabel(label) {
    if (label === this.line.item?.gold) return this.announce(`It is ${label} already; K keeps it.`)
    this.decide("relabel", { label })
  }

  undo(past = this.line.history(this.outbox)[0]) {
    if (!past) return this.announce("There is nothing to undo.")
    this.outbox.add({ candidate: past.candidate, verdict: "undo", undoes: past.id, hints: this.hints })
    this.line.current = null
    this.line.settle(this.outbox)
    this.note = past.note || ""
    this.after("Taken back.")
  }

  after(said) {
    this.any = true
    this.paint.fold()
    this.draw()
    const next = this.line.item
    this.announce(next ? `${said} Next: ${next.snippet}` : said)
    this.sendSoon()
  }

  draw() {
    const { line, outbox, paint } = this
    const { told, item } = line
    if (line.current !== this.shown) this.watch.start()
    this.shown = line.current
    paint.answers(told)
    paint.item(item, told.awaited)
    paint.clear(item, told, outbox.size > 0)
    paint.header(told)
    paint.aside(told, line.history(outbox), line.items)
    paint.own(this.note, this.hints)
    this.alarm()
  }

  alarm() {
    const { size, refused, patience } = this.outbox
    this.any ||= size > 0
    this.paint.saved(size, this.any)
    this.paint.banner(size, Object.values(refused), patience > PATIENCE, this.back)
  }

  announce(text) {
    this.paint.at.live.textContent = text
  }

  key(event) {
    const { root, entry } = this
    if (!root.host.isConnected) return this.close()
    if (!meantForUs(event, root)) return
    const within = event.composedPath()[0]
    if (within instanceof Element && within.matches(TYPING)) return entry.key(event, within)
    const key = keyOf(event)
    if (key === "Enter" && (!this.paint.at.next.hidden && !within.closest("button, a, summary"))) return this.act(event, "next")
    const reason = this.line.told?.reasons.find(([letter]) => letter.toLowerCase() === key)
    if (/^[1-9]$/.test(key)) this.digit(event, Number(key))
    else if (reason) this.act(event, "discard", reason[1])
    else if (KEYS[key]) this.act(event, KEYS[key])
    else if (event.repeat && root.contains(within)) event.preventDefault() // a held Enter must not press a button again
  }

  digit(event, n) {
    const { labels, number } = this.line.told
    if (!number && labels.length <= 9 && n <= labels.length) this.act(event, "relabel", labels[n - 1])
  }

  // What a key does, once: a key held down decides nothing it was not pressed for.
  act(event, name, value) {
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) this.perform(name, value)
  }

  click(event) {
    const button = event.target.closest("[data-do]")
    if (!button) return
    const { do: name, value } = button.dataset
    const hasty = event.detail > 0 && this.watch.shown < (event.detail > 1 ? DOUBLE : DWELL)
    if (DECISIVE.has(name) && hasty) return
    this.perform(name, value, button)
  }

  perform(name, value, button) {
    if (name === "keep" || name === "skip") this.decide(name)
    else if (name === "relabel") this.relabel(value)
    else if (name === "discard") this.decide("discard", { reason: value })
    else if (name === "undo") this.undo()
    else if (name === "back") this.undo(this.line.history(this.outbox).find(past => past.id === value))
    else if (name === "next") this.go({ value: this.line.told.next.id })
    else if (name === "note" || name === "label") this.entry.open(name)
    else if (name === "hints") this.toggleHints()
    else if (name === "close") this.paint.fold(true)
    else if (name === "open") this.paint.unfold(button)
    else if (name === "guidelines" || name === "help") this.paint.sheet(name)
    else if (name === "reload") location.reload()
    else if (name === "retry") this.send()
    else if (name === "drop") this.drop()
  }

  toggleHints() {
    this.hints = !this.hints
    remember("hints", this.hints ? "on" : "off")
    this.paint.own(this.note, this.hints)
    this.announce(this.hints ? "Hints are shown." : "Hints are hidden.")
  }

  go(wanted) {
    wanted.blur?.() // the keys are for deciding again
    this.component.setTriggerValue("goto", wanted.value)
  }

  drop() {
    this.outbox.settle(Object.keys(this.outbox.refused))
    this.line.settle(this.outbox)
    this.draw()
    this.send()
  }
}

const desks = new WeakMap()

export default function (component) {
  const root = component.parentElement
  if (!desks.has(root)) desks.set(root, new Desk(root))
  desks.get(root).hear(component)
  // Streamlit may call this for a visit that a newer one has replaced: the desk stays as long as it is on the page.
  return () => root.host.isConnected || desks.get(root)?.close()
}
