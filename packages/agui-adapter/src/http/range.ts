/** A range with both ends inside the bytes, `whole` where the header asks for nothing that can be given in part, or none that fits. */
export type RangeResult = { kind: 'whole' } | { kind: 'unsatisfiable' } | { kind: 'part'; start: number; end: number }

/** Reads a Range header for one range of bytes (RFC 9110 §14); several ranges and other units are answered with the whole. */
export function readRange(header: string | null, bytes: number): RangeResult {
  const match = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim().toLowerCase())
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' }
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '') return part(Math.max(0, bytes - Number(to)), bytes - 1, { bytes, empty: Number(to) === 0 })
  const end = to === '' ? bytes - 1 : Number(to)
  if (to !== '' && end < Number(from)) return { kind: 'whole' }
  return part(Number(from), Math.min(end, bytes - 1), { bytes, empty: false })
}

function part(start: number, end: number, { bytes, empty }: { bytes: number; empty: boolean }): RangeResult {
  return empty || start >= bytes ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
