import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { loadSource } from '../scripts/lib/load.ts'
import type { Schema } from '../scripts/lib/schema.ts'
import { buildShape } from '../scripts/lib/shape.ts'
import { expandSlots, references, type Variant, variantSchema } from '../scripts/lib/variants.ts'
import { allKits } from './kits/all-kits.ts'
import { modelValidators } from './kits/model-validators.ts'
import { type KeywordLocation, keywordLocations } from './test-support/keyword-locations.ts'
import { keywordProbes } from './test-support/keyword-probes.ts'

const { components } = loadSource(join(import.meta.dirname, '..'))
const variants: readonly Variant[] = ['full', 'model', 'relaxed']
const ajv = new Ajv2020({ strict: false, ownProperties: true, addUsedSchema: false })
type Judge = (props: unknown) => boolean

/** Keywords that validators ignore, but that the table for walks at run time uses. */
const marks = new Set(['default', 'x-url', 'x-host', 'x-whole', 'x-id', 'x-slot', 'x-expect'])

/** Keyword locations that no value can distinguish, with the reason. */
const exempt: readonly { why: string; fits(location: KeywordLocation): boolean }[] = [
  { why: 'words for readers and names for types', fits: ({ keyword }) => ['description', 'x-open', 'x-type'].includes(keyword) },
  {
    why: 'an enum or constant says the type as well',
    fits: ({ keyword, node }) => keyword === 'type' && (node.enum !== undefined || node.const !== undefined),
  },
  { why: 'the pattern has a longest text itself, shorter than the limit', fits: ({ keyword, node }) => keyword === 'maxLength' && isBounded(node.pattern) },
  { why: 'it names every JSON type; the table reads it to let text grow', fits: ({ keyword, node }) => keyword === 'type' && [node.type].flat().length === 6 },
]

/** True if no part of the pattern repeats without limit. Characters inside classes are not repetitions. */
function isBounded(pattern: string | undefined): boolean {
  return pattern !== undefined && !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\[[^\]]*\]/g, '.'))
}

function generated(name: string): Record<Variant, Judge> {
  const kit = allKits.find((own) => own.name === name)
  const model = modelValidators.get(name)
  if (!kit || !model) throw new Error(name)
  return { full: kit.full, model, relaxed: kit.relaxed }
}

function isNoticed(location: KeywordLocation, root: Schema, judges: Record<Variant, Judge>): boolean {
  const mutant = location.drop(root)
  if (marks.has(location.keyword)) return JSON.stringify(buildShape(mutant)) !== JSON.stringify(buildShape(root))
  const probes = [...keywordProbes(root, location)]
  return variants.some((variant) => {
    const judge = ajv.compile(variantSchema(mutant, variant))
    return probes.some((probe) => judge(probe) !== judges[variant](probe))
  })
}

const describeLocation = ({ at, keyword, entry }: KeywordLocation) => `${at} ${keyword}${entry === undefined ? '' : ` ${JSON.stringify(entry)}`}`

describe('every keyword of every schema', () => {
  it.each(components.map((component) => [component.name, component] as const))(
    'of %s distinguishes props that are equal without it',
    { timeout: 60_000 },
    (name, { propsSchema }) => {
      const root = expandSlots(propsSchema)
      const judges = generated(name)
      const locations = keywordLocations(root).filter((location) => !exempt.some(({ fits }) => fits(location)))
      expect(locations.length).toBeGreaterThan(4)
      expect(locations.filter((location) => !isNoticed(location, root, judges)).map(describeLocation)).toEqual([])
    },
  )

  it.each(['full', 'model'] as const)('of data props distinguishes references that are equal without it: %s', (side) => {
    const root = references[side]
    const judge = generated('datagrid')[side]
    const isTaken: Judge = (reference) => judge({ columns: [{ field: 'a' }], rows: reference })
    const unnoticed = keywordLocations(root).filter((location) => {
      const mutant = ajv.compile(location.drop(root))
      return ![...keywordProbes(root, location)].some((probe) => isTaken(probe) === ajv.validate(root, probe) && mutant(probe) !== isTaken(probe))
    })
    expect(unnoticed.map(describeLocation)).toEqual([])
  })

  it('of the generated validators is the one of the schema: both judge every probe alike', { timeout: 60_000 }, () => {
    for (const { name, propsSchema } of components) {
      const root = expandSlots(propsSchema)
      const judges = generated(name)
      const probes = keywordLocations(root).flatMap((location) => [...keywordProbes(root, location)])
      for (const variant of variants) {
        const judge = ajv.compile(variantSchema(root, variant))
        expect(probes.filter((probe) => judge(probe) !== judges[variant](probe))).toEqual([])
      }
    }
  })

  it('stands in a list, so that none goes or changes unnoticed', async () => {
    const lines = components.flatMap(({ name, propsSchema, resultSchema }) => [
      ...linesOf(name, expandSlots(propsSchema)),
      ...(resultSchema ? linesOf(`${name} answer`, resultSchema) : []),
    ])
    lines.push(...linesOf('data by reference', references.model), ...linesOf('data in a store', references.full))
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./__fixtures__/keywords.txt')
  })

  it.each(['maxLength', 'enum', 'x-data', 'required', 'pattern'])('is missed when it is gone from a validator: %s', (keyword) => {
    const { propsSchema } = components.find(({ name }) => name === 'metric') ?? components[0] ?? { propsSchema: {} }
    const root = expandSlots(propsSchema)
    const location = keywordLocations(root).find((own) => own.keyword === keyword)
    if (!location) throw new Error(keyword)
    const mutant = (variant: Variant): Judge => ajv.compile(variantSchema(location.drop(root), variant))
    const judges = { full: mutant('full'), model: mutant('model'), relaxed: mutant('relaxed') }
    expect(isNoticed(location, root, judges)).toBe(false)
  })
})

const linesOf = (name: string, root: Schema) =>
  keywordLocations(root)
    .filter(({ keyword, entry }) => keyword !== 'description' && entry !== '')
    .map((location) => `${name} ${describeLocation(location)}${location.entry === undefined ? ` ${short(location.node[location.keyword])}` : ''}`)

const short = (value: unknown) => (typeof value === 'object' ? '…' : JSON.stringify(value))
