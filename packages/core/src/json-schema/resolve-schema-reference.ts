import { decodePercent, parsePointer } from '../json/pointer.ts'
import { getOwn, isRecord } from '../json/records.ts'
import { type JsonNode, walkJson } from '../json/walk-json.ts'
import { SchemaFault } from './schema-fault.ts'

/** A schema in a document, and the schema whose URI is the base of its references. */
export interface Located {
  readonly schema: unknown
  readonly base: Record<string, unknown>
}

/** Returns the target of a reference in a schema document. Other documents are never read. */
export type ResolveReference = (reference: string, base: Record<string, unknown>) => Located

/** Reads the URIs and anchors of a document once. A name used for two parts refers to neither of them. */
export function createResolver(root: Record<string, unknown>): ResolveReference {
  const addresses = new Map<string, Record<string, unknown> | undefined>()
  const addressOf = new Map<unknown, string>([[root, noAddress]])
  const anchors = new Map<string, Located | undefined>()
  for (const node of walkJson(root)) {
    const { key, value } = node
    if (typeof value !== 'string' || !node.parent) continue
    const schema = node.parent.value as Record<string, unknown>
    if (key === '$id' && !value.startsWith('#')) {
      const outer = node.parent.parent ? baseOf(node.parent.parent, root) : root
      const address = absolute(value, addressOf.get(outer))
      addressOf.set(schema, address)
      add(addresses, address, schema)
    }
    const anchor = key === '$id' && value.startsWith('#') ? value.slice(1) : key === '$anchor' || key === '$dynamicAnchor' ? value : ''
    // A schema may have the same name both as an anchor and as a dynamic anchor.
    if (anchor !== '' && anchors.get(anchor)?.schema !== schema) add(anchors, anchor, { schema, base: baseOf(node.parent, root) })
  }
  return (reference, base) => {
    const [address = '', ...rest] = reference.split('#')
    const resource = address === '' ? base : addresses.get(absolute(address, addressOf.get(base)))
    if (!resource) throw new SchemaFault(`it refers to ${quote(reference)}, and references to other documents are not fetched`)
    const encoded = rest.join('#')
    const fragment = decodePercent(encoded) ?? encoded
    const found = fragment === '' || fragment.startsWith('/') ? follow(resource, fragment) : anchors.get(fragment)
    if (!found || (!isRecord(found.schema) && typeof found.schema !== 'boolean'))
      throw new SchemaFault(`its reference ${quote(reference)} resolves to no schema, or to more than one`)
    return found
  }
}

/** The base URI of a document without `$id`. */
const noAddress = 'schema:/'

const absolute = (address: string, base = noAddress) => (URL.canParse(address, base) ? new URL(address, base).href : address).replace(/#.*$/s, '')

const add = <Value>(map: Map<string, Value | undefined>, name: string, value: Value) => map.set(name, map.has(name) ? undefined : value)

function baseOf(node: JsonNode, root: Record<string, unknown>): Record<string, unknown> {
  for (let at: JsonNode | undefined = node; at; at = at.parent) if (isRecord(at.value) && hasAddress(at.value)) return at.value
  return root
}

/** True if the schema is the base of the references inside it. */
export const hasAddress = (schema: Record<string, unknown>) => {
  const id = getOwn(schema, '$id')
  return typeof id === 'string' && !id.startsWith('#')
}

function follow(resource: Record<string, unknown>, pointer: string): Located | undefined {
  let located: Located = { schema: resource, base: resource }
  for (const token of parsePointer(pointer) ?? ['']) {
    const schema = getOwn(located.schema, token)
    located = { schema, base: isRecord(schema) && hasAddress(schema) ? schema : located.base }
  }
  return located
}

const quote = (text: string) => JSON.stringify(text.slice(0, 100))
