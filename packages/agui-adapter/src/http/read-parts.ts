/** One part of a multipart/form-data body. `bytes` has to be read, or left, before the next part is asked for. */
export interface Part {
  name: string
  filename?: string
  /** As it was declared, in lower case and without parameters; empty where nothing was. */
  type: string
  bytes: AsyncGenerator<Uint8Array, void, undefined>
}

const maxHeaderBytes = 8_192
const maxParts = 20

/** Says that a body is no multipart/form-data, or ends before its end. */
export class MultipartError extends Error {}

/**
 * Reads the parts of a body one after the other, with no more in memory than a chunk and a boundary. Throws MultipartError. Leaving it does
 * not end the body.
 */
export async function* readParts(chunks: AsyncIterator<Uint8Array>, boundary: string): AsyncGenerator<Part, void, undefined> {
  const source = createSource(chunks)
  const delimiter = new TextEncoder().encode(`\r\n--${boundary}`)
  await drain(untilDelimiter(source, delimiter, maxHeaderBytes))
  for (let count = 0; await source.nextPart(); count++) {
    if (count >= maxParts) throw new MultipartError('too many parts')
    const headers = await source.headers()
    const bytes = untilDelimiter(source, delimiter, Number.POSITIVE_INFINITY)
    yield { ...readHeaders(headers), bytes }
    await drain(bytes)
  }
}

type Source = ReturnType<typeof createSource>

function createSource(chunks: AsyncIterator<Uint8Array>) {
  // The first boundary has no line end before it.
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
    /** Behind a boundary: true where a part follows, false at the end of all. */
    async nextPart(): Promise<boolean> {
      while (rest.length < 2) await fill()
      const mark = String.fromCharCode(...take(2))
      if (mark !== '\r\n' && mark !== '--') throw new MultipartError('a boundary is followed by something else')
      return mark === '\r\n'
    },
    async headers(): Promise<string> {
      let end = indexOf(rest, blankLine)
      while (end < 0) {
        if (rest.length > maxHeaderBytes) throw new MultipartError('the head of a part is too long')
        await fill()
        end = indexOf(rest, blankLine)
      }
      return new TextDecoder().decode(take(end + blankLine.length))
    },
  }
}

const blankLine = new TextEncoder().encode('\r\n\r\n')

async function* untilDelimiter(source: Source, delimiter: Uint8Array, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  let given = 0
  for (;;) {
    const end = indexOf(source.peek(), delimiter)
    const ready = end >= 0 ? end : Math.max(0, source.peek().length - delimiter.length + 1)
    given += ready
    if (given > most) throw new MultipartError('there is no boundary')
    if (ready > 0) yield source.take(ready)
    if (end >= 0) return void source.take(delimiter.length)
    await source.fill()
  }
}

/** What is looked for begins with CR and holds hardly another, so no byte is compared often; a run of CRs is walked, as each search costs something. */
function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  const last = bytes.length - wanted.length
  for (let at = bytes.indexOf(13); at >= 0 && at <= last; at = bytes[at + 1] === 13 ? at + 1 : bytes.indexOf(13, at + 1)) {
    let same = 1
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1
    if (same === wanted.length) return at
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

/** Browsers write quotes and line ends inside a name as %22, %0D and %0A. */
function parameterOf(disposition: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(disposition)
  const value = match?.[1] ?? match?.[2]
  return value?.replace(/%22/g, '"').replace(/%0d|%0a/gi, ' ')
}
