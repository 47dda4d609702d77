/** What parsing a text costs, roughly. */
export interface Weight {
  lines: number
  /** Characters in it that open or close something. */
  marks: number
  /** Quotes and list items that its lines begin, one in another. */
  nested: number
  /** The most of them on one line. */
  deepest: number
  /** Cells of its tables: a row has as many as its head, also where it is a few characters long. */
  cells: number
}

/** * _ [ ] < ` ~ & \ $ */
const MARKS = new Set([42, 95, 91, 93, 60, 96, 126, 38, 92, 36])
const CONTAINERS = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*)+/
/** The line under the head of a table. */
const RULE = /^[ \t>|:-]+$/

/** Looks at every character once, so that it costs little itself. */
export function weigh(text: string): Weight {
  const weight: Weight = { lines: 0, marks: 0, nested: 0, deepest: 0, cells: 0 }
  for (let index = 0; index < text.length; index++) if (MARKS.has(text.charCodeAt(index))) weight.marks++
  let columns = 0
  for (const line of text.split('\n')) {
    weight.lines++
    const depth = (CONTAINERS.exec(line)?.[0] ?? '').replace(/[ \t\d]/g, '').length
    weight.nested += depth
    weight.deepest = Math.max(weight.deepest, depth)
    if (line.trim() === '') columns = 0
    else if (line.includes('|') && RULE.test(line)) columns = Math.max(columns, line.match(/-+/g)?.length ?? 0)
    weight.cells += columns
  }
  return weight
}
