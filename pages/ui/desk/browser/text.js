// Building blocks of the page. Text from data sets enters as text nodes only.

function marked(mark, inner) {
  if (!mark) return inner
  const words = mark === "ins" ? " [new:] " : " [deleted:] "
  return [element(mark, {}, unseen(words), ...inner, unseen(" [end] "))]
}

// A deletion. It stands apart from a word that it touches, and close to punctuation.
function gap(text, before, after) {
  const apart = [/\S$/.test(before) && "after", /^[\p{L}\p{N}]/u.test(after) && "before"].filter(Boolean).map(side => ` ${side}`)
  return element("del", { class: `gap${apart.join("")}`, title: `Deleted: ${text}` }, unseen(` [deleted: ${text}] `))
}

// A text of many runs. Neighbours with the same mark are drawn as one, and an issue's number stands at its end.
function passage(runs) {
  const ends = new Map(runs.map((run, n) => [run[2], n]))
  const numbered = runs.map((run, n) => [...run, ends.get(run[2]) === n])
  const made = element("p", { class: "text", dir: "auto" })
  const groups = neighbours(numbered, (one, other) => one[1] === other[1] && one[1] !== "gap")
  for (const [n, group] of groups.entries()) {
    const [text, mark] = group[0]
    const [before, after] = [groups[n - 1]?.at(-1)[0] ?? "", groups[n + 1]?.[0][0] ?? ""]
    made.append(...(mark === "gap" ? [gap(text, before, after)] : marked(mark, group.map(piece))))
  }
  return made
}

function piece([text, , issue, last]) {
  if (issue < 0) return text
  return element("span", { class: "issue", "data-issue": last && String(issue + 1) }, text)
}

function neighbours(list, alike) {
  const groups = []
  for (const one of list) {
    const group = groups.at(-1)
    if (group && alike(group.at(-1), one)) group.push(one)
    else groups.push([one])
  }
  return groups
}

function field({ name, before, after }, several) {
  const of = several ? ` · ${name}` : ""
  const parts = [element("p", { class: "small" }, after ? `Original${of}` : `Unchanged${of}`), passage(before)]
  if (after) parts.push(element("p", { class: "small" }, `Perturbed: changes are marked${of}`), passage(after))
  return element("div", { class: after ? "changed" : "unchanged" }, ...parts)
}

function choice({ key, name, act, value }) {
  const attributes = { type: "button", class: "choice", "data-do": act, "data-value": value }
  const made = element("button", attributes, element("span", { title: name }, name))
  if (key) made.append(element("kbd", {}, key))
  return made
}
