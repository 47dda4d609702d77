/** What a filter looks for, made once for all rows. */
export interface TextQuery {
  text: string
  /** The figure without separators, when the reader typed one. */
  figure: string | undefined
}

/** A query out of what was typed; undefined for blanks. */
export function textQuery(typed: unknown): TextQuery | undefined {
  const text = typeof typed === 'string' ? typed.trim().toLowerCase() : ''
  if (text === '') return undefined
  const bare = text.replace(/[\s\u00a0\u202f,'’]/g, '')
  return { text, figure: /^-?\d[\d.]*$/.test(bare) ? bare : undefined }
}

/** True when a value holds the query in its own writing; figures also without separators. */
export function matchesText(value: unknown, query: TextQuery): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'number') return query.figure !== undefined && String(value).includes(query.figure)
  const text = (typeof value === 'object' ? JSON.stringify(value).slice(0, 2_000) : String(value)).toLowerCase()
  return text.includes(query.text)
}
