import { createSseBlock, type SseFrame, splitField } from './sse-block.ts'

/** Parses the text of an event stream. */
interface SseParser {
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

/** Throws on CR, because pf's servers write LF only. */
function checkText(text: string): void {
  if (text.includes('\r')) throw new Error('The event stream contains a CR. Lines must end with LF only.')
}

/** Throws on a line that a reader must ignore. */
function checkLine(line: string): void {
  const { name, value } = splitField(line)
  if (!rules.get(name)?.(value)) throw new Error(`The event stream contains a line that readers must ignore: ${JSON.stringify(line.slice(0, 80))}`)
}

/** Throws if a stream ends inside a block. */
function checkRest(line: string, empty: boolean): void {
  if (line !== '' || !empty) throw new Error('The event stream ends inside a block: there is no blank line after its last event.')
}

/**
 * Reads the blocks of an event stream, in pieces of any size. Blocks that contain only comments or ids are also frames (`dispatched` is
 * false). Ends with the stream or when `signal` aborts; leaving the loop cancels the body. With `strict`, errors that browsers tolerate are
 * reported as well. Throws if the response is not an event stream.
 */
export async function* readSse(response: Response, signal?: AbortSignal, options: { strict?: boolean } = {}): AsyncGenerator<SseFrame, void> {
  const reader = (await eventStream(response)).getReader()
  const stop = () => void reader.cancel().catch(() => {})
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    yield* readFrames(reader, signal, options)
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

async function* readFrames(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined, { strict = false }: { strict?: boolean }) {
  const parser = createSseParser({ strict })
  const decoder = new TextDecoder('utf-8', { fatal: strict, ignoreBOM: strict })
  for (let piece = await next(reader, signal); piece; piece = await next(reader, signal)) yield* parser.feed(decoder.decode(piece, { stream: true }))
  if (signal?.aborted) return
  yield* parser.feed(decoder.decode())
  parser.finish()
}

/** Returns the next chunk. An abort that also reaches `fetch` makes the body fail, which counts as the end and not as an error. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
  try {
    const { value } = await reader.read()
    return signal?.aborted ? undefined : value
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}

async function eventStream(response: Response): Promise<ReadableStream<Uint8Array>> {
  const type = response.headers.get('content-type') ?? 'no content type'
  if (response.body && response.ok && /^text\/event-stream\s*(;|$)/i.test(type)) return response.body
  const text = (await response.text()).slice(0, 200)
  throw new Error(`Expected an event stream, got ${response.status} ${type}: ${text}`)
}
