import { type ArtifactPage, type JsonValue, PfError, readPointer } from '@pf/core'
import { createRowScanner } from './row-scanner.ts'

/** Bytes of one artifact, from an offset on. */
export interface RowSource {
  /** Hash of the bytes. */
  sha256: string
  read(start: number): AsyncIterable<Uint8Array>
}

/** Selects a list and its items. */
export interface PageQuery {
  /** JSON Pointer of the list. */
  path: string
  offset: number
  limit: number
}

/** Reads pages of row artifacts. */
export interface RowPages {
  /** Returns undefined if there is no list. Throws PfError `invalid_input` for an offset or limit that is not an integer of at least 0. */
  page(source: RowSource, query: PageQuery): Promise<ArtifactPage | undefined>
}

/** Offsets of every 256th item, and the number of items. */
interface RowIndex {
  marks: number[]
  total: number
}

const stride = 256
const maxItems = 10_000
/** Size in bytes at which a page ends. The item that exceeds it is the last one. */
const maxBytes = 4 * 1024 * 1024
const maxKnown = 200

/**
 * Creates a reader of pages. A top-level list is read once from end to end, one item at a time; later pages start near their first item,
 * and a page holds only its own items in memory. A nested list is found by reading the entire artifact.
 */
export function createRowPages(): RowPages {
  const indexes = createLruCache<RowIndex | undefined>(maxKnown)
  const wholes = createLruCache<WeakRef<object> | undefined>(maxKnown)
  return {
    async page(source, { path, offset, limit }) {
      if (![offset, limit].every((value) => Number.isSafeInteger(value) && value >= 0))
        throw new PfError('invalid_input', 'offset and limit must be integers of at least 0.')
      const query = { path, offset, limit: Math.min(limit, maxItems) }
      if (path !== '') return inside(await whole(source, wholes), query)
      const index = await indexes.get(source.sha256, () => scan(source))
      return index && { items: await items(source, { index, query }), offset, total: index.total }
    },
  }
}

async function scan({ read }: RowSource): Promise<RowIndex | undefined> {
  const scanner = createRowScanner()
  const index: RowIndex = { marks: [], total: 0 }
  try {
    for await (const piece of read(0)) {
      for (const { at } of scanner.feed(piece)) if (index.total++ % stride === 0) index.marks.push(at)
    }
  } catch (thrown) {
    if (isNoJson(thrown)) return undefined
    throw thrown
  }
  return scanner.finish() ? index : undefined
}

/** True for errors of invalid JSON: SyntaxError of the parser, TypeError of the decoder. */
const isNoJson = (thrown: unknown) => thrown instanceof SyntaxError || (thrown instanceof TypeError && !(thrown instanceof PfError))

async function items({ read }: RowSource, { index, query }: { index: RowIndex; query: PageQuery }): Promise<JsonValue[]> {
  const start = index.marks[Math.floor(query.offset / stride)]
  const found: JsonValue[] = []
  if (start === undefined || query.limit === 0) return found
  const scanner = createRowScanner(start)
  let skip = query.offset % stride
  let seen = 0
  for await (const piece of read(start)) {
    for (const { value } of scanner.feed(piece)) if (skip-- <= 0 && found.length < query.limit) found.push(value)
    seen += found.length > 0 ? piece.byteLength : 0
    if (found.length >= query.limit || seen > maxBytes) break
  }
  return found
}

async function whole(source: RowSource, known: ReturnType<typeof createLruCache<WeakRef<object> | undefined>>): Promise<object | undefined> {
  const found = (await known.get(source.sha256, () => parse(source)))?.deref()
  if (found) return found
  known.forget(source.sha256)
  return (await known.get(source.sha256, () => parse(source)))?.deref()
}

async function parse({ read }: RowSource): Promise<WeakRef<object> | undefined> {
  const pieces: Uint8Array[] = []
  for await (const piece of read(0)) {
    // Ends reading early for data that cannot contain a list: JSON text whose first character is neither `[` nor `{`.
    if (pieces.length === 0 && !/^[ \n\r\t]*(?:[[{]|$)/.test(Buffer.from(piece.subarray(0, 64)).toString('latin1'))) return undefined
    pieces.push(piece)
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces)))
    return typeof value === 'object' && value !== null ? new WeakRef(value) : undefined
  } catch {
    return undefined
  }
}

function inside(value: object | undefined, { path, offset, limit }: PageQuery): ArtifactPage | undefined {
  const found = value && readPointer(value, path).value
  if (!Array.isArray(found)) return undefined
  return { items: structuredClone(found.slice(offset, offset + limit)) as JsonValue[], offset, total: found.length }
}

/** A cache that keeps the most recently used values. Concurrent requests for a key share one computation. */
interface LruCache<Value> {
  get(key: string, make: () => Promise<Value>): Promise<Value>
  forget(key: string): void
}

/** Creates a cache for at most `max` values. A value whose computation failed is not kept. */
function createLruCache<Value>(max: number): LruCache<Value> {
  const known = new Map<string, Promise<Value>>()
  return {
    get(key, make) {
      const found = known.get(key) ?? make()
      known.delete(key)
      known.set(key, found)
      found.catch(() => known.get(key) === found && known.delete(key))
      const oldest = known.size > max ? known.keys().next().value : undefined
      if (oldest !== undefined) known.delete(oldest)
      return found
    },
    forget: (key) => void known.delete(key),
  }
}
