// The keyboard. Letters and digits act wherever the focus is, unless somebody is typing or a menu is open.

const KEYS = {
  k: "keep", u: "undo", r: "redo", p: "past", s: "skip", f: "flag", n: "note", g: "guidelines", h: "hints", l: "label", j: "jump", "?": "help", Escape: "close",
}
const ARROWS = { ArrowLeft: -1, ArrowRight: 1 }
const ROW_KEYS = { ArrowUp: -1, ArrowDown: 1 }
const ZOOM_KEYS = { "+": 1, "=": 1, "-": -1 }
const REPEATED = new Set(["arrow", "row", "zoom"]) // what a key held down does again and again

// What the keys do with these labels and reasons, for the list of keys.
function keyHelp({ labels, number, scale, tagging, reasons }) {
  const typed = number || labels.length > 9 || !labels.length
  const entered = number ? "relabel: type the number" : labels.length ? "relabel: search for the label" : "relabel: type the label"
  const relabel = tagging ? ["← →", "choose a word"] : typed ? ["L", entered] : [labels.length > 1 ? `1–${labels.length}` : "1", "relabel: the label with that number"]
  const kept = number ? "keep the label, or save the new number" : "keep the label"
  return [
    ["K", tagging ? "keep the tags, or save the new ones" : kept], relabel, ...(scale ? [["← →", "a smaller or larger number"]] : []),
    ...(tagging ? [[`1–${Math.min(labels.length, 9)}`, "give the word that tag"]] : []), ...reasons.map(([key, value]) => [key, `discard: ${value}`]),
    ["S", "skip; it comes back after the others"], ["U", "undo, again and again"],
    ["R", "redo what was taken back"], ["P", "your last decisions: ↑ ↓ and Enter take one back"], ["J", "what changed, in a long text"], ["+ −", "larger or smaller text"], ["F", "flag for discussion"], ["N", "note on this sample"],
    ["G", "guidelines"], ["H", "show or hide the hints"], ["?", "these keys"], ["Esc", "close what is open"],
  ]
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
