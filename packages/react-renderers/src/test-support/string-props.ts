import type { JsonObject, JsonSchema, JsonValue } from '@pf/core'

type Schema = Exclude<JsonSchema, boolean>

/** The path of a text in props: names of properties and indexes of lists. */
export type Path = readonly (string | number)[]

/**
 * Returns the paths of all texts that props can contain: those that the schema defines, and those in the props where the schema is open.
 * For a list, only the first matching item is included.
 */
export function stringProps(schema: JsonSchema, props: JsonObject): Path[] {
  const found = new Map<string, Path>()
  const add = (path: Path) => {
    const shape = path.map((token) => (typeof token === 'number' ? '*' : token)).join('/')
    if (!found.has(shape)) found.set(shape, path)
  }
  if (isSchema(schema)) for (const path of namedIn(schema, schema, { path: [], at: props, inside: [] })) add(path)
  for (const path of heldBy(props, [])) add(path)
  return [...found.values()]
}

interface Position {
  path: Path
  /** The value of the props at this path. */
  at: JsonValue | undefined
  /** The schemas on the path, so that a recursive schema ends. */
  inside: readonly Schema[]
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as Schema[]) : [])

function namedIn(root: Schema, node: Schema, { path, at, inside }: Position): Path[] {
  if (inside.includes(node)) return []
  const into = (next: Schema, token?: string | number): Path[] => {
    const held = typeof at === 'object' && at !== null && token !== undefined ? (at as Record<string | number, JsonValue>)[token] : undefined
    return namedIn(root, next, { path: token === undefined ? path : [...path, token], at: token === undefined ? at : held, inside: [...inside, node] })
  }
  const same = [...listOf(node.anyOf), ...listOf(node.allOf), ...listOf(node.oneOf), ...(typeof node.$ref === 'string' ? [referenced(root, node.$ref)] : [])]
  const indexes = Array.isArray(at) && at.length > 0 ? [...at.keys()] : [0]
  return [
    ...([node.type].flat().includes('string') ? [path] : []),
    ...same.flatMap((next) => into(next)),
    ...Object.entries((node.properties ?? {}) as Record<string, Schema>).flatMap(([name, next]) => into(next, name)),
    ...(isSchema(node.items) ? indexes.flatMap((index) => into(node.items as Schema, index)) : []),
    ...(isSchema(node.additionalProperties) ? into(node.additionalProperties, 'name') : []),
  ]
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

function referenced(root: Schema, ref: string): Schema {
  let node: unknown = root
  for (const token of ref.split('/').slice(1)) node = (node as Record<string, unknown>)[token]
  return node as Schema
}

function heldBy(value: JsonValue, path: Path): Path[] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => heldBy(item, [...path, index]))
  return Object.entries(value).flatMap(([name, item]) => heldBy(item as JsonValue, [...path, name]))
}

/** Returns the props with another text at a path. Missing objects and lists on the path are created. */
export function withText(props: JsonObject, path: Path, text: string): JsonObject {
  const copy = structuredClone(props)
  let owner = copy as Record<string | number, unknown>
  for (const [index, token] of path.slice(0, -1).entries()) {
    if (typeof owner[token] !== 'object' || owner[token] === null) owner[token] = typeof path[index + 1] === 'number' ? [] : {}
    owner = owner[token] as Record<string | number, unknown>
  }
  const last = path.at(-1)
  if (last !== undefined) owner[last] = text
  return copy
}

/** Returns the object to which a text belongs. Items of a list of texts belong to the object that contains the list. */
const ownerOf = (path: Path) =>
  JSON.stringify(
    path.slice(
      0,
      path.findLastIndex((token) => typeof token === 'string'),
    ),
  )

/** Returns all pairs of different texts of one object, in both orders. */
export const neighbours = (paths: readonly Path[]): [Path, Path][] =>
  paths.flatMap((first) => paths.filter((second) => second !== first && ownerOf(second) === ownerOf(first)).map((second): [Path, Path] => [first, second]))

/** Returns the props with all boolean options of the schema set to true. */
export function switchedOn(schema: JsonSchema, props: JsonObject): JsonObject {
  const flags = Object.entries((isSchema(schema) ? (schema.properties ?? {}) : {}) as Record<string, Schema>).filter(([, { type }]) => type === 'boolean')
  return { ...props, ...Object.fromEntries(flags.map(([name]) => [name, true])) }
}
