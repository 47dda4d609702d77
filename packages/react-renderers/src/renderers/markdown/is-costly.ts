const MAX_LENGTH = 100_000
const MAX_MARKS = 3_000
const MAX_QUOTES = 40
const MAX_RUN = 400

/** Longest run of `>` and blanks at a line's start, and of brackets anywhere: both nest, and nesting costs more than its length. */
const QUOTES = /^[ \t]*(?:>[ \t]*)+/gm
const BRACKETS = /[[(]{2,}/g

/**
 * True for a block that would keep the parser busy for longer than a reader waits: too long, too many delimiters, too deep.
 * Such a block is shown as the plain text that it is.
 */
export function isCostly(text: string): boolean {
  if (text.length > MAX_LENGTH) return true
  return marks(text) > MAX_MARKS || deepest(text, QUOTES, '>') > MAX_QUOTES || longest(text, BRACKETS) > MAX_RUN || indented(text)
}

/** Characters that open or close inline constructs. */
function marks(text: string): number {
  let found = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // * _ [ ] < ` ! ~ & \
    if (code === 42 || code === 95 || code === 91 || code === 93 || code === 60 || code === 96 || code === 126 || code === 38 || code === 92) found++
  }
  return found
}

const deepest = (text: string, pattern: RegExp, mark: string) =>
  Math.max(0, ...Array.from(text.matchAll(pattern), ([run]) => run.split(mark).length - 1).slice(0, 10_000))

const longest = (text: string, pattern: RegExp) => Math.max(0, ...Array.from(text.matchAll(pattern), ([run]) => run.length).slice(0, 10_000))

/** Lists nest by indentation. */
const indented = (text: string) => /^[ \t]{200,}(?:[-*+]|\d{1,9}[.)])/m.test(text)
