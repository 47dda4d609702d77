/** One part of a multipart/form-data body. `bytes` must be read, or ignored, before the next part is requested. */
export interface Part {
  name: string
  filename?: string
  /** The declared media type in lower case without parameters; empty when none was declared. */
  type: string
  bytes: AsyncGenerator<Uint8Array, void, undefined>
}

const maxHeaderBytes = 8_192
const maxParts = 20

/** Thrown for a body that is not valid multipart/form-data or ends early. */
export class MultipartError extends Error {}

/**
 * Reads the parts of a body in order. At most one chunk and one boundary are held in memory. Throws MultipartError. Leaving the loop does
 * not cancel the body.
 */
export async function* readParts(chunks: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<Part, void, undefined> {
  const source = createSource(chunks)
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
  await drain(readUntil(source, delimiter, maxHeaderBytes))
  for (let count = 0; await source.nextPart(); count++) {
    if (count >= maxParts) throw new MultipartError(`it has more than ${maxParts} parts`)
    const headers = await source.headers()
    const bytes = readUntil(source, delimiter, Number.POSITIVE_INFINITY)
    yield { ...readHeaders(headers), bytes }
    await drain(bytes)
  }
}

type Source = ReturnType<typeof createSource>

function createSource(chunks: AsyncIterator<Uint8Array>) {
  // The first boundary has no CRLF before it.
  let rest = new Uint8Array([13, 10])
  const fill = async () => {
    const step = await chunks.next()
    if (step.done) throw new MultipartError('the body ended early')
    const joined = new Uint8Array(rest.length + step.value.length)
    joined.set(rest)
    joined.set(step.value, rest.length)
    rest = joined
  }
  const take = (length: number) => {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }
  return {
    fill,
    take,
    peek: () => rest,
    /** Reads the characters after a boundary: true if a part follows, false at the end of the body. */
    async nextPart(): Promise<boolean> {
      while (rest.length < 2) await fill()
      const mark = String.fromCharCode(...take(2))
      if (mark !== '\r\n' && mark !== '--') throw new MultipartError('a boundary is not followed by a line break')
      return mark === '\r\n'
    },
    async headers(): Promise<string> {
      let end = indexOf(rest, blankLine)
      while (end < 0) {
        if (rest.length > maxHeaderBytes) throw new MultipartError('the headers of a part are too long')
        await fill()
        end = indexOf(rest, blankLine)
      }
      return new TextDecoder().decode(take(end + blankLine.length))
    },
  }
}

const blankLine = new TextEncoder().encode('\r\n\r\n')

async function* readUntil(source: Source, delimiter: Uint8Array, maxBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0
  for (;;) {
    const end = indexOf(source.peek(), delimiter)
    const ready = end >= 0 ? end : Math.max(0, source.peek().length - delimiter.length + 1)
    length += ready
    if (length > maxBytes) throw new MultipartError('the boundary was not found')
    if (ready > 0) yield source.take(ready)
    if (end >= 0) return void source.take(delimiter.length)
    await source.fill()
  }
}

/**
 * Searches for a pattern that begins with CR and contains few others, so that few bytes are compared twice. A run of CRs is scanned byte by
 * byte, because each native search has a fixed cost.
 */
function indexOf(bytes: Uint8Array, pattern: Uint8Array): number {
  const last = bytes.length - pattern.length
  for (let at = bytes.indexOf(13); at >= 0 && at <= last; at = bytes[at + 1] === 13 ? at + 1 : bytes.indexOf(13, at + 1)) {
    let same = 1
    while (same < pattern.length && bytes[at + same] === pattern[same]) same += 1
    if (same === pattern.length) return at
  }
  return -1
}

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

function readHeaders(text: string): Omit<Part, 'bytes'> {
  const lines = text.split('\r\n')
  const headerOf = (name: string) => lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? ''
  const disposition = headerOf('content-disposition')
  const name = parameterOf(disposition, 'name')
  if (!/^\s*form-data\s*;/i.test(disposition) || name === undefined) throw new MultipartError('a part has no name')
  const filename = parameterOf(disposition, 'filename')
  const type = (headerOf('content-type').split(';')[0] ?? '').trim().toLowerCase()
  return { name, type, ...(filename === undefined ? {} : { filename }) }
}

/** Returns a parameter of a Content-Disposition header. Browsers encode quotes and line breaks inside a name as %22, %0D and %0A. */
function parameterOf(disposition: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition)
  const value = match?.[1] ?? match?.[2]
  return value?.replace(/%22/g, '"').replace(/%0d|%0a/gi, ' ')
}

const boundaryParameter = /^\s*boundary=(?:"([^"]{1,70})"|([^\s";]{1,70}))\s*$/i

/** Returns the boundary of a multipart/form-data body (RFC 2046 §5.1.1), or undefined for any other body and for a compressed one. */
export function multipartBoundary(request: Request): string | undefined {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'multipart/form-data' || (request.headers.get('content-encoding') ?? 'identity') !== 'identity') return undefined
  const match = parameters.map((parameter) => boundaryParameter.exec(parameter)).find(Boolean)
  const boundary = match?.[1] ?? match?.[2]
  return boundary !== undefined && /^[\w'()+,./:=? -]*[\w'()+,./:=?-]$/.test(boundary) ? boundary : undefined
}

/** True for an uncompressed multipart/form-data body with a valid boundary. */
export const isMultipart = (request: Request) => multipartBoundary(request) !== undefined
