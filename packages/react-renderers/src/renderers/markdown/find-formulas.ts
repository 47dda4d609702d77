import { closingMarks, type FormulaMark, isFormula } from './formula-rules.ts'

/** A formula in a Markdown text, including its marks. If `closed` is not set, its closing mark has not arrived. */
export interface FormulaSpan {
  start: number
  end: number
  mark: FormulaMark
  closed: boolean
}

const MAX_LENGTH = 10_000
/** Longer formulas are not drawn. */
const MAX_OPEN_LENGTH = 2_000
const STARTS = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?<fence>`{3,}(?![^\n]*`)|~{3,})|(?<ticks>`+)|\\[\s\S]|\$+/g

/** Finds the formulas of a text outside of code. The time is proportional to the length of the text and the number of marks. */
export function findFormulas(text: string): FormulaSpan[] {
  const found: FormulaSpan[] = []
  if (!/\$|\\[([]/.test(text)) return found
  const starts = new RegExp(STARTS)
  for (let match = starts.exec(text); match; match = starts.exec(text)) {
    const { fence, ticks } = match.groups ?? {}
    const [start] = match
    if (fence) starts.lastIndex = endOfFence(text, starts.lastIndex, fence)
    else if (ticks) starts.lastIndex = endOfTicks(text, starts.lastIndex, ticks)
    else if (isMark(start)) {
      const span = spanFrom(text, match.index, start)
      if (!span) continue
      found.push(span)
      starts.lastIndex = span.end
    }
  }
  return found
}

const isMark = (text: string): text is FormulaMark => Object.hasOwn(closingMarks, text)

function endOfFence(text: string, from: number, fence: string): number {
  const closing = new RegExp(`\\n[ \\t>]*${fence}[\`~]*[ \\t]*(?=\\n|$)`, 'g')
  closing.lastIndex = from
  return closing.test(text) ? closing.lastIndex : text.length
}

function endOfTicks(text: string, from: number, ticks: string): number {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(text); run; run = runs.exec(text)) if (run[0].length === ticks.length) return runs.lastIndex
  return from
}

const CLOSING: Readonly<Record<FormulaMark, RegExp>> = {
  $: /\\[\s\S]|\$|\n[ \t>]*(?:\n|$)/g,
  $$: /\\[\s\S]|\$\$/g,
  '\\(': /\\[\s\S]|\n[ \t>]*(?:\n|$)/g,
  '\\[': /\\[\s\S]/g,
}

function spanFrom(text: string, start: number, mark: FormulaMark): FormulaSpan | undefined {
  const from = start + mark.length
  if (!text.includes(closingMarks[mark], from)) return openSpan(text, start, mark)
  const before = text.slice(Math.max(0, start - 2), start)
  const closing = new RegExp(CLOSING[mark])
  closing.lastIndex = from
  for (let match = closing.exec(text); match; match = closing.exec(text)) {
    if (match[0].startsWith('\n') || match.index - from > MAX_LENGTH) return undefined
    if (match[0] !== closingMarks[mark]) continue
    const candidate = { mark, source: text.slice(from, match.index), before, after: text.charAt(closing.lastIndex) }
    return isFormula(candidate) && fitsLine(text, start, candidate.source) ? { start, end: closing.lastIndex, mark, closed: true } : undefined
  }
  return openSpan(text, start, mark)
}

/** Returns a formula that is open at the end of the text. A single dollar is usually an amount of money. */
function openSpan(text: string, start: number, mark: FormulaMark): FormulaSpan | undefined {
  const source = text.slice(start + mark.length)
  if (mark === '$' || source.length > MAX_OPEN_LENGTH || !fitsLine(text, start, source)) return undefined
  return isFormula({ mark, source, before: text.slice(Math.max(0, start - 2), start), after: '' })
    ? { start, end: text.length, mark, closed: false }
    : undefined
}

/** True unless a formula in a table spans several lines, because it cannot leave its row. */
function fitsLine(text: string, start: number, source: string): boolean {
  return !source.includes('\n') || !/^[ \t>]*\|/.test(lineBefore(text, start))
}

/** Returns the text of a line up to an offset. */
export const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
