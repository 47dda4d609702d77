import { closingMarks, type FormulaMark, isProseLine } from './formula-rules.ts'

/** A code block or formula that is open at the end of a line. */
export interface OpenFence {
  mark: string
  /** The mark that closes it. */
  closing: string
  formula: boolean
  /** True after a blank line. From then on, a formula ends at the first line of prose. */
  blank: boolean
}

const CODE = /^ {0,3}(`{3,}|~{3,})/
const FORMULA = /^ {0,3}(\${2}(?!\$)|\\\[)/

/** Returns the code block or formula that is open after a line; undefined if there is none. */
export function fenceAfter(line: string, before: OpenFence | undefined): OpenFence | undefined {
  const open = fenceAt(line, before)
  if (open?.formula) return formulaAfter(line, open)
  const code = CODE.exec(line)?.[1]
  if (open) return code?.startsWith(open.closing) && line.trim() === code ? undefined : open
  // Further backticks in the same line make it an inline span.
  if (code !== undefined) return code.startsWith('`') && line.slice(line.indexOf(code) + code.length).includes('`') ? undefined : fence(code, code, false)
  const mark = FORMULA.exec(line)?.[1] as FormulaMark | undefined
  if (mark === undefined) return undefined
  return closingAt(line, closingMarks[mark], line.indexOf(mark) + mark.length) < 0 ? fence(mark, closingMarks[mark], true) : undefined
}

/** Returns the code block or formula that is open at the start of a line. Prose after a blank line shows that the text was not a formula. */
export function fenceAt(line: string, open: OpenFence | undefined): OpenFence | undefined {
  if (!open?.formula || !open.blank) return open
  const end = closingAt(line, open.closing)
  return isProseLine(end < 0 ? line : line.slice(0, end)) ? undefined : open
}

const fence = (mark: string, closing: string, formula: boolean): OpenFence => ({ mark, closing, formula, blank: false })

function formulaAfter(line: string, open: OpenFence): OpenFence | undefined {
  if (closingAt(line, open.closing) >= 0) return undefined
  return line.trim() === '' && !open.blank ? { ...open, blank: true } : open
}

/** Returns the offset of a mark that is not escaped; -1 if there is none. */
function closingAt(line: string, closing: string, from = 0): number {
  const marks = /\\[\s\S]|\$\$/g
  marks.lastIndex = from
  for (let found = marks.exec(line); found; found = marks.exec(line)) if (found[0] === closing) return found.index
  return -1
}

/** Returns the code block or formula that is open at the end of a text. */
export const openFence = (text: string): OpenFence | undefined =>
  text.split('\n').reduce<OpenFence | undefined>((open, line) => fenceAfter(line, open), undefined)

/** True for a text that ends inside a code fence. */
export const endsInCode = (text: string): boolean => openFence(text)?.formula === false
