import { isRecord, typeName } from '../json/records.ts'
import { walkJson } from '../json/walk-json.ts'
import { LinearRegExp } from '../pattern/linear-regexp.ts'
import { createResolver, hasAddress, type Located } from './resolve-schema-reference.ts'
import { SchemaFault } from './schema-fault.ts'
import { type Dialect, type Keyword, keywords, type ValueForm } from './schema-keywords.ts'
import type { PatternEngine, SchemaGraph, SchemaNode } from './schema-node.ts'

/** Options of `readSchema`. `trusted` marks a schema of the host, which may be larger and may use patterns that only the JavaScript engine supports. */
export interface ReadOptions {
  trusted?: boolean
  /** Maximum number of levels of the values, which are checked without a budget. A recursive schema must not expand too far within this number of levels. */
  levels?: number
}

/** Limits for external schemas. At these limits, compiling takes up to about 100 milliseconds. */
const outside = { schemas: 700, alternatives: 200, patterns: 100, dependencies: 500 }
const ofTheHost = { schemas: 3_000, alternatives: 1_000, patterns: 1_000, dependencies: 5_000 }
const maxDepth = 64
const maxValues = 20_000
const maxChars = 400_000
/** Maximum number of states of all patterns of a schema together. */
const maxStates = 20_000

/** Reads a schema document without compiling it. Throws SchemaFault for a schema that cannot be compiled in bounded time. */
export function readSchema(root: Record<string, unknown>, { trusted = false }: ReadOptions = {}): SchemaGraph {
  requireSize(root)
  const limits = trusted ? ofTheHost : outside
  const resolve = createResolver(root)
  const dialect = dialectOf(root)
  const nodes = new Map<unknown, SchemaNode>()
  const shared = new Set<unknown>()
  const patterns = new Map<string, PatternEngine>()
  let states = 0
  let dependencies = 0
  const unread: (() => void)[] = []

  function nodeOf({ schema, base }: Located): SchemaNode | undefined {
    if (!isRecord(schema)) return undefined
    const known = nodes.get(schema)
    if (known) {
      shared.add(schema)
      return known
    }
    if (nodes.size >= limits.schemas) throw new SchemaFault(`it has more than ${limits.schemas} schemas`)
    const node: SchemaNode = { source: schema, keywords: new Map(), same: [], parts: { array: [], object: [] }, references: [] }
    nodes.set(schema, node)
    unread.push(() => fill(node, hasAddress(schema) ? schema : base))
    return node
  }

  function fill(node: SchemaNode, base: Record<string, unknown>): void {
    for (const [name, value] of Object.entries(node.source)) {
      const keyword = keywords.get(name)
      if (!keyword || value === undefined || (keyword.only ?? dialect) !== dialect || (name === 'nullable' && node.source.type === undefined)) continue
      const form = keyword.forms.find((each) => hasForm(value, each))
      // A list of schemas in `items` belongs to older dialects; 2020-12 uses `prefixItems`.
      if (!form || (name === 'items' && form === 'schema list' && dialect === '2020-12'))
        throw new SchemaFault(`its keyword ${name} has a value of the wrong type (${typeName(value)})`)
      node.keywords.set(name, value)
      if (form === 'reference') addReference(node, String(value), base)
      else if (keyword.checks) addSchemas(node, keyword, { form, value, base, kind: /items|contains/i.test(name) ? 'array' : 'object' })
      if (name === 'dependentRequired' || name === 'dependencies') addDependencies(value as object)
      if (name === 'pattern') addPattern(String(value))
      if (name === 'patternProperties') for (const pattern of Object.keys(value as object)) addPattern(pattern)
    }
    if (node.keywords.get('nullable') === false && [node.keywords.get('type')].flat().includes('null'))
      throw new SchemaFault('its type null contradicts nullable: false')
  }

  function addReference(node: SchemaNode, reference: string, base: Record<string, unknown>) {
    const found = resolve(reference, base)
    node.references.push(found.schema)
    node.reference ??= reference
    const target = nodeOf(found)
    if (!target) return
    shared.add(target.source)
    node.same.push(target)
  }

  function addSchemas(node: SchemaNode, { checks }: Keyword, { form, value, base, kind }: SchemasOfKeyword) {
    const listed: unknown[] = form === 'schema' ? [value] : Object.values(value as object)
    const found = listed.flatMap((schema) => nodeOf({ schema, base }) ?? [])
    if (checks === 'value') {
      if (listed.length > limits.alternatives) throw new SchemaFault(`it has more than ${limits.alternatives} alternatives in one list`)
      node.same.push(...found)
    } else if (checks === 'parts') node.parts[kind].push(found)
    else node.parts[kind].push(...found.map((schema) => [schema]))
  }

  function addDependencies(value: object) {
    for (const names of Object.values(value)) dependencies += Array.isArray(names) ? 1 + names.length : 1
    if (dependencies > limits.dependencies) throw new SchemaFault(`it has more than ${limits.dependencies} dependencies between properties`)
  }

  function addPattern(source: string) {
    if (patterns.has(source)) return
    if (patterns.size >= limits.patterns) throw new SchemaFault(`it has more than ${limits.patterns} patterns`)
    const engine = engineOf(source, trusted)
    patterns.set(source, engine)
    states += engine instanceof LinearRegExp ? engine.states : 0
    if (states > maxStates) throw new SchemaFault('its patterns are too large in total; use fewer or smaller repetitions')
  }

  const node = nodeOf({ schema: root, base: root })
  for (let next = unread.pop(); next; next = unread.pop()) next()
  if (!node) throw new SchemaFault('it is not a JSON Schema')
  const usesUnevaluated = [...nodes.values()].some(({ keywords: used }) => used.has('unevaluatedProperties') || used.has('unevaluatedItems'))
  return { root: node, nodes, shared, patterns, dialect, usesUnevaluated, hasReferences: shared.size > 0 }
}

interface SchemasOfKeyword {
  form: ValueForm
  value: unknown
  base: Record<string, unknown>
  kind: 'array' | 'object'
}

function requireSize(root: Record<string, unknown>): void {
  let values = 0
  let chars = 0
  try {
    for (const { key, value } of walkJson(root, { maxDepth })) {
      values += 1
      chars += (typeof key === 'string' ? key.length : 0) + (typeof value === 'string' ? value.length : 0)
      if (values > maxValues) throw new SchemaFault(`it has more than ${maxValues} parts`)
      if (chars > maxChars) throw new SchemaFault(`it is longer than ${maxChars} characters`)
    }
  } catch (error) {
    throw error instanceof SchemaFault ? error : new SchemaFault(`it is nested deeper than ${maxDepth} levels`)
  }
}

/** Without `$schema` the dialect is 2020-12, or draft-07 if `items` is a list, which later dialects do not support. */
function dialectOf(root: Record<string, unknown>): Dialect {
  const named = root.$schema
  if (named === undefined) return hasListOfItems(root) ? 'draft-07' : '2020-12'
  const text = typeof named === 'string' ? named : ''
  if (/draft-0[67]/.test(text)) return 'draft-07'
  if (/2020-12|2019-09/.test(text)) return '2020-12'
  throw new SchemaFault(`its dialect ${JSON.stringify(text.slice(0, 100))} is not supported; use draft-07 or 2020-12`)
}

function hasListOfItems(root: unknown): boolean {
  for (const { key, value } of walkJson(root)) if (key === 'items' && Array.isArray(value) && value.every(isSchema)) return true
  return false
}

function engineOf(source: string, trusted: boolean): PatternEngine {
  try {
    return new LinearRegExp(source)
  } catch (error) {
    try {
      if (trusted) return new RegExp(source, 'u')
    } catch {
      // Neither engine supports the pattern.
    }
    const why = error instanceof Error ? error.message : String(error)
    throw new SchemaFault(`its pattern ${JSON.stringify(source.slice(0, 60))} cannot be tested in linear time (${why})`)
  }
}

const isSchema = (value: unknown) => typeof value === 'boolean' || isRecord(value)
const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string')
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

const forms: Readonly<Record<ValueForm, (value: unknown) => boolean>> = {
  schema: isSchema,
  'schema list': (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  'schema map': (value) => isRecord(value) && Object.values(value).every(isSchema),
  'mixed map': (value) => isRecord(value) && Object.values(value).every((each) => isSchema(each) || isNames(each)),
  reference: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  string: (value) => typeof value === 'string',
  names: isNames,
  'map of names': (value) => isRecord(value) && Object.values(value).every(isNames),
  types: (value) => [value].flat().length > 0 && [value].flat().every((type) => types.includes(String(type))),
  list: (value) => Array.isArray(value) && value.length > 0,
  value: () => true,
}

const hasForm = (value: unknown, form: ValueForm): boolean => forms[form](value)
