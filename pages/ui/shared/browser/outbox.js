// The outbox: decisions made here that the server has not acknowledged yet. Each lies under a key of its own in the
// browser's storage, so that a reload, a crash or a second tab loses none; their ids make sending one twice harmless.

class Outbox {
  constructor(place) {
    this.place = place
    this.saved = new Saved(`flinch-outbox/${place}/`)
    const kept = this.saved.names.map(id => this.saved.read(id)).filter(Boolean)
    this.events = kept.map(event => ({ ...event, waiting: performance.now() })).sort((a, b) => a.made - b.made)
    this.refused = {}
  }

  add(event) {
    const last = this.events.at(-1)
    const made = Math.max(Date.now(), last ? last.made + 1 : 0)
    const whole = { id: uuid(), made, waiting: performance.now(), ...event }
    this.events.push(whole)
    this.saved.write(whole.id, whole)
    return whole
  }

  settle(ids) {
    const gone = new Set(ids)
    this.events = this.events.filter(event => !gone.has(event.id))
    for (const id of gone) {
      delete this.refused[id]
      this.saved.set(id, null)
    }
  }

  get size() {
    return this.events.length
  }

  // How long, in milliseconds, the oldest event has waited since this page made or found it.
  get patience() {
    return this.size ? performance.now() - Math.min(...this.events.map(event => event.waiting)) : 0
  }

  // What is sent: ages instead of times, for the server's clock may differ from this one.
  get message() {
    const now = Date.now()
    return this.events.map(({ made, waiting, ...event }) => ({ ...event, age: Math.max(0, now - made) }))
  }
}

// crypto.randomUUID is missing where a team reaches the app over plain http.
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
