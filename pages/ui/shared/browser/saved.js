// Texts that this browser keeps under names that begin alike: as long as the page where it has no storage (private
// window, full).
class Saved {
  constructor(prefix, storage = () => localStorage) {
    this.prefix = prefix
    this.storage = storage // asked for each time: a browser may refuse even that
    this.here = new Map()
  }

  // null where there is none.
  get(name) {
    return this.here.get(name) ?? this.attempt(storage => storage.getItem(this.prefix + name)) ?? null
  }

  // "" and null remove it.
  set(name, text) {
    const key = this.prefix + name
    const done = this.attempt(storage => (text ? storage.setItem(key, text) : storage.removeItem(key), true))
    text && !done ? this.here.set(name, text) : this.here.delete(name)
  }

  // The same for values; what can't be read is as if it were not there.
  read(name) {
    try {
      return JSON.parse(this.get(name))
    } catch {
      return null
    }
  }

  write(name, value) {
    this.set(name, value === null ? null : JSON.stringify(value))
  }

  get names() {
    const keys = this.attempt(storage => Object.keys(storage)) ?? []
    const kept = keys.filter(key => key.startsWith(this.prefix)).map(key => key.slice(this.prefix.length))
    return [...new Set([...kept, ...this.here.keys()])]
  }

  attempt(act) {
    try {
      return act(this.storage())
    } catch {
      return undefined
    }
  }
}
