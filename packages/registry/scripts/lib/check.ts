import { Ajv2020 } from 'ajv/dist/2020.js'
import { applyDefaults } from '../../src/validate/apply-defaults.ts'
import { tokenCounts } from './docs.ts'
import { type Definition, mapSchema, type Schema } from './schema.ts'
import { buildShape } from './shape.ts'
import { signature } from './signature.ts'
import { expandSlots, variantSchema } from './variants.ts'

/** Tokens that one component may cost in the catalogue, so that 21 of them stay below 700, and in full. */
const maxLine = 24
const maxSignature = 400

/** What can be said only with all components at hand: examples and defaults fit, texts for models keep to their budget. */
export function checkComponent(definition: Definition, all: readonly Definition[], foreign?: ForeignCheck): string[] {
  return [
    ...exampleFaults(definition.name, definition.example.props, { all, path: '/example/props', foreign }),
    ...defaultFaults(definition),
    ...tokenFaults(definition),
  ]
}

/** Faults of props of a component that is defined elsewhere, with their pointers; undefined when it is not. */
export type ForeignCheck = (component: unknown, props: unknown) => string[] | undefined

interface Checking {
  all: readonly Definition[]
  path: string
  foreign: ForeignCheck | undefined
}

function exampleFaults(name: unknown, props: unknown, { all, path, foreign }: Checking): string[] {
  const definition = all.find((component) => component.name === name)
  if (!definition) return foreign?.(name, props)?.map((fault) => path + fault) ?? [`${path}: unknown component ${String(name)}`]
  const faults = schemaFaults(variantSchema(definition.propsSchema, 'full'), props).map((fault) => `${path}${fault}`)
  applyDefaults(props, buildShape(definition.propsSchema), {
    slot: (slot, pointer) => {
      faults.push(...exampleFaults(slot.component, slot.props, { all, path: `${path}${pointer}/props`, foreign }))
      return {}
    },
    host: () => false,
    url: () => {},
    data: (value) => value,
  })
  return faults
}

function defaultFaults({ propsSchema }: Definition): string[] {
  const faults: string[] = []
  mapSchema(expandSlots(propsSchema), (node, pointer) => {
    if (node.default === undefined) return node
    const schema = { ...variantSchema(node, 'full'), ...(propsSchema.$defs ? { $defs: propsSchema.$defs } : {}) }
    faults.push(...schemaFaults(schema, node.default).map((fault) => `/propsSchema${pointer}/default${fault}`))
    return node
  })
  return faults
}

const ajv = new Ajv2020({ allErrors: true, strict: false })

function schemaFaults(schema: Schema, value: unknown): string[] {
  const validate = ajv.compile(schema)
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath}: ${error.message}`)
}

function tokenFaults(definition: Definition): string[] {
  const counts = tokenCounts(definition, signature(definition))
  return [
    ...(counts.line > maxLine ? [`/when: its line of the catalogue has ${counts.line} tokens, at most ${maxLine}: shorten need or when`] : []),
    ...(counts.signature > maxSignature ? [`/propsSchema: its signature has ${counts.signature} tokens, at most ${maxSignature}: shorten descriptions`] : []),
  ]
}
