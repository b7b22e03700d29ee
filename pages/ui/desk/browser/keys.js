// The keyboard. Letters and digits act wherever the focus is, unless somebody is typing or a menu is open.

const FIXED = { "?": "help", Escape: "close" } // every other letter is the person’s to choose
const ARROWS = { ArrowLeft: -1, ArrowRight: 1 }
const ROW_KEYS = { ArrowUp: -1, ArrowDown: 1 }
const ZOOM_KEYS = { "+": 1, "=": 1, "-": -1 }
const MODIFIERS = new Set(["Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock", "Tab"])
const REPEATED = new Set(["arrow", "row", "zoom"]) // what a key held down does again and again

// What the keys do with these labels and reasons, for the list of keys: the key, what it does, the action that it can be
// chosen for.
function keyHelp({ labels, number, scale, tagging, reasons }, keys) {
  const typed = number || labels.length > 9 || !labels.length
  const entered = number ? "relabel: type the number" : labels.length ? "relabel: search for the label" : "relabel: type the label"
  const chosen = (action, does) => [keys.printed(action), does, action]
  const relabel = tagging ? ["← →", "choose a word"] : typed ? chosen("label", entered) : [labels.length > 1 ? `1–${labels.length}` : "1", "relabel: the label with that number"]
  const kept = number ? "keep the label, or save the new number" : "keep the label"
  return [
    chosen("keep", tagging ? "keep the tags, or save the new ones" : kept), relabel, ...(scale ? [["← →", "a smaller or larger number"]] : []),
    ...(tagging ? [[`1–${Math.min(labels.length, 9)}`, "give the word that tag"]] : []),
    ...reasons.map(reason => chosen(DISCARD + reason, `discard: ${reason}`)),
    chosen("skip", "skip; the sample comes back after the others"), chosen("undo", "undo; repeat for earlier decisions"),
    chosen("redo", "redo what you undid"), chosen("past", "your last decisions: ↑ ↓ choose, Enter undoes"),
    chosen("jump", "jump to the change"), ["+ −", "larger or smaller text"],
    chosen("flag", "flag for discussion"), chosen("note", "note on this sample"),
    chosen("guidelines", "guidelines"), chosen("hints", "show or hide the hints"), ["?", "show these keys"], ["Esc", "close what is open"],
  ]
}

const DISCARD = "discard: "

// A row of that list. The key of an action is a button that asks for another.
function keyRow([key, does, action]) {
  const shown = element("kbd", {}, key)
  const attributes = { type: "button", "data-do": "rekey", "data-value": action, title: "Choose another key", "aria-label": `${key}, ${does}: choose another key` }
  return [element("dt", {}, action ? element("button", attributes, shown) : shown), element("dd", {}, does)]
}

// The letters that a person chooses for the actions. What was chosen is sent until the server has it.
class Keys {
  constructor(desk) {
    this.desk = desk
    this.unsent = null
    this.action = null // the one that waits for its letter
  }

  get letters() {
    return this.unsent ?? this.desk.line.scene.keys
  }

  // The letter of an action, as it is printed.
  printed(action) {
    return this.letters[action].toUpperCase()
  }

  // What the letter does: an act's name and its value.
  act(letter) {
    const action = Object.keys(this.letters).find(each => this.letters[each] === letter)
    return action?.startsWith(DISCARD) ? ["discard", action.slice(DISCARD.length)] : [action]
  }

  ask(action) {
    this.action = action
    this.desk.refuse(`Press a letter for “${action}”. Esc keeps ${this.printed(action)}.`)
  }

  // The key that was asked for. A letter that another action has is exchanged with it.
  take(key) {
    const { action } = this
    this.action = null
    if (!/^[a-z]$/.test(key)) return this.desk.refuse(key === "Escape" ? "" : "Choose a letter from A to Z.")
    const keys = { ...this.letters }
    const other = Object.keys(keys).find(each => keys[each] === key)
    if (other) keys[other] = keys[action]
    this.put({ ...keys, [action]: key })
    const exchanged = other && other !== action ? ` “${other}” now has ${keys[other].toUpperCase()}.` : ""
    this.desk.refuse(`${key.toUpperCase()} is now the key of “${action}”.${exchanged}`)
  }

  put(keys) {
    this.unsent = keys
    this.desk.draw()
    this.desk.wire.send()
  }

  // The server has what it was sent, or has refused it.
  hear(scene) {
    const refused = scene.refused.keys
    const had = this.unsent && Object.entries(this.unsent).every(([action, letter]) => scene.keys[action] === letter)
    if (refused || had) this.unsent = null
    if (refused) this.desk.refuse(refused)
  }
}

// The key as printed on a Latin keyboard, whatever the layout or script in use.
function keyOf(event) {
  if (event.key.length > 1 || /^[a-z0-9?]$/i.test(event.key)) return event.key.length > 1 ? event.key : event.key.toLowerCase()
  const code = event.shiftKey ? null : event.code.match(/^(?:Key|Digit|Numpad)([A-Z0-9])$/)
  return code ? code[1].toLowerCase() : event.key
}

const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable=true]"
const BUSY = "[role=dialog], [role=menu], [role=listbox], [data-baseweb=popover]"

function meantForUs(event, root) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  const path = event.composedPath().filter(node => node instanceof Element)
  return path.includes(root.host) || !path.some(node => node.matches(`${TYPING}, ${BUSY}`))
}
