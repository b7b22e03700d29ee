// What a component is made of in the browser comes once with its data and stays in this window; otherwise it would come
// again with each answer, and weigh more than ten times what the answer says.
const programs = (window.flinchPrograms ??= new Map())
const dressed = new WeakMap() // the version that each place shows

async function taken({ html, css, js }) {
  const url = URL.createObjectURL(new Blob([js], { type: "text/javascript" }))
  const { default: run } = await import(url)
  URL.revokeObjectURL(url)
  return { html, css, run }
}

function show(component, version, { html, css, run }) {
  const root = component.parentElement
  const before = dressed.get(root)
  if (before && before !== version) return location.reload() // the server is another by now; what waits is kept
  if (!before) {
    const style = document.createElement("style")
    style.textContent = css
    root.append(style, document.createRange().createContextualFragment(html))
    dressed.set(root, version)
  }
  return run(component)
}

export default function (component) {
  const { version, parts } = component.data.program
  if (parts && !programs.has(version)) {
    const program = { ready: taken(parts).then(found => (program.found = found)) }
    programs.set(version, program)
  }
  const program = programs.get(version)
  if (!program) return component.setStateValue("outbox", null) // asks for it
  if (program.found) return show(component, version, program.found)
  let close
  program.latest = component
  program.ready.then(found => program.latest === component && (close = show(component, version, found)))
  return () => close?.()
}
