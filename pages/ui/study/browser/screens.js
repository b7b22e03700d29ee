// The screens, one for each kind of step, and those before the first and after the last.

const head = text => element("h2", { id: "screen-name" }, text)

const haltedScreen = ({ sentence }) => [element("p", { class: "note" }, sentence)]

function consentScreen({ consent }, begun) {
  return [
    prose(consent),
    element("p", { class: "note" }, "Nothing is saved before you agree. You can stop at any time and delete your answers."),
    buttons(button("I agree, begin", "agree", "main"), begun && button("Go on where I stopped", "resume")),
    element("p", { class: "small" }, "If you do not want to take part, close this page."),
  ]
}

const textScreen = ({ text, name }) => [head(name), prose(text), buttons(button("Go on", "see", "main"))]

function partScreen(part, course, outbox, first, back) {
  const { judged, all } = course.progress(outbox)
  const pause = first ? [] : [element("p", { class: "note" }, `You have judged ${judged} of ${plural(all, "text")}. Take a break if you like. This page and your link will still work.`)]
  const ahead = part.practice ? `${plural(part.practice, "text")} for practice, then ${part.texts} to judge.` : `${plural(part.texts, "text")} to judge.`
  return [head(part.title), ...pause, prose(part.instructions), element("p", {}, `${part.place}${ahead}`), buttons(back && button("Back", "back"), button(first ? "Start" : "Go on", "see", "main"))]
}

function itemScreen(step, item, part, given, back) {
  const one = part.questions.length === 1
  const asked = one
    ? [quick(part.questions[0], given[part.questions[0].id])]
    : part.questions.map(asking => radios(asking, given[asking.id], "list", true))
  const known = part.questions.every(({ id }) => id in given)
  const onward = !one || known
  const last = [back && button("Back", "back"), onward && button(one ? "Keep this answer" : "Next", "next", "main")]
  return [element("h2", { class: "unseen", id: "screen-name" }, step.name), sample(item), element("div", { class: "questions" }, ...asked), buttons(...last)]
}

function feedbackScreen(item, part, given) {
  const wrong = part.questions.filter(({ id }) => id in item.right && item.right[id] !== given[id])
  const verdict = wrong.length ? "No, that is not right." : "Yes, that is right."
  const right = part.questions.filter(({ id }) => id in item.right).map(({ id, options }) => options[item.right[id]])
  const expected = wrong.length ? [element("p", {}, "The right answer: ", element("b", {}, right.join("; ")))] : []
  const why = item.feedback ? [element("p", {}, item.feedback)] : []
  const told = element("div", { class: "feedback", "data-right": !wrong.length }, head(verdict), ...expected, ...why)
  return [told, sample(item), buttons(button("Go on", "learnt", "main"))]
}

function formScreen(form, draft, back) {
  const asked = form.items.map(one => question(one, draft[one.id]))
  return [head(form.title), form.intro.length ? prose(form.intro) : "", element("div", { class: "questions" }, ...asked), buttons(back && button("Back", "back"), button("Next", "submit", "main"))]
}

const busyScreen = sentence => [head(sentence), element("p", { class: "note" }, "Please keep this page open for a moment.")]

function thanksScreen({ thanks, contact, code, returns }) {
  const usual = "All your answers are saved. You can close this page."
  const made = [head("Thank you"), thanks.length ? prose(thanks) : element("p", {}, usual)]
  if (contact) made.push(element("p", {}, `Questions? Ask ${contact}.`))
  if (code) made.push(element("p", { class: "code" }, "Your completion code: ", element("b", { tabindex: "0" }, code)), buttons(button("Copy the code", "copy")))
  if (/^https?:\/\//i.test(returns)) {
    made.push(element("p", {}, element("a", { class: "press main", href: returns, rel: "noopener noreferrer" }, "Go back to the site you came from")))
  }
  return made
}

const goneScreen = () => [head("You have withdrawn"), element("p", {}, "Your answers are deleted, and your link no longer works. You can close this page. Thank you for your time.")]
