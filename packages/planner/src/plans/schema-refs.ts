import { readPointer } from '@pf/core'
import { decodePercent, isRecord } from '@pf/core/internal'

/** The target of a `$ref`. */
export type RefTarget = { found: true; schema: unknown } | { found: false }

const nowhere: RefTarget = { found: false }

/** Base URI of a document without its own. */
const noAddress = 'json-schema:///'
const maxDepth = 200

/** The URIs inside a document: of schemas with an `$id`, of anchors, and the base URIs for relative references. */
interface SchemaIndex {
  resources: Map<string, unknown>
  anchors: Map<string, unknown>
  bases: WeakMap<object, string>
}

/**
 * Resolves references inside one schema document, by pointer, anchor or `$id`, relative to the schema that contains them. References to
 * other documents are not fetched and count as not found.
 */
export function createRefReader(document: unknown): (ref: string, from: object) => RefTarget {
  let index: SchemaIndex | undefined
  return (ref, from) => {
    index ??= indexOf(document)
    const url = addressOf(ref, index.bases.get(from) ?? noAddress)
    return url === undefined ? nowhere : find(url, index)
  }
}

function find(url: string, { resources, anchors }: SchemaIndex): RefTarget {
  const { address, hash } = partsOf(url)
  if (!resources.has(address)) return nowhere
  const fragment = decodePercent(hash)
  if (fragment === undefined) return nowhere
  if (fragment === '') return { found: true, schema: resources.get(address) }
  if (fragment.startsWith('/')) return atPointer(resources.get(address), fragment)
  const anchor = `${address}#${fragment}`
  return anchors.has(anchor) ? { found: true, schema: anchors.get(anchor) } : nowhere
}

function atPointer(document: unknown, pointer: string): RefTarget {
  const read = readPointer(document, pointer)
  return read.found ? { found: true, schema: read.value } : nowhere
}

/** Creates the index. A schema object in several places has the URI of the first one. Schemas beyond the depth limit have none. */
function indexOf(document: unknown): SchemaIndex {
  const index: SchemaIndex = { resources: new Map([[noAddress, document]]), anchors: new Map(), bases: new WeakMap() }
  const open = [{ value: document, base: noAddress, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || depth > maxDepth || index.bases.has(value)) continue
    const base = isRecord(value) ? enter(value, next.base, index) : next.base
    index.bases.set(value, base)
    const inner = Object.values(value).map((part: unknown) => ({ value: part, base, depth: depth + 1 }))
    open.push(...inner.reverse())
  }
  return index
}

/** Adds the URIs of a schema; the first of two equal ones is used. Returns the base URI for its own references. */
function enter(schema: Record<string, unknown>, outer: string, { resources, anchors }: SchemaIndex): string {
  const id = typeof schema.$id === 'string' ? schema.$id : ''
  const url = addressOf(id, outer) ?? outer
  const { address: base, hash } = partsOf(url)
  if (base !== outer && !resources.has(base)) resources.set(base, schema)
  // In draft 7, anchors are written as an `$id`.
  for (const anchor of [schema.$anchor, decodePercent(hash)])
    if (typeof anchor === 'string' && anchor !== '' && !anchors.has(`${base}#${anchor}`)) anchors.set(`${base}#${anchor}`, schema)
  return base
}

function partsOf(url: string): { address: string; hash: string } {
  const cut = url.indexOf('#')
  return cut === -1 ? { address: url, hash: '' } : { address: url.slice(0, cut), hash: url.slice(cut + 1) }
}

function addressOf(ref: string, base: string): string | undefined {
  if (ref === '') return base
  try {
    return new URL(ref, base).href
  } catch {
    return undefined
  }
}
