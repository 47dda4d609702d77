import { readLines } from './lines.ts'

const delimiter = /^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?\s*)?$/

/** Gives empty header cells a name that only screen readers read: without one, they cannot say which column a cell belongs to. */
export function nameColumns(page: string): string {
  const lines = readLines(page)
  return lines
    .map(({ text, verbatim }, index) => {
      const next = lines[index + 1]
      return !verbatim && text.startsWith('|') && next && !next.verbatim && delimiter.test(next.text) ? named(text) : text
    })
    .join('\n')
}

function named(header: string): string {
  const cells = header
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
  const first = cells.findIndex((cell) => cell.trim() === '')
  return `|${cells.map((cell, index) => (cell.trim() === '' ? ` <span class="sr-only">${index === first && index === 0 ? 'Name' : 'Description'}</span> ` : cell)).join('|')}|`
}
