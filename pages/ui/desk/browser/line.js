// What comes next and what came before, worked out from the server's last word and the outbox. Nothing is counted.

class Line {
  constructor() {
    this.items = new Map() // by candidate id: all that may be painted
    this.scene = null // the server's last payload
    this.current = null // the candidate on the screen
    this.asked = new Set() // what this person wants to judge, be the cell open or not: taken back, or carried over
  }

  receive(scene, outbox) {
    if (this.scene && this.scene.cell.id !== scene.cell.id) {
      this.current = null
      this.asked.clear()
    }
    this.scene = scene
    for (const id of [...scene.lost, ...scene.decided]) if (!this.pending(outbox).has(id)) this.asked.delete(id)
    for (const item of Object.values(scene.items)) this.items.set(item.id, item)
    for (const id of [...scene.first].reverse()) this.asked.add(id) // opened by a link
    this.forget(outbox)
    this.settle(outbox)
  }

  // Where the outbox has not arrived yet, it says which candidates are decided and which were taken back.
  pending(outbox) {
    const open = new Map()
    for (const { candidate, verdict } of outbox.events.filter(decides)) {
      open.delete(candidate) // so that the order is that of the last word on each
      open.set(candidate, verdict === "undo")
    }
    return open
  }

  // The candidates to look at, in order. The one on the screen stays there until it is decided.
  waiting(outbox) {
    if (!this.scene) return []
    const open = this.pending(outbox)
    const taken_back = [...open.keys()].filter(id => open.get(id)).reverse()
    const { closed, halted } = this.scene.cell
    const staying = this.current && (this.asked.has(this.current) || !(closed || halted)) ? [this.current] : []
    const ids = [...staying, ...taken_back, ...[...this.asked].reverse(), ...this.scene.queue]
    return [...new Set(ids)].filter(id => this.items.has(id) && open.get(id) !== false)
  }

  settle(outbox) {
    for (const [id, undone] of this.pending(outbox)) if (!undone) this.asked.delete(id)
    const waiting = this.waiting(outbox)
    if (!waiting.includes(this.current)) this.current = waiting[0] ?? null
  }

  // Whether what is on the screen was decided by the same person, but not here: nothing is on its way from here.
  decidedElsewhere(scene, outbox) {
    return scene.decided.includes(this.current) && !this.pending(outbox).has(this.current)
  }

  // Whether the server takes this page for one that holds more than it does.
  get lacking() {
    const past = [...this.scene.recent, ...this.scene.carried].map(one => one.candidate)
    return [...this.scene.queue, ...past].some(id => !this.items.has(id))
  }

  get item() {
    return this.current ? this.items.get(this.current) : null
  }

  // Put this candidate on the screen, though a verdict was carried over to it or the cell is closed.
  ask(id) {
    if (this.items.has(id)) this.asked.add((this.current = id))
  }

  // Decisions that stand, the newest first: those under way, then those the server knows.
  history(outbox) {
    const undone = new Set(outbox.events.map(event => event.undoes).filter(Boolean))
    const under_way = outbox.events
      .filter(event => decides(event) && event.verdict !== "undo" && !undone.has(event.id))
      .map(event => ({ ...event, detail: event.label || event.reason || "", at: event.made, under_way: true }))
      .reverse()
    const mine = new Set(under_way.map(event => event.id))
    const stored = (this.scene?.recent ?? []).filter(past => !undone.has(past.id) && !mine.has(past.id))
    return [...under_way, ...stored].map(past => ({ ...past, ticket: past.ticket ?? this.items.get(past.candidate)?.ticket }))
  }

  forget(outbox) {
    const needed = new Set([...this.scene.queue, ...this.asked, this.current, ...outbox.events.map(event => event.candidate)])
    for (const past of [...this.scene.recent, ...this.scene.carried]) needed.add(past.candidate)
    for (const id of this.items.keys()) if (!needed.has(id)) this.items.delete(id)
  }
}
