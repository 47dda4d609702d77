import type { ArtifactPage, ArtifactReference, DataReference, JsonValue, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { columnsOf } from '../describe/describe-value.ts'
import { jsonBytes } from '../json/json-bytes.ts'
import type { Resolution } from '../kept/resolve-ref.ts'
import { follow, partOf, pick, unknownIssue } from './find-data.ts'
import { isReference, readReference, received } from './read-reference.ts'

/** Offset and maximum number of items of a page: integers of at least 0, at most 1,000 items, 100 by default. */
export interface PageRequest {
  offset?: number
  limit?: number
}

/** Items of the referenced list, with its `select` and `limit` applied, or the reason why there are none. */
export type DataPage = { ok: true; items: JsonValue[]; offset: number; total: number; columns?: string[] } | { ok: false; issues: ValidationIssue[] }

/** Functions of a run that reading a page needs. */
export interface PageSource {
  resolve(ref: string): Resolution
  /** Loads the referenced data into memory; only for data in several artifacts. */
  load(reference: DataReference): Promise<void>
  /** Reads a page from the store; undefined if there is no list. */
  stored(part: ArtifactReference, at: Required<PageRequest>): Promise<ArtifactPage | undefined>
}

const defaultItems = 100
const maxItems = 1_000
/** Size in bytes at which a page ends. The item that exceeds it is the last one, even if there are more items. */
const maxBytes = 1024 * 1024

/** Reads one page. Data that is only in the store is not loaded for it. Errors are returned as issues; never throws. */
export async function readPage(reference: unknown, request: PageRequest, source: PageSource): Promise<DataPage> {
  const at = { offset: request.offset ?? 0, limit: Math.min(request.limit ?? defaultItems, maxItems) }
  const wrong = Object.entries(at).filter(([, value]) => !Number.isSafeInteger(value) || value < 0)
  if (wrong.length > 0) return refused(...wrong.map(([name]) => ({ code: 'invalid_input', pointer: `/${name}`, expected: 'an integer of at least 0' })))
  if (!isReference(reference))
    return refused({ code: 'schema_invalid', pointer: '', expected: 'a reference: {"$artifact": REF}', received: received(reference) })
  const read = readReference(reference, '')
  if ('issues' in read) return refused(...read.issues)
  try {
    return await pageOf(read.reference, at, source)
  } catch {
    return refused({ code: 'store_failed', pointer: '/$artifact', expected: 'a store that can be read' })
  }
}

async function pageOf(reference: DataReference, at: Required<PageRequest>, source: PageSource): Promise<DataPage> {
  const ref = reference.$artifact
  let resolution = source.resolve(ref)
  if (resolution.found && resolution.unloaded && !resolution.reference) {
    await source.load(reference)
    resolution = source.resolve(ref)
  }
  if (!resolution.found) return refused(unknownIssue('unknown_reference', { pointer: '/$artifact', name: ref, known: resolution.known }))
  if (resolution.unloaded && resolution.reference) return storedPage(resolution.reference, { reference, at, source })
  const found = follow(resolution.value, reference.path ?? '')
  if ('known' in found) return refused(unknownIssue('unknown_path', { pointer: '/path', name: found.name, known: found.known }))
  if (!Array.isArray(found.value)) return refused(noList(found.value, resolution.reference?.media_type))
  const { offset, limit } = at
  return narrowed({ items: found.value.slice(offset, offset + limit), offset, total: found.value.length }, reference, columnsOf(found.value))
}

interface Stored {
  reference: DataReference
  at: Required<PageRequest>
  source: PageSource
}

async function storedPage(artifact: ArtifactReference, { reference, at, source }: Stored): Promise<DataPage> {
  const part = partOf(artifact, reference.path ?? '')
  const page = isJson(artifact.media_type) ? await source.stored(part, at) : undefined
  return page ? narrowed(page, reference, part.path === undefined ? artifact.columns : undefined) : refused(noList(undefined, artifact.media_type))
}

const isJson = (media_type: string): boolean => /[/+]json\b/.test(media_type)

function noList(value: JsonValue | undefined, media_type: string | undefined): ValidationIssue {
  const typed = media_type === undefined || isJson(media_type) ? '' : ` This one is ${media_type.slice(0, 80)}: read it from the artifact itself.`
  return {
    code: 'schema_invalid',
    pointer: '',
    expected: `a list: only rows have pages.${typed}`,
    ...(value === undefined ? {} : { received: received(value) }),
  }
}

function narrowed({ items, offset, total }: ArtifactPage, { select, limit }: DataReference, columns: string[] | undefined): DataPage {
  const end = Math.min(total, limit ?? total)
  const shown = items.slice(0, Math.max(0, end - offset))
  const known = columns ?? columnsOf(shown)
  const missing = select?.findIndex(
    (field) => known !== undefined && !known.includes(field) && !shown.some((row) => isRecord(row) && Object.hasOwn(row, field)),
  )
  if (select && shown.length > 0 && !shown.every(isRecord))
    return refused({ code: 'schema_invalid', pointer: '/select', expected: 'no select, because the data has no fields' })
  if (select && missing !== undefined && missing >= 0) {
    return refused(unknownIssue('unknown_path', { pointer: `/select/${missing}`, name: select[missing] ?? '', known: known ?? [] }))
  }
  const chosen = withinBytes(select ? shown.map((row) => pick(row, select)) : shown)
  const names = select ?? known
  return { ok: true, items: chosen, offset, total: end, ...(names ? { columns: [...names] } : {}) }
}

function withinBytes(items: readonly JsonValue[]): JsonValue[] {
  let bytes = 0
  const end = items.findIndex((item) => {
    bytes += jsonBytes(item)
    return bytes > maxBytes
  })
  return end === -1 ? [...items] : items.slice(0, end + 1)
}

const refused = (...issues: ValidationIssue[]): DataPage => ({ ok: false, issues })
