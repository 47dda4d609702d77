import { type EventPosition, PfError, parseEventId } from '@pf/core'
import { logStart } from '@pf/core/internal'
import { errorResponse, invalidInput } from './response.ts'

/** Parses a JSON body of at most `maxBytes`. Returns the value, or the response for an invalid body: 413, or 400 if it is incomplete or not JSON. */
export async function readJson(request: Request, maxBytes: number): Promise<{ value: unknown } | { response: Response }> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) return { response: tooLarge(maxBytes) }
  // A parser such as express.json() leaves a request whose headers declare a body but whose body is empty.
  if (request.bodyUsed) throw bodyRead()
  const bytes = await readBytes(request, maxBytes)
  if (bytes === 'too_large') return { response: tooLarge(maxBytes) }
  if (bytes === 'incomplete') return { response: incompleteBody() }
  if (bytes.length === 0 && declared > 0) throw bodyRead()
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) }
  } catch {
    return { response: errorResponse({ status: 400, code: 'invalid_input', error: 'The body is not valid JSON in UTF-8.', fields: { issues: [notJson] } }) }
  }
}

/** True for an uncompressed application/json body in UTF-8. */
export function isJson(request: Request): boolean {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  const encoding = (request.headers.get('content-encoding') ?? '').trim().toLowerCase()
  return type.trim() === 'application/json' && (charset === undefined || /^charset="?utf-8"?$/.test(charset)) && (encoding === '' || encoding === 'identity')
}

const bodyRead = () =>
  new PfError(
    'body_already_read',
    'The body of the request was already read, for example by express.json() or the JSON parser of Fastify. Mount the handlers before such a parser, or exclude their paths from it.',
  )

const notJson = { code: 'invalid_input', pointer: '', expected: 'JSON in UTF-8' }

const incompleteBody = () =>
  errorResponse({ status: 400, code: 'invalid_input', error: 'The body ended before it was complete.', fields: { issues: [notJson] } })

const tooLarge = (maxBytes: number) =>
  errorResponse({ status: 413, code: 'too_large', fields: { issues: [{ code: 'too_large', pointer: '', expected: `at most ${maxBytes} bytes` }] } })

/** Reads a body. Throws if the host has already read it. Returns `incomplete` for a client that disconnects. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | 'too_large' | 'incomplete'> {
  const reader = request.body?.getReader()
  return reader ? readAll(reader, maxBytes).catch(() => 'incomplete') : new Uint8Array()
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array | 'too_large'> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length
    chunks.push(step.value)
    if (length <= maxBytes) continue
    reader.cancel().catch(() => {})
    return 'too_large'
  }
  return join(chunks, length)
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/**
 * Reads the position of a stream's reader from `Last-Event-ID`, otherwise from `?after=`; without both it is the start of the log. The
 * header is preferred because an EventSource keeps its URL when it reconnects. Returns the response for an invalid id.
 */
export function readPosition(request: Request, url: URL): { after: EventPosition } | { response: Response } {
  const id = request.headers.get('last-event-id') || url.searchParams.get('after') || undefined
  const after = id === undefined ? logStart : parseEventId(id)
  if (after) return { after }
  return { response: invalidInput([{ code: 'invalid_input', pointer: '', expected: 'Last-Event-ID or after in the form seq or seq.k' }]) }
}
