import { resolveRef, type Schema } from './schema.ts'

interface Style {
  /** Text of a data prop's type, given the type of inline data. */
  data(inline: string): string
  slot: string
  named: Record<string, string>
  /** Name of a type for a definition that holds itself. */
  definition(name: string): string
  /** Lines that go before and after a property. */
  doc(schema: Schema): { before: string[]; after: string }
}

/** TypeScript type text of a schema; `root` resolves its references. */
export function typeText(schema: Schema, root: Schema, style: Style, indent = ''): string {
  const inline = inlineType(schema, root, style, indent)
  return schema['x-data'] ? style.data(inline) : inline
}

const refStart = '#/$defs/'

/** Every definition that can be reached from a schema, itself left out unless it is reached again. */
function reached(root: Schema, schema: Schema, found = new Set<string>()): Set<string> {
  for (const [, ref = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) {
    if (found.has(ref)) continue
    found.add(ref)
    reached(root, resolveRef(root, ref), found)
  }
  return found
}

const isRecursive = (root: Schema, ref: string) => reached(root, resolveRef(root, ref)).has(ref)

/** Name and type text of each definition that holds itself; all others are written out where they are used. */
export function recursiveTypes(root: Schema, style: Style): [name: string, text: string][] {
  const refs = [...reached(root, { ...root, $defs: {} })].filter((ref) => isRecursive(root, ref))
  return refs.map((ref) => [style.definition(ref.slice(refStart.length)), typeText(resolveRef(root, ref), root, style)])
}

function inlineType(schema: Schema, root: Schema, style: Style, indent: string): string {
  const name = schema['x-type']
  if (name && style.named[name]) return style.named[name]
  if (schema.$ref)
    return isRecursive(root, schema.$ref) ? style.definition(schema.$ref.slice(refStart.length)) : typeText(resolveRef(root, schema.$ref), root, style, indent)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const union = schema.anyOf ?? schema.oneOf
  if (union) return [...new Set(union.map((part) => typeText(part, root, style, indent)))].join(' | ')
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return types.map((type) => inlineType({ ...schema, type }, root, style, indent)).join(' | ')
  return single(types[0], schema, { root, style, indent })
}

type Context = { root: Schema; style: Style; indent: string }

function single(type: string | undefined, schema: Schema, context: Context): string {
  const { root, style, indent } = context
  if (type === 'array') {
    const item = schema.items ? typeText(schema.items, root, style, indent) : (style.named.Any ?? 'unknown')
    return /[|&]/.test(item.replace(/\{[\s\S]*\}/, '')) ? `(${item})[]` : `${item}[]`
  }
  if (type === 'object' || schema.properties) return objectText(schema, context)
  if (type === 'integer') return 'number'
  return type ?? style.named.Any ?? 'unknown'
}

function objectText(schema: Schema, { root, style, indent }: Context): string {
  const { additionalProperties } = schema
  const rest = typeof additionalProperties === 'object' ? `Record<string, ${typeText(additionalProperties, root, style, indent)}>` : undefined
  if (!schema.properties) return rest ?? style.named.Object ?? 'object'
  const slot = schema['x-slot']
  const skip = slot ? ['component', 'props', 'id'] : []
  const lines = Object.entries(schema.properties)
    .filter(([name]) => !skip.includes(name))
    .flatMap(([name, part]) => propertyLines([name, part], (schema.required ?? []).includes(name), { root, style, indent: `${indent}  ` }))
  const own = lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}'
  if (!slot) return rest === undefined ? own : `${own} & ${rest}`
  const base = slot === 'optional' ? `Partial<${style.slot}>` : style.slot
  return lines.length > 0 ? `${base} & ${own}` : base
}

function propertyLines([name, part]: [string, Schema], required: boolean, context: Context): string[] {
  const doc = context.style.doc(part)
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  const type = typeText(part, context.root, context.style, context.indent)
  return [...doc.before.map((line) => context.indent + line), `${context.indent}${key}${required ? '' : '?'}: ${type}${doc.after}`]
}

const note = (schema: Schema) =>
  [schema.description, schema.default === undefined ? '' : `Default ${JSON.stringify(schema.default)}.`].filter(Boolean).join(' ')

/** How the generated props interfaces of a component are written. */
export const codeStyle = (component: string): Style => ({
  definition: (name) => `${pascal(component)}${pascal(name)}`,
  data: (inline) => `${/^[\w.<>, ]+(\[\])?$/.test(inline) || inline.endsWith('[]') ? inline : `(${inline})`} | ArtifactReference`,
  slot: 'ComponentSlot',
  named: {
    Row: 'Record<string, JsonValue>',
    EChartsOption: 'JsonObject',
    PlotlyTrace: 'JsonObject',
    PlotlyLayout: 'JsonObject',
    Any: 'JsonValue',
    Object: 'JsonObject',
  },
  doc: (schema) => ({ before: note(schema) ? [`/** ${note(schema)} */`] : [], after: '' }),
})

const bounds = (schema: Schema) => {
  const low = schema.minimum
  const high = schema.maximum
  return low !== undefined && high !== undefined ? `${low} to ${high}.` : ''
}

/** How a model sees them: a signature with short comments. */
export const modelStyle: Style = {
  definition: (name) => pascal(name),
  data: (inline) => `${inline === 'unknown' ? 'unknown[]' : inline} | Ref`,
  slot: 'Component',
  named: { Row: 'Record<string, unknown>', EChartsOption: 'EChartsOption', PlotlyTrace: 'PlotlyTrace', PlotlyLayout: 'PlotlyLayout' },
  doc: (schema) => {
    const text = [schema.description, bounds(schema), schema.default === undefined ? '' : `Default ${JSON.stringify(schema.default)}.`]
      .filter(Boolean)
      .join(' ')
    return { before: [], after: text ? ` // ${text}` : '' }
  },
}

/** `select_option` → `SelectOption`. */
export const pascal = (name: string) => name.replace(/(?:^|_)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
/** `select_option` → `selectOption`. */
export const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
