import { endsInCode } from './fences.ts'
import { findFormulas } from './find-formulas.ts'
import { closingMarks } from './formula-rules.ts'

const HALF_LINK = /!?\[([^\][\n]*)(?:\](?:\([^)\n]*)?)?$/
const HALF_TASK = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+)\[[ xX]?\]?$/
/** A last line that would turn the previous line into a heading, or that is an incomplete block marker. */
const HALF_LINE = /\n {0,3}(?:[-=~]{1,2}|[*+]|#{1,6}|\|)[ \t]*$/

/** Completes Markdown that ends in the middle: incomplete links show their text, and open emphasis, code and formulas are closed. */
export function completeMarkdown(text: string, { math = true }: { math?: boolean } = {}): string {
  if (endsInCode(text)) return text
  const last = math ? findFormulas(text).at(-1) : undefined
  const paragraph = text.lastIndexOf('\n\n') + 1
  if (last && !last.closed) return complete(text, Math.min(paragraph, last.start), closeFormula(text, closingMarks[last.mark]), math)
  const from = Math.max(paragraph, last?.end ?? 0)
  const tail = text.slice(from).replace(HALF_LINE, '')
  const line = tail.lastIndexOf('\n') + 1
  return complete(text, paragraph, text.slice(0, from) + tail.slice(0, line) + lastLine(tail.slice(line)), math)
}

const complete = (text: string, from: number, completed: string, math: boolean) => text.slice(0, from) + closeInline(completed.slice(from), math)

/** Adds the missing part of the closing mark. A backslash at the end is the start of a command or of the mark. */
function closeFormula(text: string, closing: string): string {
  const whole = /(?<!\\)(?:\\\\)*\\$/.test(text) ? text.slice(0, -1) : text
  return whole + (closing === '$$' && /(?<!\\)\$$/.test(whole) ? '$' : closing)
}

const lastLine = (line: string) => (HALF_TASK.test(line) ? line.replace(HALF_TASK, '$1') : line.replace(HALF_LINK, linkText))

/** An incomplete footnote reference has no text. */
const linkText = (link: string, words: string) => (link.startsWith('[^') || (link.startsWith('[') && words === '^') ? '' : words)

interface OpenMark {
  mark: string
  count: number
  /** Offset of the end of the opening mark, where its content starts. */
  end: number
}

const RUN = /\\[\s\S]|`+|\*+|_+|~~/g

/** Closes open marks at the end. A mark at the very end that has no content yet is removed. */
function closeInline(text: string, math: boolean): string {
  const open: OpenMark[] = []
  const formulas = math ? findFormulas(text) : []
  const runs = new RegExp(RUN)
  for (let found = runs.exec(text); found; found = runs.exec(text)) {
    const [run] = found
    const { index } = found
    const end = index + run.length
    const formula = formulas.find(({ start, end: last }) => start <= index && index < last)
    if (formula) runs.lastIndex = formula.end
    if (formula || run.startsWith('\\')) continue
    if (run.startsWith('`')) {
      const close = closingTicks(text, end, run.length)
      if (close < 0) return end === text.length ? finish(text.slice(0, index), open) : closeTicks(finish('', open), text, run)
      runs.lastIndex = close
    } else applyRun(open, run, { text, at: index, end })
  }
  return finish(text, open)
}

/** Closes a code span first and then the marks around it, because a code span is literal. */
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
/** True for a letter or digit of a script that separates words by spaces. */
const wordy = (char: string) => /[\p{L}\p{N}]/u.test(char) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(char)

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
  // Inside a word, a mark is more often part of a name or a product than the start of emphasis.
  if (left > 0 && (after === '' || !blank(after)) && !wordy(before)) open.push({ mark, count: Math.min(left, 3), end })
}

/** Appends the closing marks in reverse order; marks without content are removed. */
function finish(text: string, open: readonly OpenMark[]): string {
  let rest = text
  let closers = ''
  for (const { mark, count, end } of open.toReversed()) {
    if (text !== '' && rest.slice(end).trim() === '' && closers === '' && rest.trimEnd().endsWith(mark.repeat(count))) {
      rest = rest.trimEnd().slice(0, -count)
    } else closers += mark.repeat(count)
  }
  return closers === '' ? rest : rest.trimEnd() + closers
}
