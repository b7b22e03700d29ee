// What a campaign changes: its guidelines, what is said where nothing is handed out, and counts that give nobody away.

// Markdown as the server read it: a text, or [element, address, nodes]; the server names harmless elements only.
function written(node) {
  if (typeof node === "string") return node
  const [name, address, within] = node
  const link = address ? { href: address, target: "_blank", rel: "noopener noreferrer" } : {}
  return element(name, link, ...within.map(written))
}

// How far the cell is. Where several people judge a sample nobody may read off it what the others said.
function soFar(cell, decisions, reach) {
  if (cell.blind) return `You decided ${decisions} · quota ${cell.quota}, ${cell.closed ? "complete" : `about ${cell.done} % collected`}`
  const togo = cell.closed ? "complete" : cell.togo === null || reach ? `${cell.waiting} waiting` : `${cell.order ? "at least" : "about"} ${cell.togo} to go`
  const doubt = (cell.disputed ? ` · ${cell.disputed} disputed` : "") + (cell.doubted ? ` · ${cell.doubted} doubted` : "")
  const carried = cell.carried ? `, ${cell.carried} of them carried over` : ""
  return `${cell.kept} kept + ${cell.relabelled} relabelled of ${cell.quota} · ${cell.checked} checked${carried}${doubt} · ${togo}${cell.order && ` · ${cell.order}`}`
}

// A heading and a sentence for a desk without a sample.
function nothingHere({ cell, reach, decisions }) {
  if (cell.halted) return [cell.halted, "What you decided is saved. The desk goes on by itself when a researcher starts the campaign."]
  const sum = cell.blind ? `You judged ${plural(decisions, "sample")} here.` : `${cell.kept} kept, ${cell.relabelled} relabelled and ${cell.discarded} discarded of ${cell.checked} checked.`
  if (cell.closed) return ["This cell is complete", sum]
  if (cell.waiting) return ["Nothing here is free at the moment", `${sum} Other people have the rest on their screens; it is handed out again if they leave.`]
  if (cell.pending) return ["You have judged all that is yours here", `${sum} The rest is for others to judge.`]
  return ["Everything here has been judged", `${sum} ${reach || `Prepare more samples to reach ${cell.quota}`}.`]
}
