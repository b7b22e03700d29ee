// From a key to what it does, unless somebody is typing a note, a label or a word.

class Shortcuts {
  constructor(desk) {
    this.desk = desk
    this.words = new Words()
  }

  key(event) {
    const { root, entry, paint } = this.desk
    if (!root.host.isConnected) return this.desk.close()
    if (!meantForUs(event, root)) return
    const within = event.composedPath()[0]
    if (within instanceof Element && within.matches(TYPING) && within.type !== "range") return entry.key(event, within)
    if (entry.takes(event)) return entry.key(event, entry.input)
    const key = keyOf(event)
    if (this.desk.keys.action) return this.choose(event, key)
    if (key === "Enter" && paint.offersNext && !within.closest("button, a, summary")) return this.act(event, "next")
    const [name, value] = this.shortcut(key)
    if (/^[a-z]$/.test(key) && !event.repeat && this.words.holds(key, Boolean(name), this.numbered)) return this.aside(event, name)
    if (name) this.act(event, name, value)
    else if (event.repeat && root.contains(within)) event.preventDefault() // a held Enter must not press a button again
  }

  // The letter that an action was asked for.
  choose(event, key) {
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && !MODIFIERS.has(key)) this.desk.keys.take(key)
  }

  // What this key stands for here: the action's name and its value.
  shortcut(key) {
    const { line, entry } = this.desk
    const { scene } = line
    if (/^[0-9]$/.test(key) && scene?.number) return ["digit", key]
    if (/^[1-9]$/.test(key)) {
      const value = (scene?.tagging ? scene.labels : this.numbered)[key - 1]
      return value === undefined ? [] : [scene.tagging ? "tag" : "relabel", value]
    }
    if (ARROWS[key]) return scene?.tagging || scene?.scale ? ["arrow", ARROWS[key]] : []
    if (ROW_KEYS[key]) return this.desk.past.entered ? ["row", ROW_KEYS[key]] : []
    if (key in ZOOM_KEYS) return ["zoom", ZOOM_KEYS[key]]
    if (!scene || FIXED[key]) return [FIXED[key]]
    const [name, value] = this.desk.keys.act(key)
    return name === "label" && !entry.input ? [] : [name, value]
  }

  // The labels that are chosen by a digit; none where they are typed.
  get numbered() {
    const { labels, number, tagging } = this.desk.line.scene ?? { labels: [] }
    return number || tagging || labels.length > 9 ? [] : labels
  }

  // A letter of a word that is typed where nothing takes it; said when it would have done something by itself.
  aside(event, name) {
    event.preventDefault()
    const last = this.numbered.length
    const typed = this.desk.entry.input ? ` Press ${this.desk.keys.printed("label")} first to type a label.` : ""
    const how = last ? ` Choose a label by its number, ${last > 1 ? `1 to ${last}` : "1"}.` : typed
    if (name) this.desk.refuse(`You seem to be typing a word, so no shortcut was used.${how}`)
  }

  // What a key does, once: a key held down decides nothing it was not pressed for.
  act(event, name, value) {
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat || REPEATED.has(name)) this.desk.perform(name, value)
    else if (DECISIVE.has(name)) this.desk.refuse(HELD)
  }
}
