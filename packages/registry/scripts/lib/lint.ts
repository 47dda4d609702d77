import { schemaCostFault } from '../../src/extend/schema-cost-fault.ts'
import { type Definition, mapSchema, resolveRef, type Schema } from './schema.ts'
import { slowness } from './slow-pattern.ts'
import { camel } from './types.ts'

/** Names under which nothing can be exported. */
const reserved = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)

/** Rules that the meta-schema cannot say: every object is closed, every size has a limit, every prop has a description. */
export function lintComponent(definition: Definition): string[] {
  const faults: string[] = reserved.has(camel(definition.name)) ? ['/name: a reserved word of JavaScript'] : []
  const { propsSchema, resultSchema } = definition
  faults.push(...lintSchema(propsSchema, '/propsSchema', (node) => [...lintNode(node, propsSchema), ...sizeFaults(node)]), ...untyped(propsSchema))
  if (resultSchema) faults.push(...lintSchema(resultSchema, '/resultSchema', (node) => lintNode(node, resultSchema)))
  for (const [name, schema] of Object.entries(propsSchema.properties ?? {}))
    if (!schema.description) faults.push(`/propsSchema/properties/${name}: no description`)
  return faults.length > 0 ? faults : [...costFaults(propsSchema, '/propsSchema'), ...costFaults(resultSchema, '/resultSchema')]
}

function costFaults(schema: Schema | undefined, path: string): string[] {
  const fault = schema && schemaCostFault(schema)
  return fault === undefined ? [] : [`${path}: the schema is refused, because ${fault}`]
}

function lintSchema(schema: Schema, path: string, lint: (node: Schema) => string[]): string[] {
  const faults: string[] = []
  mapSchema(schema, (node, pointer) => {
    faults.push(...lint(node).map((fault) => `${path}${pointer}: ${fault}`))
    return node
  })
  return faults
}

/** What says which values are taken; a node without any of it takes all of them. */
const kinds = ['type', 'enum', 'const', 'anyOf', 'allOf', '$ref', '$component', 'x-open']

/** Parts that take anything; inside of what is open for a reason, and in definitions for it, they may. */
function untyped(schema: Schema): string[] {
  const open: string[] = ['/$defs']
  const found: string[] = []
  mapSchema(schema, (node, pointer) => {
    if (node['x-open'] !== undefined) open.push(pointer)
    else if (!kinds.some((key) => node[key] !== undefined)) found.push(pointer)
    return node
  })
  const shut = found.filter((pointer) => !open.some((start) => pointer.startsWith(`${start}/`)))
  return shut.map((pointer) => `/propsSchema${pointer}: takes anything: give it a type or say in x-open why`)
}

function lintNode(node: Schema, root: Schema): string[] {
  const types = [node.type ?? []].flat()
  const open = node['x-open'] !== undefined || node.$component !== undefined
  const faults: string[] = []
  if (types.includes('object') && types.length === 1 && !open && node.additionalProperties === undefined)
    faults.push('an object needs additionalProperties or x-open')
  if (node.pattern && !node['x-expect']) faults.push('a pattern needs x-expect')
  if (node.pattern !== undefined) faults.push(...patternFaults(node.pattern))
  faults.push(...boundFaults(node))
  for (const name of Object.keys(node.properties ?? {})) if (!isPropName(name)) faults.push(`${JSON.stringify(name).slice(0, 70)} is no name for a prop`)
  for (const name of node.required ?? []) if (!node.properties || !Object.hasOwn(node.properties, name)) faults.push(`required ${name} is no property`)
  if (node.$ref !== undefined && !isResolved(root, node.$ref))
    faults.push(`$ref ${node.$ref} leads nowhere: only #/$defs/NAME of the same file can be referenced`)
  return faults
}

/** Names that every object has would be found where they are missing. */
const isPropName = (name: string) => /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name) && !(name in {})

function sizeFaults(node: Schema): string[] {
  const types = [node.type ?? []].flat()
  const unbounded = types.includes('string') && !['enum', 'const', 'maxLength'].some((key) => node[key] !== undefined)
  return [
    ...(unbounded ? ['a string needs maxLength or enum'] : []),
    ...(types.includes('array') && types.length === 1 && node.maxItems === undefined ? ['an array needs maxItems'] : []),
  ]
}

function isResolved(root: Schema, ref: string): boolean {
  try {
    return resolveRef(root, ref) !== undefined
  } catch {
    return false
  }
}

function patternFaults(pattern: string): string[] {
  try {
    new RegExp(pattern, 'u')
    const slow = slowness(pattern)
    return slow === undefined ? [] : [slow]
  } catch (error) {
    return [`a pattern cannot be read: ${error instanceof Error ? error.message : error}`]
  }
}

/** Bounds that no value can keep to at once. */
function boundFaults(node: Schema): string[] {
  const ends = [
    ['minimum', 'maximum'],
    ['minLength', 'maxLength'],
    ['minItems', 'maxItems'],
    ['minProperties', 'maxProperties'],
  ] as const
  return ends.flatMap(([least, max]) => (Number(node[least]) > Number(node[max]) ? [`${least} is above ${max}: nothing fits`] : []))
}
