import { openFence } from './fences.ts'

const HALF_LINK = /!?\[([^\][\n]*)(?:\](?:\([^)\n]*)?)?$/
const HALF_TASK = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)\[[ xX]?\]?$/
/** A last line that would turn the line before it into a heading, or is the beginning of something that is not known yet. */
const HALF_LINE = /\n {0,3}(?:[-=]{1,2}|[*+]|#{1,6}|\|)[ \t]*$/

/** Text that stops in the middle, as it will probably read: half links show their words, open emphasis and code are closed. */
export function completeMarkdown(text: string): string {
  const from = text.lastIndexOf('\n\n') + 1
  if (openFence(text) !== undefined) return text
  const tail = text.slice(from).replace(HALF_LINE, '')
  const line = tail.lastIndexOf('\n') + 1
  return text.slice(0, from) + closeInline(tail.slice(0, line) + lastLine(tail.slice(line)))
}

const lastLine = (line: string) => (HALF_TASK.test(line) ? line.replace(HALF_TASK, '$1') : line.replace(HALF_LINK, linkText))

/** A half note mark has no words to show. */
const linkText = (link: string, words: string) => (link.startsWith('[^') || (link.startsWith('[') && words === '^') ? '' : words)

interface OpenMark {
  mark: string
  count: number
  /** Where its content begins. */
  end: number
}

const RUN = /\\[\s\S]|`+|\*+|_+|~~/g

/** Closes what is open at the end; a mark that stands at the very end and opens nothing yet is left out. */
function closeInline(text: string): string {
  const open: OpenMark[] = []
  const runs = new RegExp(RUN)
  for (let found = runs.exec(text); found; found = runs.exec(text)) {
    const [run] = found
    const end = found.index + run.length
    if (run.startsWith('\\')) continue
    if (run.startsWith('`')) {
      const close = closingTicks(text, end, run.length)
      if (close < 0) return end === text.length ? finish(text.slice(0, found.index), open) : closeTicks(finish('', open), text, run)
      runs.lastIndex = close
    } else applyRun(open, run, { text, at: found.index, end })
  }
  return finish(text, open)
}

/** A code span is literal to its end: its ticks come first, then what was open around it. */
const closeTicks = (rest: string, text: string, run: string) => text.replace(/`+$/, '') + run + rest

function closingTicks(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at >= 0; ) {
    let end = at
    while (text.charAt(end) === '`') end++
    if (end - at === length) return end
    at = text.indexOf('`', end)
  }
  return -1
}

const blank = (char: string) => char === '' || /\s/.test(char)
const wordy = (char: string) => /[\p{L}\p{N}]/u.test(char)

function applyRun(open: OpenMark[], run: string, { text, at, end }: { text: string; at: number; end: number }): void {
  const [before, after] = [text.charAt(at - 1), text.charAt(end)]
  const mark = run.charAt(0)
  let left = run.length
  while (left > 0 && !blank(before)) {
    const index = open.findLastIndex((one) => one.mark === mark)
    const top = open[index]
    if (!top) break
    const taken = Math.min(top.count, left)
    left -= taken
    top.count -= taken
    open.length = top.count > 0 ? index + 1 : index
  }
  // Inside of a word a mark is more often a product or a name than the beginning of emphasis.
  if (left > 0 && (after === '' || !blank(after)) && !wordy(before)) open.push({ mark, count: Math.min(left, 3), end })
}

/** Closers in the order that the opened marks ask for; marks without content go. */
function finish(text: string, open: readonly OpenMark[]): string {
  let rest = text
  let closers = ''
  for (const { mark, count, end } of open.toReversed()) {
    if (text !== '' && text.slice(end).trim() === '' && closers === '' && rest.trimEnd().endsWith(mark.repeat(count))) {
      rest = rest.trimEnd().slice(0, -count)
    } else closers += mark.repeat(count)
  }
  return closers === '' ? rest : rest.trimEnd() + closers
}
