/** A line of a comparison of two texts. `key` identifies its position. */
export interface DiffLine {
  key: string
  kind: 'same' | 'added' | 'removed'
  text: string
}

type Line = Omit<DiffLine, 'key'>

/** Maximum number of table cells. Above this limit, the changed lines are shown as removed and added. */
const maxCells = 4_000_000

/** The shortest edit between two texts by line. Common lines at the start and the end are matched first. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const start = commonStart(old, now)
  const end = commonStart([...old.slice(start)].reverse(), [...now.slice(start)].reverse())
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ kind: 'same', text }))
  const middle = edits(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return [...same(now.slice(0, start)), ...middle, ...same(now.slice(now.length - end))].map((line, place) => ({ key: `${place}`, ...line }))
}

function commonStart(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length)
  let count = 0
  while (count < most && left[count] === right[count]) count += 1
  return count
}

function edits(old: readonly string[], now: readonly string[]): Line[] {
  const removed = old.map((text): Line => ({ kind: 'removed', text }))
  const added = now.map((text): Line => ({ kind: 'added', text }))
  if (old.length === 0 || now.length === 0 || old.length * now.length > maxCells) return [...removed, ...added]
  return walk(old, now, lengths(old, now))
}

/** Returns the length of the longest common subsequence of the remaining lines for each pair of positions, row by row. */
function lengths(old: readonly string[], now: readonly string[]): Uint32Array {
  const width = now.length + 1
  const table = new Uint32Array((old.length + 1) * width)
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = now.length - 1; column >= 0; column--) {
      const at = row * width + column
      table[at] = old[row] === now[column] ? (table[at + width + 1] ?? 0) + 1 : Math.max(table[at + width] ?? 0, table[at + 1] ?? 0)
    }
  return table
}

function walk(old: readonly string[], now: readonly string[], table: Uint32Array): Line[] {
  const width = now.length + 1
  const lines: Line[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < now.length) {
    const at = row * width + column
    if (row < old.length && column < now.length && old[row] === now[column]) {
      lines.push({ kind: 'same', text: now[column] ?? '' })
      row += 1
      column += 1
    } else if (column >= now.length || (row < old.length && (table[at + width] ?? 0) >= (table[at + 1] ?? 0)))
      lines.push({ kind: 'removed', text: old[row++] ?? '' })
    else lines.push({ kind: 'added', text: now[column++] ?? '' })
  }
  return lines
}
