import { findFormulas, lineBefore } from './find-formulas.ts'

/**
 * Writes each formula of a Markdown text on one line, because a line of a formula may look like a list, a quote, a heading or a table, and a
 * vertical bar like the border of a cell.
 */
export function joinFormulas(text: string): string {
  let joined = ''
  let done = 0
  for (const { start, end } of findFormulas(text)) {
    const prefix = lineBefore(text, start)
    const formula = text.slice(start, end)
    const oneLine = formula.includes('\n') ? formula.replace(lineBreak(prefix), ' ') : formula
    joined += text.slice(done, start) + (/^[ \t>]*\|/.test(prefix) ? oneLine.replace(/\\?\|/g, '\\vert{}') : oneLine)
    done = end
  }
  return joined + text.slice(done)
}

/** A line break with the marks of the quote in which the formula stands. */
const lineBreak = (prefix: string) => (/^[ \t]*>/.test(prefix) ? /\n[ \t>]*/g : /\n\s*/g)
