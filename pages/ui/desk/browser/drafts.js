// Notes being written, one for each sample: kept in the browser with every letter, until the decision they go with.

class Drafts {
  constructor(place) {
    this.prefix = `flinch-note/${place}/`
    this.here = new Map() // where there is no storage (private window, full), notes live as long as the page
  }

  of(candidate) {
    try {
      return localStorage.getItem(this.prefix + candidate) ?? this.here.get(candidate) ?? ""
    } catch {
      return this.here.get(candidate) ?? ""
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
