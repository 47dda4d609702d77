import { arrayOrEmpty, getOwn, isRecord, LinearRegExp } from '@pf/core/internal'
import { readArtifactMark, readProducer, readSourceField } from './artifact-mark.ts'
import { emptyNode, type SchemaNode } from './schema-node.ts'

const maxKeyLength = 128
/** Maximum number of states. Schemas come from tools, and a pattern is tested once for each key of a result. */
const maxStates = 1_000

/**
 * Returns a test for the keys that a `patternProperties` pattern covers, in time linear in the key. If the linear-time engine refuses the
 * pattern (look-around, back-references, too large), or a key has more than 128 characters, the key counts as covered, because hiding too
 * much is safe.
 */
export function createKeyMatcher(pattern: string): (key: string) => boolean {
  const compiled = compile(pattern)
  if (!compiled || compiled.states > maxStates) return () => true
  return (key) => key.length > maxKeyLength || compiled.test(key)
}

function compile(pattern: string): LinearRegExp | undefined {
  try {
    return new LinearRegExp(pattern, 'su')
  } catch {
    return undefined
  }
}

const objectKeywords = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'dependentSchemas']
const listKeywords = ['items', 'prefixItems', 'contains', 'additionalItems', 'unevaluatedItems']
const sameLists = ['allOf', 'anyOf', 'oneOf']
const sameSingles = ['if', 'then', 'else']
const sameMaps = ['dependentSchemas', 'dependencies']
/** Maximum number of patterns of one schema object. Further patterns count as matching. */
const maxPatterns = 64
const combining = [...sameLists, ...sameSingles, '$ref', '$dynamicRef', '$recursiveRef']

/** Functions that assign ids to sub-schemas; `reference` resolves a $ref. */
export interface NodeLinks {
  schema(child: unknown): number
  reference(ref: string): number
}

/** Reads one schema object and returns a node. */
export function readNode(schema: unknown, links: NodeLinks): SchemaNode {
  const node = emptyNode()
  if (schema === true) return Object.assign(node, { openObject: true, openList: true, strings: true })
  if (!isRecord(schema)) return node
  const mark = readArtifactMark(schema)
  const producer = readProducer(schema)
  const sourceField = readSourceField(schema)
  Object.assign(node, mark && { mark }, producer && { producer }, sourceField && { sourceField })
  readSame(schema, node, links)
  readObject(schema, node, links)
  readList(schema, node, links)
  return Object.assign(node, readTypes(schema, node))
}

function readSame(schema: object, node: SchemaNode, links: NodeLinks) {
  for (const key of sameLists) for (const child of arrayOrEmpty(getOwn(schema, key))) node.same.push(links.schema(child))
  for (const key of sameSingles) if (isSchema(getOwn(schema, key))) node.same.push(links.schema(getOwn(schema, key)))
  for (const key of sameMaps) for (const [, child] of entriesOf(getOwn(schema, key))) if (isSchema(child)) node.same.push(links.schema(child))
  for (const key of ['$ref', '$dynamicRef', '$recursiveRef']) {
    const ref = getOwn(schema, key)
    if (typeof ref === 'string') node.same.push(links.reference(ref))
  }
}

function readObject(schema: object, node: SchemaNode, links: NodeLinks) {
  for (const [key, child] of entriesOf(getOwn(schema, 'properties'))) node.props.set(key, links.schema(child))
  for (const [pattern, child] of entriesOf(getOwn(schema, 'patternProperties'))) {
    const matches = node.patterns.length < maxPatterns ? createKeyMatcher(pattern) : () => true
    node.patterns.push({ matches, target: links.schema(child) })
  }
  for (const key of ['additionalProperties', 'unevaluatedProperties']) {
    const rest = getOwn(schema, key)
    if (rest === false) node.closed = true
    else if (isRecord(rest) && Object.keys(rest).length > 0) node.rest.push(links.schema(rest))
  }
}

function readList(schema: object, node: SchemaNode, links: NodeLinks) {
  const items = getOwn(schema, 'items')
  for (const child of [...arrayOrEmpty(getOwn(schema, 'prefixItems')), ...arrayOrEmpty(items)]) node.prefix.push(links.schema(child))
  for (const rest of [items, getOwn(schema, 'additionalItems'), getOwn(schema, 'unevaluatedItems'), getOwn(schema, 'contains')]) {
    if (isSchema(rest)) node.items.push(links.schema(rest))
  }
}

function readTypes(schema: object, node: SchemaNode): Partial<SchemaNode> {
  const says = (keywords: readonly string[]) => keywords.some((keyword) => Object.hasOwn(schema, keyword))
  const names = node.props.size + node.patterns.length + node.rest.length
  const objects = names > 0 || node.closed || says(['dependentSchemas'])
  const bare = !says([...objectKeywords, ...listKeywords, ...combining])
  const type = getOwn(schema, 'type')
  const allows = (name: string) => (type === undefined ? bare : type === name || arrayOrEmpty(type).includes(name))
  const free = !says(combining)
  return {
    objects,
    lists: says(listKeywords),
    openObject: free && !objects && (allows('object') || says(objectKeywords)),
    openList: free && !says(listKeywords) && allows('array'),
    strings: allows('string'),
  }
}

const isSchema = (value: unknown): boolean => isRecord(value) || typeof value === 'boolean'
const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])
