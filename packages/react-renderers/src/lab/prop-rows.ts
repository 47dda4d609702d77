import { isRecord } from '@pf/core/internal'
import { type LabMessages, labMessages } from '../messages/lab.ts'

/** One prop in a readable form. */
export interface PropRow {
  /** Path such as `columns[].field`. */
  path: string
  type: string
  required: boolean
  description: string
  /** The default value, bounds and other constraints. */
  notes: readonly string[]
}

const MAX_DEPTH = 4
/** Maximum number of rows that the Lab shows. */
export const MAX_ROWS = 300

interface Traversal {
  root: Record<string, unknown>
  rows: PropRow[]
  messages: LabMessages
}

/** The props in a JSON Schema, each followed by its nested props. Returns at most `MAX_ROWS` + 1 rows, because schemas can refer to themselves. */
export function propRows(schema: unknown, messages: LabMessages = labMessages): readonly PropRow[] {
  const root = isRecord(schema) ? schema : {}
  const traversal: Traversal = { root, rows: [], messages }
  addProps(traversal, root, { path: '', depth: 0 })
  return traversal.rows
}

function addProps(traversal: Traversal, schema: Record<string, unknown>, { path, depth }: { path: string; depth: number }) {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  for (const [name, raw] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    const prop = resolve(traversal.root, raw)
    if (traversal.rows.length > MAX_ROWS) return
    const own = path === '' ? name : `${path}.${name}`
    const row = {
      path: own,
      type: typeOf(traversal.root, prop),
      required: required.includes(name),
      description: text(prop.description),
      notes: notesOf(prop, traversal.messages),
    }
    if (isInformative(row)) traversal.rows.push(row)
    const inner = innerOf(traversal.root, prop)
    if (inner && depth < MAX_DEPTH && !isReferred(raw, prop, path)) addProps(traversal, inner.schema, { path: own + inner.suffix, depth: depth + 1 })
  }
}

/** Props of open data have only a name, which is not informative. */
const isInformative = ({ type, description, notes, required }: PropRow) => type !== 'any' || required || description !== '' || notes.length > 0

/** Recursive definitions are expanded once. */
const isReferred = (raw: unknown, prop: Record<string, unknown>, path: string) => path.includes('.') && (isRef(raw) || isRef(prop.items))

const isRef = (schema: unknown) => isRecord(schema) && typeof schema.$ref === 'string'

function innerOf(root: Record<string, unknown>, prop: Record<string, unknown>) {
  if (isRecord(prop.properties)) return { schema: prop, suffix: '' }
  const items = resolve(root, prop.items)
  return isRecord(items.properties) ? { schema: items, suffix: '[]' } : undefined
}

function resolve(root: Record<string, unknown>, schema: unknown): Record<string, unknown> {
  if (!isRecord(schema)) return {}
  const name = typeof schema.$ref === 'string' ? /^#\/\$defs\/([\w-]+)$/.exec(schema.$ref)?.[1] : undefined
  const defs = isRecord(root.$defs) ? root.$defs : {}
  const found = name !== undefined && Object.hasOwn(defs, name) ? defs[name] : undefined
  return isRecord(found) ? found : schema
}

function typeOf(root: Record<string, unknown>, schema: Record<string, unknown>, depth = 0): string {
  if (Object.hasOwn(schema, 'x-slot')) return 'component'
  if (Array.isArray(schema.enum))
    return schema.enum
      .slice(0, 40)
      .map((value) => JSON.stringify(value))
      .join(' | ')
  if (Object.hasOwn(schema, 'const')) return JSON.stringify(schema.const)
  const ways = Array.isArray(schema.anyOf) ? schema.anyOf : undefined
  if (ways && depth < 3) return [...new Set(ways.map((way) => typeOf(root, resolve(root, way), depth + 1)))].join(' | ')
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'any']
  return types.map((type) => (type === 'array' ? listOf(root, schema, depth) : text(type))).join(' | ')
}

function listOf(root: Record<string, unknown>, { items }: Record<string, unknown>, depth: number): string {
  const inner = isRecord(items) && depth < 3 ? typeOf(root, resolve(root, items), depth + 1) : 'any'
  return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`
}

const bounds: readonly (readonly [key: string, say: (messages: LabMessages, value: unknown) => string])[] = [
  ['default', (messages, value) => messages.default(JSON.stringify(value))],
  ['minimum', (messages, value) => messages.from(String(value))],
  ['maximum', (messages, value) => messages.to(String(value))],
  ['minItems', (messages, value) => messages.minItems(String(value))],
  ['maxItems', (messages, value) => messages.maxItems(String(value))],
  ['maxLength', (messages, value) => messages.maxCharacters(String(value))],
  ['pattern', (messages, value) => messages.matches(String(value))],
  ['x-data', (messages) => messages.reference],
  ['x-url', (messages) => messages.address],
]

const notesOf = (schema: Record<string, unknown>, messages: LabMessages) =>
  bounds.flatMap(([key, say]) => (Object.hasOwn(schema, key) ? [say(messages, schema[key])] : []))

const text = (value: unknown) => (typeof value === 'string' ? value : '')
