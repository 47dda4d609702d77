/** The subset of JSON Schema that component files are written in, plus the marks of schemas/component.schema.json. */
export interface Schema {
  [key: string]: unknown
  $ref?: string
  $defs?: Record<string, Schema>
  $component?: 'required' | 'optional'
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  enum?: unknown[]
  const?: unknown
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  if?: Schema
  then?: Schema | false
  else?: Schema
  pattern?: string
  format?: string
  maxLength?: number
  maxItems?: number
  default?: unknown
  description?: string
  'x-data'?: true
  'x-open'?: string
  'x-type'?: string
  'x-expect'?: string
  'x-whole'?: true
  'x-id'?: true
  'x-host'?: string
  'x-url'?: string
  'x-slot'?: 'required' | 'optional'
}

/** One file of components/ after it was read and checked. */
export interface Definition {
  name: string
  description: string
  need: string
  when: string
  category: string
  interactive: boolean
  optIn?: boolean
  tags: string[]
  height: number
  propsSchema: Schema
  example: { description: string; props: Record<string, unknown> }
  resultSchema?: Schema
}

/** What catalog.json says about the registry as a whole. */
export interface Catalog {
  registry_version: string
  categories: { name: string; title: string }[]
  /** Components of this package that a team's own stand in for; `extendRegistry` must remove them. */
  replaces?: string[]
}

/** Everything the generator works from, components in catalogue order. */
export interface Source {
  catalog: Catalog
  components: Definition[]
}

const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const
const single = ['items', 'if', 'then', 'else', 'not', 'additionalProperties', 'propertyNames'] as const
const maps = ['properties', '$defs', 'patternProperties'] as const

/** Copies a schema bottom-up through `change`; the pointer names each place for messages. */
export function mapSchema(schema: Schema, change: (schema: Schema, pointer: string) => Schema, pointer = ''): Schema {
  const copy: Schema = { ...schema }
  for (const key of lists) {
    const value = copy[key] as Schema[] | undefined
    if (value) copy[key] = value.map((part, index) => mapSchema(part, change, `${pointer}/${key}/${index}`))
  }
  for (const key of single) {
    const value = copy[key]
    if (typeof value === 'object' && value !== null) copy[key] = mapSchema(value as Schema, change, `${pointer}/${key}`)
  }
  for (const key of maps) {
    const value = copy[key] as Record<string, Schema> | undefined
    if (value) copy[key] = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapSchema(part, change, `${pointer}/${key}/${name}`)]))
  }
  return change(copy, pointer)
}

/** The schema a local `$ref` names. */
export function resolveRef(root: Schema, ref: string): Schema {
  const name = ref.replace('#/$defs/', '')
  const found = root.$defs && Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined
  if (!ref.startsWith('#/$defs/') || !found) throw new Error(`$ref ${ref}: only #/$defs/NAME of the same file can be referenced`)
  return found
}
