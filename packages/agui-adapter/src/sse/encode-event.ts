import { PfError } from '@pf/core'

/** One block of an event stream. `json` is written as one line of JSON; `text` is for other data. */
export interface SseBlock {
  id?: string
  event?: string
  /** Reconnection delay in milliseconds, a non-negative integer. */
  retry?: number
  json?: unknown
  text?: string
  comment?: string
}

/**
 * Encodes a block with LF line endings, including the blank line at its end. Throws PfError `protocol` for CR, LF or NUL in `id` or `event`,
 * for a `retry` that is not a non-negative integer, and for a `json` value that cannot be written as JSON.
 */
export function encodeEvent(block: SseBlock): string {
  const { comment, id, event, retry, text, json } = block
  let head = ''
  if (comment !== undefined) head += eachLine(': ', comment)
  if (id !== undefined) head += `id: ${oneLine('id', id)}\n`
  if (event !== undefined) head += `event: ${oneLine('event', event)}\n`
  if (retry !== undefined) head += `retry: ${wholeNumber(retry)}\n`
  if (text !== undefined) head += eachLine('data: ', text)
  if (json !== undefined || 'json' in block) return `${head}data: ${toLine(json)}\n\n`
  return `${head || '\n'}\n`
}

function eachLine(field: string, text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `${field}${line}\n`)
    .join('')
}

/** Returns a string without line breaks and NUL, or throws. Ids and names are short, so checking each character is faster than a regular expression. */
function oneLine(field: string, value: string): string {
  const line = String(value)
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 10 || code === 13 || code === 0) throw new PfError('protocol', `An SSE ${field} must not contain CR, LF or NUL.`)
  }
  return line
}

function wholeNumber(retry: number): number {
  if (!Number.isSafeInteger(retry) || retry < 0) throw new PfError('protocol', 'An SSE retry must be a non-negative integer, in milliseconds.')
  return retry
}

function toLine(value: unknown): string {
  const line: string | undefined = JSON.stringify(value)
  if (line === undefined) throw new PfError('protocol', 'The data of an SSE event cannot be written as JSON.')
  return line
}
