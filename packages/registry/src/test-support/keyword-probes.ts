import { resolveRef, type Schema } from '../../scripts/lib/schema.ts'
import { type KeywordLocation, steps } from './keyword-locations.ts'

const texts = ['x', '400px', '100%', '1rem', 'users', '#0a0', 'python', '.csv']
const wrongTexts = ['', ' ', 'a b', '-', '1px;x', 'ÄÖ"><', 'URL(x)']
const values = [7, 1.5, 'x', true, null, [], {}]

/** Returns a small value that a schema accepts. */
function sample(root: Schema, node: Schema): unknown {
  if (node.$ref) return sample(root, resolveRef(root, node.$ref))
  if (node.anyOf) return sample(root, node.anyOf[0] ?? {})
  if (node.enum) return node.enum[0]
  if (node.const !== undefined) return node.const
  const type = [node.type ?? (node.properties ? 'object' : 'number')].flat()[0]
  if (type === 'string') return texts.find((text) => new RegExp(node.pattern ?? '', 'u').test(text))
  if (type === 'array') return items(root, node, Number(node.minItems ?? 0))
  if (type === 'boolean') return true
  if (type !== 'object') return node.minimum ?? 1
  return Object.fromEntries((node.required ?? []).map((name) => [name, sample(root, node.properties?.[name] ?? {})]))
}

/** Returns props with `value` at a path and the required values around it. */
function propsWith(root: Schema, path: KeywordLocation['path'], value: (usual: unknown) => unknown): unknown {
  return build(root, root, path, value)
}

function build(root: Schema, node: Schema, [token, ...rest]: KeywordLocation['path'], value: (usual: unknown) => unknown): unknown {
  if (token === undefined) return value(sample(root, node))
  const inner = alike(root, node).find((step) => step.path[0] === token)?.node ?? {}
  if (typeof token === 'number') return [build(root, inner, rest, value)]
  const needed = alike(root, node, true).flatMap((step) => ((step.node.dependentRequired ?? {}) as Record<string, string[]>)[token] ?? [])
  const owner = node.anyOf?.find((part) => Object.hasOwn(part.properties ?? {}, token)) ?? node
  const usual = sample(root, owner)
  const others = Object.fromEntries(needed.map((name) => [name, sample(root, node.properties?.[name] ?? {})]))
  return { ...(typeof usual === 'object' ? usual : {}), ...others, [token]: build(root, inner, rest, value) }
}

/** Returns the steps of a node and of all schemas for the same value; with `same`, these schemas as well. */
function alike(root: Schema, node: Schema, same = false): ReturnType<typeof steps> {
  const own = steps(root, node)
  const further = own.filter((step) => step.path.length === 0).flatMap((step) => alike(root, step.node, same))
  return same ? [{ node, at: '', path: [] }, ...further] : [...own.filter((step) => step.path.length > 0), ...further]
}

const long = (length: number, of: readonly string[]) => of.map((text) => text.repeat(length))
const keys = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))
const items = (root: Schema, node: Schema, count: number): unknown[] => new Array(count).fill(node.items ? sample(root, node.items) : 1)

type Candidates = (root: Schema, node: Schema, usual: Record<string, unknown>, entry: string) => unknown[]

/** Values at a node that give another result without the keyword. */
const candidates: Readonly<Record<string, Candidates>> = {
  type: () => values,
  required: (_root, _node, { ...usual }, entry) => [Reflect.deleteProperty(usual, entry) && usual],
  dependentRequired: (root, node, usual, entry) => [{ ...usual, [entry]: sample(root, node.properties?.[entry] ?? {}) }],
  additionalProperties: (_root, _node, usual) => [{ ...usual, more: 1 }],
  enum: (_root, node, _usual, entry) => [entry === '' ? 'another' : node.enum?.find((value) => String(value) === entry)],
  const: () => [...values, false],
  minimum: (_root, node) => [Number(node.minimum) - 1],
  maximum: (_root, node) => [Number(node.maximum) + 1],
  minLength: (_root, node) => long(Number(node.minLength) - 1, ['x']),
  maxLength: (root, node) => [...long(Number(node.maxLength) + 1, ['x', '1']), String(sample(root, node)).padEnd(Number(node.maxLength) + 1, 'x')],
  pattern: () => wrongTexts,
  minItems: (root, node) => [items(root, node, Number(node.minItems) - 1)],
  maxItems: (root, node) => [items(root, node, Number(node.maxItems) + 1)],
  minProperties: () => [{}],
  maxProperties: (_root, node) => [keys(Number(node.maxProperties) + 1, 1)],
  'x-data': () => [{ $artifact: 'tool.field' }, { artifact_id: 'a1' }],
}

/** Keywords that validate nothing themselves but lead to other schemas. */
const leading: Readonly<Record<string, (root: Schema, location: KeywordLocation) => ReturnType<typeof steps>>> = {
  properties: (root, { node, entry }) => steps(root, node).filter((step) => step.at === `/properties/${entry}`),
  items: (root, { node }) => steps(root, node).filter((step) => step.at === '/items'),
  $ref: (root, { node }) => steps(root, node).filter((step) => step.at.startsWith('/$defs')),
  allOf: (root, { node }) => steps(root, node).filter((step) => step.at.startsWith('/allOf')),
  anyOf: (root, { node }) => steps(root, node).filter((step) => step.at.startsWith('/anyOf')),
  additionalProperties: (root, { node }) => steps(root, node).filter((step) => step.at === '/additionalProperties'),
}

/** Yields props that may give another result without the keyword. The keyword has an effect if one of them does. */
export function* keywordProbes(root: Schema, location: KeywordLocation): Generator<unknown> {
  yield* ownProbes(root, location.node, location)
  const lead = leading[location.keyword]
  if (lead) for (const step of lead(root, location)) yield* innerProbes(root, step, { path: location.path, on: [] })
}

function* ownProbes(root: Schema, node: Schema, { keyword, entry = '', path }: Pick<KeywordLocation, 'keyword' | 'entry' | 'path'>): Generator<unknown> {
  const usual = sample(root, node)
  const record = typeof usual === 'object' && usual !== null ? (usual as Record<string, unknown>) : {}
  for (const value of candidates[keyword]?.(root, node, record, entry) ?? []) yield propsWith(root, path, () => value)
}

interface Inside {
  path: KeywordLocation['path']
  on: readonly Schema[]
}

function* innerProbes(root: Schema, step: ReturnType<typeof steps>[number], { path, on }: Inside): Generator<unknown> {
  if (on.includes(step.node)) return
  const at = [...path, ...step.path]
  yield propsWith(root, at, (usual) => usual)
  for (const keyword of ['x-data', 'type', 'maxLength', 'additionalProperties', 'required']) {
    if (step.node[keyword] === undefined) continue
    for (const entry of keyword === 'required' ? (step.node.required ?? []) : ['']) yield* ownProbes(root, step.node, { keyword, entry, path: at })
  }
  for (const next of steps(root, step.node)) yield* innerProbes(root, next, { path: at, on: [...on, step.node] })
}
