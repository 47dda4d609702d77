import type { ArtifactPage } from '../contracts/artifact-store.ts'
import type { JsonValue } from '../contracts/json.ts'
import { PfError } from '../errors/pf-error.ts'
import { readPointer } from '../json/pointer.ts'

const maxItems = 10_000

/** Bytes that may be JSON. The parsed value is held weakly, so that repeated reads can use it. */
export interface JsonBytes {
  bytes?: Uint8Array
  parsed?: WeakRef<object>
}

/**
 * Returns items of the array at `path` of a JSON artifact, at most 10,000 at once; undefined if there is no array. Throws PfError
 * `invalid_input` for an offset or limit that is not an integer of at least 0.
 */
export function pageOf(artifact: JsonBytes, path: string, { offset, limit }: { offset: number; limit: number }): ArtifactPage | undefined {
  if (![offset, limit].every((value) => Number.isSafeInteger(value) && value >= 0))
    throw new PfError('invalid_input', 'offset and limit must be integers of at least 0.')
  const { value } = readPointer(parsed(artifact), path)
  if (!Array.isArray(value)) return undefined
  const items: JsonValue[] = structuredClone(value.slice(offset, offset + Math.min(limit, maxItems)))
  return { items, offset, total: value.length }
}

function parsed(artifact: JsonBytes): object | undefined {
  const known = artifact.parsed?.deref()
  if (known || !artifact.bytes) return known
  const value = parseContainer(artifact.bytes)
  if (value) artifact.parsed = new WeakRef(value)
  return value
}

function parseContainer(bytes: Uint8Array): object | undefined {
  if (!startsContainer(bytes)) return undefined
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** True if the first byte of the JSON text, after a byte order mark and white space, is `[` or `{`. Other texts cannot contain an array and are not decoded. */
function startsContainer(bytes: Uint8Array): boolean {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const first = bytes.subarray(marked ? 3 : 0).find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)
  return first === 0x5b || first === 0x7b
}
