// What each button and each key does, by its name.

const ACTS = {
  keep: desk => desk.keep(),
  skip: desk => desk.decide("skip"),
  arrow: (desk, by) => (desk.line.scene.number ? desk.scale : desk.tags).move(by),
  digit: (desk, key) => desk.entry.digit(key),
  word: (desk, i) => desk.choose(Number(i)),
  tag: (desk, tag) => desk.tags.put(tag),
  retag: desk => desk.tags.reset(),
  relabel: (desk, label) => desk.relabel(label),
  discard: (desk, reason) => desk.decide("discard", { reason }),
  undo: desk => desk.undo(),
  redo: desk => desk.redo(),
  back: (desk, id) => desk.undo(desk.line.history(desk.outbox).find(past => past.id === id)),
  past: desk => desk.past.enter(),
  row: (desk, by) => desk.past.move(by),
  earlier: desk => desk.past.extend(),
  judge: (desk, candidate) => desk.judge(candidate),
  next: desk => desk.go({ value: desk.line.scene.next.id }),
  flag: desk => desk.flags.open(),
  putflag: desk => desk.flags.put(),
  unflag: desk => desk.flags.takeBack(),
  leftflag: desk => desk.left.flag(),
  leftdrop: desk => desk.left.drop(),
  dropflag: desk => desk.dropDraft(desk.flagging),
  dropnote: desk => desk.dropDraft(desk.drafts),
  note: desk => desk.entry.open("note"),
  label: desk => desk.entry.open("label"),
  hints: desk => desk.toggleHints(),
  jump: desk => desk.paint.changes.next() || desk.refuse("Nothing is marked here."),
  zoom: (desk, by) => desk.zoom.step(Number(by)),
  close: desk => (desk.paint.fold(true), desk.focus()),
  open: (desk, _, button) => desk.unfold(button),
  guidelines: desk => desk.paint.sheet("guidelines"),
  help: desk => desk.paint.sheet("help"),
  rekey: (desk, action) => desk.keys.ask(action),
  usualkeys: desk => desk.keys.put(desk.line.scene.usual_keys),
  more: (desk, _, button) => desk.paint.more(button),
  reload: () => location.reload(),
  retry: desk => desk.wire.send(),
  drop: desk => desk.drop(),
  read: desk => desk.tell(""),
}
const DECISIVE = new Set(["keep", "relabel", "discard", "skip", "undo", "redo", "back", "judge", "next"])

// Said when a click, a tap or a key was not meant for the sample that has just appeared.
const SOON = "Your answer came too soon after this sample appeared and was ignored. Answer again."
const DOUBLED = "Only the first click of a double click counts: this sample is not decided yet."
const HELD = "The key was held down: one press decides one sample."
