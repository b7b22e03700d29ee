// What comes next and what came before, worked out from the server's last word and the outbox. Nothing is counted.

class Line {
  constructor() {
    this.items = new Map() // by candidate id: all that may be painted
    this.told = null // the server's last payload
    this.current = null // the candidate on the screen
  }

  hear(told, outbox) {
    if (this.told && this.told.cell.id !== told.cell.id) this.current = null
    this.told = told
    for (const item of Object.values(told.items)) this.items.set(item.id, item)
    this.forget(outbox)
    this.settle(outbox)
  }

  // Where the outbox has not arrived yet, it says which candidates are decided and which were taken back.
  pending(outbox) {
    const open = new Map()
    for (const { candidate, verdict } of outbox.events) {
      open.delete(candidate) // so that the order is that of the last word on each
      open.set(candidate, verdict === "undo")
    }
    return open
  }

  // The candidates to look at, in order. The one on the screen stays there until it is decided.
  waiting(outbox) {
    if (!this.told) return []
    const open = this.pending(outbox)
    const taken_back = [...open.keys()].filter(id => open.get(id)).reverse()
    const staying = this.current && !this.told.cell.closed ? [this.current] : []
    const ids = [...staying, ...taken_back, ...this.told.queue]
    return [...new Set(ids)].filter(id => this.items.has(id) && open.get(id) !== false)
  }

  settle(outbox) {
    const waiting = this.waiting(outbox)
    if (!waiting.includes(this.current)) this.current = waiting[0] ?? null
  }

  // Whether the server takes this page for one that holds more than it does.
  get lacking() {
    return this.told.queue.some(id => !this.items.has(id))
  }

  get item() {
    return this.current ? this.items.get(this.current) : null
  }

  // Decisions that stand, the newest first: those under way, then those the server knows.
  history(outbox) {
    const undone = new Set(outbox.events.map(event => event.undoes).filter(Boolean))
    const under_way = outbox.events
      .filter(event => event.verdict !== "undo" && !undone.has(event.id))
      .map(event => ({ ...event, said: event.label || event.reason || "", under_way: true }))
      .reverse()
    const mine = new Set(under_way.map(event => event.id))
    const stored = (this.told?.recent ?? []).filter(past => !undone.has(past.id) && !mine.has(past.id))
    return [...under_way, ...stored]
  }

  forget(outbox) {
    const needed = new Set([...this.told.queue, this.current, ...outbox.events.map(event => event.candidate)])
    for (const past of this.told.recent) needed.add(past.candidate)
    for (const id of this.items.keys()) if (!needed.has(id)) this.items.delete(id)
  }
}
