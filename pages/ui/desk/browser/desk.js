// The desk: on a key it stores the decision in the outbox and paints the next sample at once; the server hears of it
// right after.

const DWELL = 350 // ms: a second click sooner than this was not meant for the sample that has just appeared
const DOUBLE = 600 // ms: the same for what the system itself calls a double click
const TOLD = 15000 // ms that a sentence stays which is not about the sample
const SIGNED_OUT = "You are signed out or can no longer decide here: reload the page. Unsaved decisions are kept in this browser."
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
    this.keys = new Keys(this)
    this.shortcuts = new Shortcuts(this)
    this.tags = new Tags(this)
    this.past = new Past(this)
    this.flags = new Flags(this)
    this.scale = new Scale(this)
    this.left = new Left(this)
    this.again = new Again()
    this.taken = new Map() // decisions taken back in this visit, by candidate, until the sample is decided anew
    this.zoom = new Zoom(this)
    this.wire = new Wire(this)
    this.id = uuid() // tells this desk from others of the same person
    this.shown = null
    this.any = false
    this.waking = false // whether the server is asked what is still theirs
    this.hints = preferences.get("hints") !== "off"
    this.told = new Set() // second opinions and extra judgements that were called so
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
    addEventListener("focus", () => this.look(), { signal }) // from a window beside this one
    addEventListener("pagehide", () => this.seat && this.wire.leave(), { signal })
  }

  // Who comes back to the page hears at once what is still theirs.
  turn() {
    this.watch.turn(document.hidden)
    if (!document.hidden) this.look()
  }

  look() {
    if (!this.wire.unanswered && this.wire.quiet > AGAIN) this.wire.send()
  }

  // After a lease without a sign of anybody the first one only asks the server what is still theirs.
  touch(event) {
    if (!this.root.host.isConnected || !this.lease.touch()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    this.paint.away("")
    this.waking = true
    this.wire.send()
  }

  close() {
    if (this.seat) this.wire.leave()
    this.listening.abort()
    this.deck.close()
    clearInterval(this.timer)
  }

  // The page's word: who sits here, by the place of their outbox, and where messages go.
  sit(component) {
    const { place, address, header, seat } = component.data
    this.component = component
    if (this.outbox?.place !== place) {
      this.outbox = new Outbox(place)
      this.any = this.waiting > 0 // what was found here is told to be saved, once it is
      this.keys.unsent = null // those of whoever sat here before
      this.drafts = new Drafts(place)
      this.flagging = new Drafts(place, "flag")
      this.numbers = new Drafts(place, "number")
      this.tags.drafts = new TagDrafts(place)
      this.left.at(place)
      this.line = new Line()
    }
    if (this.seat === seat) return
    if (this.seat) this.wire.leave() // the cell before
    this.seat = seat // it says which cell, too
    this.wire.lead(address, { [header]: seat })
    this.wire.send()
  }

  get message() {
    const held = [...[...this.line.items.values()].map(item => item.version), this.paint.guided ?? "", ...this.left.asked]
    return { desk: this.id, place: this.outbox.place, events: this.outbox.message, held, recent: this.past.wanted, keys: this.keys.unsent }
  }

  get waiting() {
    return this.outbox.size
  }

  // The server's word: what it stored, and what comes next.
  hear(scene) {
    if (scene.program !== PARTS.version) return location.reload() // the server is another by now; what waits is kept
    this.outbox.settle(scene.acknowledged)
    this.outbox.refused = scene.refused
    const before = this.line.current
    const lost = scene.lost.includes(before)
    const elsewhere = this.line.decidedElsewhere(scene, this.outbox)
    const hurried = scene.hurried && !this.line.scene?.hurried // once a streak
    if (lost || elsewhere) this.line.current = null
    this.paint.open()
    this.line.receive(scene, this.outbox)
    this.keys.hear(scene)
    this.left.hear(before)
    this.draw()
    const late = scene.recent.some(past => past.second && scene.acknowledged.includes(past.id) && !this.told.has(past.id) && this.told.add(past.id))
    if (scene.extra.some(id => !this.told.has(id) && this.told.add(id))) this.refuse(EXTRA)
    else if (lost || late) this.refuse(late ? SECOND : LOST)
    else if (elsewhere) this.refuse(ELSEWHERE)
    else if (this.waking && this.line.item) this.refuse(STILL)
    this.waking = false
    for (const sentence of hurried ? [scene.hurried, ...scene.unread] : scene.unread) this.tell(sentence)
    const fresh = this.outbox.events.some(event => !(event.id in scene.refused))
    if (fresh || this.line.lacking) this.wire.send()
  }

  // What stays until it is read, or a quarter of a minute has passed.
  tell(sentence) {
    clearTimeout(this.telling)
    this.announce(sentence)
    this.paint.tell(sentence)
    if (sentence) this.telling = setTimeout(() => this.tell(""), TOLD)
  }

  tick() {
    if (!this.root.host.isConnected) return this.close()
    this.wire.tick()
    if (!this.line.scene) return this.opening()
    this.stir()
    uncover(this.root.host)
    if (this.line.item && this.lease.lapses(this.line.scene.lease)) this.paint.away(LEFT(this.line.scene.lease))
    this.alarm()
  }

  // Until the server has said what comes first.
  opening() {
    const { unanswered, sentence, shut } = this.wire
    if (shut) this.paint.write("opening", SIGNED_OUT)
    else if (unanswered > 1) this.paint.write("opening", sentence || "The app does not respond. This page keeps trying.")
  }

  // Asks where something is expected of the server, hints under way or samples that others may give back, and lets it
  // hear at times that somebody is here.
  stir() {
    const { scene, item } = this.line
    const curious = item ? scene.awaited && !item.hint && !item.hidden : !scene.cell.closed
    const { quiet, unanswered } = this.wire
    if (unanswered || document.hidden) return
    if ((curious && quiet > AGAIN) || (!this.lease.away && quiet > HEARTBEAT)) this.wire.send()
  }

  // The note being written on the sample that is shown.
  get note() {
    return this.line.current ? this.drafts.of(this.line.current).trim() : ""
  }

  decide(verdict, more = {}) {
    const item = this.line.item
    if (!item) return
    this.flags.beforeDeciding(item)
    const seen = { note: this.note, hints: this.hints && Boolean(item.hint), milliseconds: this.watch.milliseconds }
    this.outbox.add({ candidate: item.id, ticket: item.ticket, verdict, ...more, ...seen })
    this.again.clear()
    this.taken.delete(item.id)
    if (verdict !== "skip") this.settled(item.id) // what is skipped comes back, with what was typed
    this.line.settle(this.outbox)
    const detail = (this.line.scene.tagging && verdict === "relabel" && "new tags") || more.label || more.reason
    this.after(`${DONE_WORDS[verdict]}${detail ? `: ${detail}` : ""}.`)
  }

  // What is shown is right: the label, or the tags, with those that were changed.
  keep() {
    const { tags, scale } = this
    if (scale.changed && !scale.value) return this.refuse(asked(this.line.scene.scale))
    if (scale.changed) this.decide("relabel", { label: scale.value })
    else tags.changed ? this.decide("relabel", { label: tags.label }) : this.decide("keep")
  }

  relabel(label) {
    if (label === this.line.item?.gold) return this.refuse(`This sample already has the label ${label}: press ${this.keys.printed("keep")} to keep it.`)
    this.decide("relabel", { label })
  }

  // Nothing is being typed for this sample any more.
  settled(candidate) {
    for (const typed of [this.drafts, this.numbers]) typed.set(candidate, "")
    this.tags.drafts.delete(candidate)
    this.left.settled(candidate)
  }

  undo(past = this.line.history(this.outbox)[0]) {
    if (!past) return this.refuse("There is nothing to undo.")
    if (!past.ticket) return this.refuse("That sample is still loading. Try again in a moment.")
    this.outbox.add({ candidate: past.candidate, ticket: past.ticket, verdict: "undo", undoes: past.id, hints: this.hints })
    this.again.push(past)
    this.taken.set(past.candidate, past)
    this.line.ask(past.candidate)
    this.line.settle(this.outbox)
    if (past.verdict === "relabel" && this.line.scene.tagging) this.tags.drafts.set(past.candidate, past.detail.split(" "))
    if (past.verdict === "relabel" && this.line.scene.number) this.numbers.set(past.candidate, past.detail)
    if (past.note) this.drafts.set(past.candidate, past.note)
    this.after(`Undone: ${this.called(past)}. ${this.keys.printed("redo")} redoes it.`, "Shown again")
  }

  // What was taken back last is decided the same way once more, with the note as it reads by now.
  redo() {
    const past = this.again.pop()
    if (!past) return this.refuse("There is nothing to redo.")
    const { candidate, ticket, verdict, detail, milliseconds, hints } = past
    const answer = { relabel: { label: detail }, discard: { reason: detail } }[verdict]
    this.outbox.add({ candidate, ticket, verdict, ...answer, note: this.drafts.of(candidate).trim(), hints, milliseconds })
    if (verdict !== "skip") this.settled(candidate)
    this.taken.delete(candidate)
    this.line.settle(this.outbox)
    this.after(`Decided again: ${this.called(past)}.`)
  }

  // A decision in words: its answer where it has one that is short.
  called(past) {
    return inWords(past.verdict, this.line.scene.tagging && past.verdict === "relabel" ? "new tags" : past.detail)
  }

  // A sample that a verdict was carried over to is shown after all, to be judged by itself.
  judge(candidate) {
    this.line.ask(candidate)
    this.paint.fold()
    this.draw()
    this.focus()
    this.announce(this.line.item?.snippet ?? "")
  }

  after(announcement, then = "Next") {
    this.any = true
    this.paint.fold()
    this.draw()
    this.focus()
    const next = this.line.item
    this.announce(next ? `${announcement} ${then}: ${next.snippet}` : announcement)
    this.wire.sendSoon()
  }

  draw() {
    const { line, outbox, paint } = this
    const { scene, item } = line
    if (line.current !== this.shown) {
      this.watch.start()
      if (this.shown) this.paint.fold() // a box that stayed open would take what is typed for the next sample
      this.deck.rewind()
    }
    this.shown = line.current
    paint.choices(scene, this.keys)
    paint.item(item, scene.awaited)
    this.tags.show(item, scene)
    this.scale.show(item, scene)
    paint.clear(item, scene, outbox.size > 0)
    paint.header(scene)
    this.again.at(outbox.place, scene.cell.id)
    this.past.show(line.history(outbox))
    paint.aside(scene, line.items)
    this.own()
    this.alarm()
  }

  // A note or a flag that is typed and not sent yet is let go.
  dropDraft(drafts) {
    drafts.set(this.line.current, "")
    this.own()
    this.focus()
    this.announce("The draft is deleted.")
  }

  // What is one's own about the sample: earlier verdict, note and flag; and whether hints are shown.
  own() {
    this.paint.own(this.earlier, this.note, this.flags.words, Boolean(this.flags.draftShown), this.hints)
  }

  // What this person said of the sample before: taken back here, carried over, or standing where a link opened it anew.
  get earlier() {
    const { current, scene, asked } = this.line
    const known = [...this.again.list, ...scene.earlier, ...(asked.has(current) ? scene.carried : [])]
    const past = this.taken.get(current) ?? known.find(one => one.candidate === current)
    return past ? earlierInWords(past, scene.tagging) : ""
  }

  // After a flag was put or taken back the same sample stays.
  flagged(announcement) {
    this.focus()
    this.paint.fold()
    this.draw()
    this.refuse(announcement)
    this.wire.sendSoon()
  }

  alarm() {
    const { size, refused } = this.outbox
    const { late, lost, shut, sentence } = this.wire
    this.any ||= size > 0
    this.paint.saved(size, this.any)
    this.paint.banner(size, Object.values(refused), shut ? SIGNED_OUT : sentence, late || shut, lost)
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
    if (DECISIVE.has(name) && hasty) return this.refuse(event.detail > 1 ? DOUBLED : SOON)
    this.perform(name, value, button)
  }

  perform(name, value, button) {
    if (!this.line.scene) return
    this.paint.say("")
    this.keys.action = null
    ACTS[name]?.(this, value, button)
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

  // The keys are for the sample again, whatever had the focus.
  focus() {
    const { card, clear } = this.paint.at
    const at = this.line.item ? card : clear
    if (this.root.activeElement !== at) at.focus({ preventScroll: true })
  }

  toggleHints() {
    this.hints = !this.hints
    preferences.set("hints", this.hints ? "on" : "off")
    this.own()
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
    this.wire.send()
  }
}

const desks = new WeakMap()

export default function (component) {
  const root = component.parentElement
  if (!desks.has(root)) {
    root.append(element("style", {}, PARTS.css), document.createRange().createContextualFragment(PARTS.html))
    desks.set(root, new Desk(root))
  }
  desks.get(root).sit(component)
  // Streamlit may call this for a visit that a newer one has replaced: the desk stays as long as it is on the page.
  return () => root.host.isConnected || desks.get(root)?.close()
}
