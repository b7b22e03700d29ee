// Decisions that were taken back, so that they can be made again, the last one first, until another is made. They last
// as long as the browser's tab, one list for each cell.

const MOST_AGAIN = 500

class Again {
  constructor() {
    this.key = null
    this.list = []
  }

  // From now on the list is that of this place and cell.
  at(place, cell) {
    const key = `flinch-again/${place}/${cell}`
    if (this.key === key) return
    this.key = key
    try {
      const kept = JSON.parse(sessionStorage.getItem(key))
      this.list = Array.isArray(kept) ? kept : []
    } catch {
      this.list = []
    }
  }

  push({ id, candidate, ticket, verdict, detail, milliseconds, hints }) {
    this.list = [...this.list, { id, candidate, ticket, verdict, detail, milliseconds, hints }].slice(-MOST_AGAIN)
    this.keep()
  }

  pop() {
    const past = this.list.pop()
    this.keep()
    return past
  }

  clear() {
    if (!this.list.length) return
    this.list = []
    this.keep()
  }

  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.list))
    } catch {
      // it lasts as long as the page
    }
  }
}
