import { findFormulas, lineBefore } from './find-formulas.ts'

/**
 * Moves each formula of a Markdown text to one line. A line of a formula could otherwise look like a list, a quote, a heading or a table,
 * and a vertical bar like the border of a cell.
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

/** Matches a line break, including the marks of the quote that contains the formula. */
const lineBreak = (prefix: string) => (/^[ \t]*>/.test(prefix) ? /\n[ \t>]*/g : /\n\s*/g)
