import { PfError } from '@pf/core'

/** One block of a text/event-stream. `json` goes out on one data line, `text` on one line per line of text. */
export interface SseBlock {
  id?: string
  event?: string
  /** Milliseconds, a whole number from 0. */
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
  const lines = [
    ...(block.comment === undefined ? [] : block.comment.split(lineEnd).map((line) => `: ${line}`)),
    ...(block.id === undefined ? [] : [`id: ${oneLine('id', block.id)}`]),
    ...(block.event === undefined ? [] : [`event: ${oneLine('event', block.event)}`]),
    ...(block.retry === undefined ? [] : [`retry: ${wholeNumber(block.retry)}`]),
    ...(block.text === undefined ? [] : block.text.split(lineEnd).map((line) => `data: ${line}`)),
    ...('json' in block ? [`data: ${toLine(block.json)}`] : []),
  ]
  return `${lines.join('\n')}\n\n`
}

/** The block of a numbered JSON event, without the checks that its parts do not need. */
export function encodeNumbered(id: string | undefined, event: object): string {
  return id === undefined ? `data: ${toLine(event)}\n\n` : `id: ${id}\ndata: ${toLine(event)}\n\n`
}

const lineEnd = /\r\n|\r|\n/

function oneLine(field: string, value: string): string {
  if (/[\r\n\0]/.test(value)) throw new PfError('protocol', `An SSE ${field} holds no CR, LF or NUL.`)
  return value
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
