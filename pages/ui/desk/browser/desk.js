// The desk: on a key it stores the decision in the outbox and paints the next sample at once; the server hears of it
// right after. One message is under way at a time, so that no rerun of the page interrupts another.

const DWELL = 350 // ms: a second click sooner than this was not meant for the sample that has just appeared
const DOUBLE = 600 // ms: the same for what the system itself calls a double click
const PATIENCE = 4000 // ms until unacknowledged decisions are worth an alarm
const AGAIN = 3000 // ms until a message that was not answered is sent again
const DECISIVE = new Set(["keep", "relabel", "discard", "skip", "undo", "back", "judge", "next"])
const DONE_WORDS = { keep: "Kept", relabel: "Relabelled", discard: "Discarded", skip: "Skipped" }

class Desk {
  constructor(root) {
    this.root = root
    this.paint = new Paint(root)
    this.line = new Line()
    this.watch = new Watch()
    this.lease = new Lease()
    this.deck = new Deck(root, this.paint.at.deck)
    this.entry = new Entry(this)
    this.shortcuts = new Shortcuts(this)
    this.tags = new Tags(this)
    this.mount = uuid()
    this.sequence = 0
    this.awaiting = false
    this.sentAt = 0
    this.shown = null
    this.any = false
    this.back = false
    this.hints = recalled("hints") !== "off"
    this.told = new Set() // second opinions that were called so
    this.listening = new AbortController()
    this.listen(this.listening.signal)
    this.timer = setInterval(() => this.tick(), 500)
  }

  listen(signal) {
    for (const sign of ["keydown", "pointerdown", "wheel"]) addEventListener(sign, event => this.touch(event), { capture: true, passive: false, signal })
    addEventListener("keydown", event => this.shortcuts.key(event), { capture: true, signal })
    this.paint.at.cells.addEventListener("change", event => this.go(event.target), { signal })
    this.root.addEventListener("click", event => this.click(event), { signal })
    document.addEventListener("visibilitychange", () => this.turn(), { signal })
  }

  // Who comes back to the page hears at once what is still theirs.
  turn() {
    this.watch.turn(document.hidden)
    if (!document.hidden && !this.awaiting && performance.now() - this.sentAt > AGAIN) this.send()
  }

  // After a lease without a sign of anybody the first one only asks the server what is still theirs.
  touch(event) {
    if (!this.root.host.isConnected || !this.lease.touch()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    this.paint.away("")
    this.send()
  }

  close() {
    this.listening.abort()
    this.deck.close()
    clearInterval(this.timer)
  }

  // The server's word: what it stored, and what comes next.
  receive(component) {
    const scene = component.data
    this.component = component
    if (this.outbox?.place !== scene.place) {
      this.outbox = new Outbox(scene.place)
      this.drafts = new Drafts(scene.place)
    }
    this.outbox.settle(scene.acknowledged)
    this.outbox.refused = scene.refused
    const first = !this.line.scene
    if (scene.reply_to === this.sent || first) this.awaiting = false
    const lost = scene.lost.includes(this.line.current)
    if (lost) this.line.current = null
    this.line.receive(scene, this.outbox)
    this.draw()
    const late = scene.recent.some(past => past.second && scene.acknowledged.includes(past.id) && !this.told.has(past.id) && this.told.add(past.id))
    if (lost || late) this.refuse(late ? SECOND : LOST)
    const fresh = this.outbox.events.some(event => !(event.id in scene.refused))
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
    if (!this.line.scene) return
    const quiet = performance.now() - this.sentAt
    if (this.outbox.patience > PATIENCE) this.knock()
    else this.back = false
    if (this.outbox.size && quiet > AGAIN) this.send()
    else if (!this.awaiting && !document.hidden && quiet > AGAIN && this.curious()) this.send()
    else if (!this.lease.away && !this.awaiting && !document.hidden && quiet > HEARTBEAT) this.send()
    if (this.line.item && this.lease.lapses(this.line.scene.lease)) this.paint.away(LEFT(this.line.scene.lease))
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
    const { scene, item } = this.line
    return item ? scene.awaited && !item.hint : !scene.cell.closed
  }

  // The note being written on the sample that is shown.
  get note() {
    return this.line.current ? this.drafts.of(this.line.current).trim() : ""
  }

  decide(verdict, more = {}) {
    const item = this.line.item
    if (!item) return
    const seen = { note: this.note, hints: this.hints && Boolean(item.hint), milliseconds: this.watch.milliseconds }
    this.outbox.add({ candidate: item.id, ticket: item.ticket, verdict, ...more, ...seen })
    if (verdict !== "skip") this.drafts.put(item.id, "") // what is skipped comes back, with its note
    this.line.settle(this.outbox)
    const detail = (this.line.scene.tagging && verdict === "relabel" && "new tags") || more.label || more.reason
    this.after(`${DONE_WORDS[verdict]}${detail ? `: ${detail}` : ""}.`)
  }

  // What is shown is right: the label, or the tags, with those that were changed.
  keep() {
    this.tags.changed ? this.decide("relabel", { label: this.tags.label }) : this.decide("keep")
  }

  relabel(label) {
    if (label === this.line.item?.gold) return this.refuse(`It is labelled ${label} already: press K to keep it.`)
    this.decide("relabel", { label })
  }

  undo(past = this.line.history(this.outbox)[0]) {
    if (!past) return this.refuse("There is nothing to undo.")
    const ticket = past.ticket ?? this.line.items.get(past.candidate)?.ticket
    this.outbox.add({ candidate: past.candidate, ticket, verdict: "undo", undoes: past.id, hints: this.hints })
    this.line.current = null
    this.line.settle(this.outbox)
    if (past.verdict === "relabel" && this.line.scene.tagging) this.tags.drafts.set(past.candidate, past.detail.split(" "))
    if (past.note) this.drafts.put(past.candidate, past.note)
    this.after("Taken back.")
  }

  // A sample that a verdict was carried over to is shown after all, to be judged by itself.
  judge(candidate) {
    this.line.ask(candidate)
    this.paint.fold()
    this.draw()
    this.announce(this.line.item?.snippet ?? "")
  }

  after(announcement) {
    this.any = true
    this.paint.fold()
    this.draw()
    const next = this.line.item
    this.announce(next ? `${announcement} Next: ${next.snippet}` : announcement)
    this.sendSoon()
  }

  draw() {
    const { line, outbox, paint } = this
    const { scene, item } = line
    if (line.current !== this.shown) {
      this.watch.start()
      this.deck.rewind()
    }
    this.shown = line.current
    paint.choices(scene)
    paint.item(item, scene.awaited)
    this.tags.show(item, scene)
    paint.clear(item, scene, outbox.size > 0)
    paint.header(scene)
    paint.aside(scene, line.history(outbox), line.items)
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

  // What can't be done is said where it is seen, until something else is done or some seconds have passed.
  refuse(text) {
    this.announce(text)
    this.paint.say(text)
  }

  click(event) {
    const button = event.target.closest("[data-do]")
    if (!button) return
    const { do: name, value } = button.dataset
    const seen = Math.min(this.watch.shown, performance.now() - this.lease.woken)
    const hasty = event.detail > 0 && seen < (event.detail > 1 ? DOUBLE : DWELL)
    if (DECISIVE.has(name) && hasty) return
    this.perform(name, value, button)
  }

  perform(name, value, button) {
    this.paint.say("")
    if (name === "keep") this.keep()
    else if (name === "skip") this.decide(name)
    else if (name === "arrow") this.tags.move(value)
    else if (name === "word") this.choose(Number(value))
    else if (name === "tag") this.tags.put(value)
    else if (name === "retag") this.tags.reset()
    else if (name === "relabel") this.relabel(value)
    else if (name === "discard") this.decide("discard", { reason: value })
    else if (name === "undo") this.undo()
    else if (name === "back") this.undo(this.line.history(this.outbox).find(past => past.id === value))
    else if (name === "judge") this.judge(value)
    else if (name === "next") this.go({ value: this.line.scene.next.id })
    else if (name === "note" || name === "label") this.entry.open(name)
    else if (name === "hints") this.toggleHints()
    else if (name === "close") this.paint.fold(true)
    else if (name === "open") this.unfold(button)
    else if (name === "guidelines" || name === "help") this.paint.sheet(name)
    else if (name === "reload") location.reload()
    else if (name === "retry") this.send()
    else if (name === "drop") this.drop()
  }

  // Where the tags are folded away under a button they come out with the word.
  choose(i) {
    this.tags.choose(i)
    const head = this.paint.at.relabel.querySelector(".head")
    if (head.offsetParent && !this.paint.at.relabel.classList.contains("open")) this.paint.unfold(head)
  }

  unfold(button) {
    this.paint.unfold(button)
    if (this.entry.opened) this.entry.filter(this.entry.input)
  }

  toggleHints() {
    this.hints = !this.hints
    remember("hints", this.hints ? "on" : "off")
    this.paint.own(this.note, this.hints)
    this.announce(this.hints ? "Hints are shown." : "Hints are hidden.")
  }

  go(target) {
    target.blur?.() // the keys are for deciding again
    this.component.setTriggerValue("goto", target.value)
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
  desks.get(root).receive(component)
  // Streamlit may call this for a visit that a newer one has replaced: the desk stays as long as it is on the page.
  return () => root.host.isConnected || desks.get(root)?.close()
}
