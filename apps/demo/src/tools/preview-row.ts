const longest = { items: 5, chars: 200 }

/** A row as the model sees it: long lists and texts are cut, and say what was left out. */
export function previewRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, short(cell)]))
}

function short(cell: unknown): unknown {
  if (typeof cell === 'string' && cell.length > longest.chars)
    return `${cell.slice(0, longest.chars).toWellFormed()} … ${cell.length - longest.chars} more characters`
  if (!Array.isArray(cell) || cell.length <= longest.items) return cell
  return [...cell.slice(0, longest.items), `… ${cell.length - longest.items} more`]
}
