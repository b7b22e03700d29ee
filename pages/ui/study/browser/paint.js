// Painting: only what differs is touched, so that nothing that is being typed is drawn over.

class Paint extends Places {
  painted = null

  // Puts this screen up unless it is there already; whether it was put up now.
  screen(name, make) {
    if (this.painted === name) return false
    const first = this.painted === null
    this.painted = name
    const { screen } = this.at
    screen.removeAttribute("data-pointed")
    screen.replaceChildren(...make())
    const head = screen.querySelector("#screen-name")
    head ? screen.setAttribute("aria-labelledby", "screen-name") : screen.removeAttribute("aria-labelledby")
    if (!first) {
      screen.focus({ preventScroll: true })
      this.at.title.scrollIntoView({ block: "start" })
    }
    return true
  }

  // The pointer moved over this screen: from now on the option under it may be tinted.
  pointed(event) {
    if (event.movementX || event.movementY) this.at.screen.setAttribute("data-pointed", "")
  }

  // What surrounds the screen: the study's title, how far one is, the instructions, the way out.
  frame(scene, progress, step, help) {
    this.write("title", scene.title)
    const going = scene.state === "open" && progress !== null
    const begun = going && progress.all > 0 && (progress.judged > 0 || step?.kind === "item")
    this.show("way", begun)
    if (begun) this.way(progress, step)
    this.show("later", going)
    this.show("leave", ["open", "done"].includes(scene.state) && progress !== null && this.at.leaving.hidden)
    this.show("help", going && help.length > 0)
    const helped = JSON.stringify(help)
    if (this.helped !== helped) this.at.helped.replaceChildren(prose(help))
    this.helped = helped
  }

  way({ judged, all }, step) {
    const told = judged < all ? `${judged} of ${all} texts judged` : `All ${all} texts judged`
    this.write("count", step?.kind !== "item" ? told : step.name)
    this.at.fill.style.width = `${(100 * judged) / all}%`
    this.at.bar.setAttribute("aria-valuemax", String(all))
    this.at.bar.setAttribute("aria-valuenow", String(judged))
  }

  // What is under way: said quietly at first, and plainly once it takes long. `given`: an answer is on its way; before
  // the first one nothing is said of answers.
  saved(waiting, late, back, answering, given) {
    const lost = late && !back
    const going = "You can go on. This browser keeps your answers and sends them later."
    const word = lost
      ? `There is no connection now. ${answering ? going : "Keep this page open. The page will try again."}`
      : answering ? "Sending your answers … This browser keeps your answers until they are saved." : "Sending …"
    this.show("banner", late)
    if (late) this.write("banner", word)
    this.write("saved", late || !answering ? "" : waiting ? "Saving …" : this.any ? "✓ All answers saved" : "")
    this.any ||= given
  }

  leaving(asked) {
    this.show("leaving", asked)
    this.show("leave", !asked)
    if (asked) this.at.leaving.focus()
    if (asked) this.at.leaving.scrollIntoView({ block: "nearest" })
  }

  // The option with this number of the question that a digit answers: of several the one where the keyboard is, or the
  // first that is open.
  option(n) {
    const { screen } = this.at
    const quick = screen.querySelectorAll("[data-do=choose]")
    if (quick.length) return quick[n] ?? null
    const asked = [...screen.querySelectorAll("fieldset:has(kbd)")]
    const at = asked.find(one => one.contains(this.root.activeElement)) ?? asked.find(one => !one.querySelector(":checked"))
    return at?.querySelectorAll("input")[n] ?? null
  }

  // The button that goes on, null where there is none. Nobody agrees by a key that was meant for something else.
  get onward() {
    return this.at.screen.querySelector("button.main:not([data-do=agree])")
  }

  chosen(control, asked, given) {
    const said = [...this.at.screen.querySelectorAll("[data-chosen]")].find(one => one.dataset.chosen === asked.id)
    const value = given[asked.id]
    if (said) said.textContent = asked.options?.length ? asked.options[value] : String(value)
    if (control.type === "range") control.removeAttribute("aria-valuetext")
    this.unfault(control.closest("[data-of]"))
  }

  // Says at each question what is amiss with its answer, and leads to the first of them.
  faults(found) {
    const groups = [...this.at.screen.querySelectorAll("[data-of]")]
    for (const group of groups) this.unfault(group)
    for (const [id, why] of found) {
      const group = groups.find(one => one.dataset.of === id)
      group.append(element("p", { class: "fault", id: `fault-${id}` }, why))
      for (const control of group.querySelectorAll("[data-ask]")) control.setAttribute("aria-describedby", `fault-${id}`)
    }
    if (!found.length) return
    this.say(found.length > 1 ? `${found.length} questions need an answer.` : found[0][1])
    const control = groups.find(one => one.dataset.of === found[0][0]).querySelector("[data-ask]")
    control.focus()
    control.closest("[data-of]").scrollIntoView({ block: "center" })
  }

  unfault(group) {
    group?.querySelector(".fault")?.remove()
    for (const control of group?.querySelectorAll("[data-ask]") ?? []) control.removeAttribute("aria-describedby")
  }

  say(text) {
    this.at.live.textContent = text
    const said = this.at.screen.querySelector(".said") ?? this.at.screen.appendChild(element("p", { class: "said small", "aria-hidden": "true" }))
    said.textContent = text
  }
}
