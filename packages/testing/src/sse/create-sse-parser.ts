import { createSseBlock, type SseFrame, splitField } from './sse-block.ts'

/** Parses the text of an event stream. */
export interface SseParser {
  feed(text: string): SseFrame[]
  /** Ends the stream. An unfinished block is dropped, as in browsers. */
  finish(): void
}

/**
 * Parses an event stream as the HTML standard defines it, in chunks of any size. Lines end with LF, CR or CRLF.
 * With `strict` it throws on everything that a correct server never sends: CR, unknown fields, invalid ids and retries, an unfinished block.
 */
export function createSseParser({ strict = false }: { strict?: boolean } = {}): SseParser {
  let line = ''
  let afterCr = false
  const block = createSseBlock()

  const endLine = (): SseFrame[] => {
    const whole = line
    line = ''
    if (whole === '') return block.end()
    if (strict) checkLine(whole)
    block.add(whole)
    return []
  }

  return {
    feed(text) {
      if (strict) checkText(text)
      const fresh = afterCr && text.startsWith('\n') ? text.slice(1) : text
      if (text !== '') afterCr = text.endsWith('\r')
      const lines = fresh.split(/\r\n|\r|\n/)
      const frames = lines.slice(0, -1).flatMap((part) => {
        line += part
        return endLine()
      })
      line += lines.at(-1) ?? ''
      return frames
    },
    finish() {
      if (strict) checkRest(line, block.empty)
    },
  }
}

const rules = new Map<string, (value: string) => boolean>([
  ['', () => true],
  ['data', () => true],
  ['event', (value) => value !== ''],
  ['id', (value) => !value.includes('\0')],
  ['retry', (value) => /^\d+$/.test(value)],
])

/** Throws on CR, since pf's servers write LF only. */
function checkText(text: string): void {
  if (text.includes('\r')) throw new Error('The event stream contains a CR. Lines must end with LF only.')
}

/** Throws on a line that a reader must ignore. */
function checkLine(line: string): void {
  const { name, value } = splitField(line)
  if (!rules.get(name)?.(value)) throw new Error(`The event stream contains a line that readers ignore: ${JSON.stringify(line.slice(0, 80))}`)
}

/** Throws when a stream ends inside a block. */
function checkRest(line: string, empty: boolean): void {
  if (line !== '' || !empty) throw new Error('The event stream ends inside a block: its last event has no blank line.')
}
