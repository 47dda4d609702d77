import { checkLine, checkRest, checkText } from './check-sse.ts'
import { createSseBlock } from './sse-block.ts'
import type { SseFrame } from './sse-frame.ts'

/** Text in, blocks out. */
export interface SseParser {
  feed(text: string): SseFrame[]
  /** An unfinished block counts for nothing, as in browsers. */
  finish(): void
}

/**
 * Parses an event stream as the HTML standard says, cut anywhere; lines end with LF, CR or CRLF.
 * With `strict` it throws on what a well-made server never sends: CR, unknown fields, bad ids and retries, an unfinished block.
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
