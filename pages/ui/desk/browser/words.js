// Letters typed as a word, such as a label's name where labels have numbers: they are not meant as shortcuts.

const APART = 700 // ms: letters further apart are not of one word
const QUICK = 350 // ms: letters that begin a label's name as well as being shortcuts count as a word only so quickly

class Words {
  constructor() {
    this.typed = ""
    this.word = false
    this.last = -Infinity
  }

  // Whether this letter belongs to a word. `shortcut` says that it would do something; `labels` what might be meant.
  holds(letter, shortcut, labels) {
    const now = performance.now()
    const pause = now - this.last
    this.last = now
    if (pause > APART) this.word = false
    if (pause > QUICK && !this.word) this.typed = ""
    this.typed += letter
    const begun = this.typed.length > 1 && labels.some(label => label.toLowerCase().startsWith(this.typed))
    this.word ||= !shortcut || begun
    return this.word
  }
}
