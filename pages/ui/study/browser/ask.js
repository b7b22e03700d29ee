// Questions: of an item, with large buttons and digit keys, and of a questionnaire, each kind with its own control.

// A question with one answer, which is given by one press.
function quick(question, given) {
  const options = question.options.map((name, n) =>
    element(
      "button",
      { type: "button", class: "option", "data-do": "choose", "data-value": String(n), "aria-pressed": String(n === given) },
      element("span", {}, name),
      n < 9 ? element("kbd", { "aria-hidden": "true" }, String(n + 1)) : "",
    ),
  )
  return element("div", { role: "group", "aria-labelledby": "ask-0" }, element("h3", { class: "ask", id: "ask-0" }, question.text), ...options)
}

// One question of several, or of a questionnaire, as a group of radio buttons.
function radios({ id, text, options, optional }, given, kind = "list", keys = false) {
  const made = options.map((name, n) => {
    const box = element("input", { type: "radio", name: id, value: String(n), "data-ask": id, checked: n === given })
    const key = keys && n < 9 ? element("kbd", { "aria-hidden": "true" }, String(n + 1)) : ""
    return element("label", { class: "option" }, box, element("span", { class: "name" }, name), key)
  })
  return element("fieldset", { class: kind, "data-of": id }, legend(text, optional), element("div", { class: "options" }, ...made))
}

const legend = (text, optional) => element("legend", { class: "ask" }, text, optional ? element("span", { class: "small" }, " (optional)") : "")

// Points between two ends: numbers in a row, with the words of the ends above and those of the chosen one below.
function likert(asked, given) {
  const made = radios(asked, given, "likert")
  const { options } = asked
  made.querySelectorAll(".name").forEach((name, n) => name.replaceChildren(element("b", { "aria-hidden": "true" }, String(n + 1)), unseen(options[n])))
  const ends = element("p", { class: "ends small", "aria-hidden": "true" }, element("span", {}, options[0]), element("span", {}, options.at(-1)))
  made.insertBefore(ends, made.querySelector(".options"))
  made.append(element("p", { class: "small chosen", "aria-hidden": "true", "data-chosen": asked.id }, given === undefined ? "" : options[given]))
  return made
}

// A number between two ends that have names is chosen by a slider, which says nothing until it was touched.
const slid = ({ kind, left, right }) => kind === "number" && Boolean(left || right)

function slider({ id, text, low, high, step, left, right, optional }, given) {
  const middle = low + step * Math.round((high - low) / step / 2)
  const bar = element("input", {
    type: "range", id: `ask-${id}`, min: String(low), max: String(high), step: String(step), value: String(given ?? middle),
    "data-ask": id, "data-touched": given !== undefined, "aria-label": text, "aria-valuetext": given === undefined ? "not answered yet" : null,
  })
  const said = element("output", { class: "small", "data-chosen": id }, given === undefined ? "Not answered yet. Tap or move the slider." : String(given))
  const words = element("p", { class: "ends small" }, element("span", {}, left), element("span", {}, right))
  return element("fieldset", { class: "slide", "data-of": id }, legend(text, optional), words, bar, said)
}

function typed({ id, text, kind, low, high, most, optional }, given) {
  const usual = { id: `ask-${id}`, "data-ask": id, class: "entry", autocomplete: "off" }
  const box = kind === "number"
    ? element("input", { ...usual, type: "text", inputmode: "decimal", maxlength: "20", value: given ?? "" })
    : element("textarea", { ...usual, rows: "4", maxlength: String(most) })
  if (kind !== "number") box.value = given ?? ""
  const range = kind === "number" ? element("span", { class: "small" }, ` (${low} to ${high})`) : ""
  return element("div", { class: "typed", "data-of": id }, element("label", { class: "ask", for: `ask-${id}` }, text, range, optional ? element("span", { class: "small" }, " (optional)") : ""), box)
}

function question(asked, given) {
  if (asked.kind === "likert") return likert(asked, given)
  if (asked.kind === "choice") return radios(asked, given)
  if (slid(asked)) return slider(asked, given)
  return typed(asked, given)
}

// What stands in the controls of a form: numbers of options, points of a scale, texts. What says nothing is left out.
function entered(root, asked) {
  const found = {}
  for (const { id, options, ...one } of asked) {
    const [first, ...rest] = root.querySelectorAll(`[data-ask="${CSS.escape(id)}"]`)
    if (options?.length) {
      const chosen = [first, ...rest].find(box => box.checked)
      if (chosen) found[id] = Number(chosen.value)
    } else if (slid(one)) {
      if (first.hasAttribute("data-touched")) found[id] = Number(first.value)
    } else if (first.value.trim()) found[id] = first.value
  }
  return found
}

// The answers as they are stored: an option in its words, a number, a text.
function responses(asked, given) {
  const said = ({ options, kind }, value) =>
    options?.length ? options[value] : kind === "number" ? String(value).trim().replace(",", ".") : String(value)
  return Object.fromEntries(asked.filter(({ id }) => id in given).map(one => [one.id, said(one, given[one.id])]))
}

// Why this answer can't be taken, "" where it can.
function fault({ kind, optional, low, high }, value) {
  if (value === undefined) return optional ? "" : "Please answer this question."
  if (kind !== "number") return ""
  const written = String(value).trim().replace(",", ".")
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(written)) return "Please write a number, such as 34."
  const number = Number(written)
  if (number < low || number > high) return `Please write a number from ${low} to ${high}.`
  return ""
}
