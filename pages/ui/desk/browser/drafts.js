// What is being typed, one text for each sample: kept in the browser with every letter, until the decision it goes with.

class Drafts {
  constructor(place, kind = "note") {
    this.prefix = `flinch-${kind}/${place}/`
    this.here = new Map() // where there is no storage (private window, full), notes live as long as the page
  }

  of(candidate) {
    return this.kept(candidate) ?? ""
  }

  // The same; null where nothing is being typed.
  kept(candidate) {
    try {
      return localStorage.getItem(this.prefix + candidate) ?? this.here.get(candidate) ?? null
    } catch {
      return this.here.get(candidate) ?? null
    }
  }

  // The samples on which something is being typed.
  get all() {
    try {
      const keys = Object.keys(localStorage).filter(key => key.startsWith(this.prefix))
      return [...new Set([...keys.map(key => key.slice(this.prefix.length)), ...this.here.keys()])]
    } catch {
      return [...this.here.keys()]
    }
  }

  put(candidate, text) {
    this.here.delete(candidate)
    try {
      text ? localStorage.setItem(this.prefix + candidate, text) : localStorage.removeItem(this.prefix + candidate)
    } catch {
      this.here.set(candidate, text)
    }
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(`flinch-${name}`, value)
  } catch {
    // it lasts as long as the page
  }
}

function recalled(name) {
  try {
    return localStorage.getItem(`flinch-${name}`)
  } catch {
    return null
  }
}
