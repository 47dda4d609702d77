import { PfError } from '@pf/core'

/** One block of an event stream. `json` becomes one line of JSON; `text` is for data that is no JSON. */
export interface SseBlock {
  id?: string
  event?: string
  /** Reconnection delay in milliseconds, a whole number from 0. */
  retry?: number
  json?: unknown
  text?: string
  comment?: string
}

/**
 * Writes a block with LF line ends, the blank line included. Throws PfError `protocol` for a value that could break out of its line
 * (CR, LF or NUL in `id` and `event`, a `retry` that is no whole number, `json` that has no JSON form).
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

/** Ids and names are short: looking at each character is faster than a pattern is. */
function oneLine(field: string, value: string): string {
  const line = String(value)
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === 10 || code === 13 || code === 0) throw new PfError('protocol', `An SSE ${field} holds no CR, LF or NUL.`)
  }
  return line
}

function wholeNumber(retry: number): number {
  if (!Number.isSafeInteger(retry) || retry < 0) throw new PfError('protocol', 'An SSE retry is a whole number of milliseconds from 0.')
  return retry
}

function toLine(value: unknown): string {
  const line: string | undefined = JSON.stringify(value)
  if (line === undefined) throw new PfError('protocol', 'The data of an SSE event has no JSON form.')
  return line
}
