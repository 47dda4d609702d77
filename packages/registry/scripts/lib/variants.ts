import { mapSchema, type Schema } from './schema.ts'

/** Which validator a schema is compiled for. */
export type Variant = 'full' | 'model' | 'relaxed'

const slotParts: Record<string, Schema> = {
  component: { type: 'string', maxLength: 64, 'x-whole': true, description: 'Name of a component.' },
  props: { type: 'object', 'x-open': 'checked as the props of the named component', description: 'Its props.' },
  id: {
    type: 'string',
    maxLength: 64,
    pattern: '^[A-Za-z0-9][A-Za-z0-9_.:-]*$',
    'x-expect': 'letters, digits and _ . : -, at most 64',
    'x-id': true,
    description: 'Stable id for later updates.',
  },
}

/** Writes nested slots out: `$component` becomes component, props and an optional id beside the slot's own fields. */
export function expandSlots(schema: Schema): Schema {
  return mapSchema(schema, (node) => {
    if (!node.$component) return node
    const { $component, ...rest } = node
    const needed = $component === 'required' ? ['component', 'props'] : []
    return {
      type: 'object',
      ...rest,
      required: [...needed, ...(node.required ?? [])],
      ...($component === 'optional' ? { dependentRequired: { component: ['props'], props: ['component'] } } : {}),
      additionalProperties: false,
      properties: { ...slotParts, ...node.properties },
      'x-slot': $component,
    }
  })
}

/** What a server puts in place of data; its sizes are bounded with the whole. The address is one that a page may fetch from its own server. */
const artifactReference: Schema = {
  type: 'object',
  required: ['artifact_id'],
  additionalProperties: false,
  properties: {
    artifact_id: { type: 'string', minLength: 1, maxLength: 200 },
    media_type: { type: 'string' },
    bytes: { type: 'number' },
    sha256: { type: 'string' },
    url: { type: 'string', pattern: '^(?:https?:/)?/[^/\\s\\\\][^\\s\\\\]*$' },
    select: { type: 'array', items: { type: 'string' } },
    limit: { type: 'integer', minimum: 0 },
    items: { type: 'number' },
    columns: { type: 'array', items: { type: 'string' } },
    path: { type: 'string' },
  },
}

const dataReference: Schema = {
  type: 'object',
  required: ['$artifact'],
  additionalProperties: false,
  properties: {
    $artifact: { type: 'string', minLength: 1, maxLength: 500 },
    path: { type: 'string', maxLength: 500 },
    select: { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 200 } },
    limit: { type: 'integer', minimum: 0 },
  },
}

/** What may stand for data: as it goes over the wire, and as a model writes it. */
export const references: Readonly<Record<'full' | 'model', Schema>> = { full: artifactReference, model: dataReference }

const has = (key: string): Schema => ({ type: 'object', required: [key] })

const reference: Schema = { $ref: '#/$defs/reference' }

/** if/then/else from entries: an object literal with `then` looks like a promise to the linter. */
const branch = (test: Schema, yes: Schema | false, no: Schema): Schema => Object.fromEntries(Object.entries({ if: test, ['then' as string]: yes, else: no }))

function dataSchema(node: Schema, variant: Variant): Schema {
  const { 'x-data': _, ...base } = node
  if (variant === 'model') return branch(has('$artifact'), reference, base)
  const inline = base.type === undefined ? branch(has('$artifact'), false, base) : base
  return branch(has('artifact_id'), reference, inline)
}

const annotations = ['description', 'default', 'examples', '$schema', 'x-open', 'x-type', 'x-expect', 'x-whole', 'x-id', 'x-host', 'x-url', 'x-slot']
const lowerBounds = ['minLength', 'minItems', 'minProperties']

function bare(node: Schema, variant: Variant, pointer: string): Schema {
  const copy: Schema = { ...node }
  if (variant === 'relaxed') {
    for (const key of [...lowerBounds, 'dependentRequired']) delete copy[key]
    if (pointer === '') delete copy.required
    else if (node['x-slot'] === 'required') copy.required = ['component']
  }
  for (const key of annotations) delete copy[key]
  if (copy.enum) delete copy.type
  return copy['x-data'] ? dataSchema(copy, variant) : copy
}

/** The schema a validator is compiled from: no annotations, data props open to the references of its side. */
export function variantSchema(propsSchema: Schema, variant: Variant): Schema {
  const schema = mapSchema(expandSlots(propsSchema), (node, pointer) => bare(node, variant, pointer))
  if (!JSON.stringify(schema).includes('#/$defs/reference')) return schema
  return { ...schema, $defs: { ...schema.$defs, reference: references[variant === 'model' ? 'model' : 'full'] } }
}

/** The schema others see: slots written out, marks kept, so that it says where data may be referenced. */
export function publicSchema(propsSchema: Schema): Schema {
  return mapSchema(expandSlots(propsSchema), (node) => {
    const { 'x-expect': _, 'x-whole': __, 'x-id': ___, ...rest } = node
    return rest
  })
}
