import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { breakingComponents, isAnnounced, type ReleasedRegistry } from './gates/registry-changes.mjs'
import { breakingChanges } from './gates/schema-changes.mjs'

const base = {
  type: 'object',
  required: ['a'],
  additionalProperties: false,
  properties: {
    a: { type: 'string', maxLength: 10, pattern: '^a' },
    b: { enum: ['x', 'y'] },
    c: { type: 'array', maxItems: 5, items: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
    d: { $ref: '#/$defs/d' },
  },
  $defs: { d: { type: 'number', minimum: 0 } },
}
type Schema = typeof base
const changed = (change: (schema: Schema & Record<string, unknown>) => void) => {
  const schema = structuredClone(base)
  change(schema)
  return breakingChanges(base, schema)
}
const set = (schema: object, values: Record<string, unknown>) => Object.assign(schema, values)

describe('breakingChanges', () => {
  it.each<[string, (schema: Schema & Record<string, unknown>) => void, RegExp]>([
    ['a required property', ({ required }) => required.push('b'), /requires b/],
    ['a removed property', ({ properties }) => set(properties, { b: undefined }), /properties\/b is removed/],
    ['another type', ({ properties }) => set(properties.a, { type: 'number' }), /no longer takes \["string"\]/],
    ['a number that has to be an integer', ({ $defs }) => set($defs.d, { type: 'integer' }), /no longer takes \["number"\]/],
    ['a removed choice', ({ properties }) => set(properties.b, { enum: ['x'] }), /no longer takes \["y"\]/],
    ['a shorter text', ({ properties }) => set(properties.a, { maxLength: 9 }), /maxLength 9 instead of 10/],
    ['a new limit', ({ properties }) => set(properties.c, { minItems: 1 }), /minItems 1 instead of none/],
    ['a larger minimum', ({ $defs }) => set($defs.d, { minimum: 1 }), /minimum 1 instead of 0/],
    ['another pattern', ({ properties }) => set(properties.a, { pattern: '^b' }), /another pattern/],
    ['a lost alternative', ({ properties }) => set(properties.c.items, { anyOf: [{ type: 'integer' }] }), /lost an alternative/],
    ['a unknown keyword', ({ properties }) => set(properties.a, { format: 'date' }), /another format/],
    ['a URL', ({ properties }) => set(properties.a, { 'x-url': 'image' }), /another x-url/],
    ['another definition', ({ properties }) => set(properties.d, { $ref: '#/$defs/e' }), /another \$ref/],
    ['a false schema', ({ properties }) => set(properties, { d: false }), /takes less/],
  ])('finds %s', (_, change, text) => {
    expect(changed(change)).toEqual([expect.stringMatching(text)])
  })

  it.each<[string, (schema: Schema & Record<string, unknown>) => void]>([
    ['a new optional property', ({ properties }) => set(properties, { e: { type: 'string' } })],
    ['a property that is no longer required', (schema) => set(schema, { required: [] })],
    ['a further type', ({ properties }) => set(properties.a, { type: ['string', 'null'] })],
    ['a further choice', ({ properties }) => set(properties.b, { enum: ['x', 'y', 'z'] })],
    ['a longer text', ({ properties }) => set(properties.a, { maxLength: 11 })],
    ['a limit that is gone', ({ properties }) => set(properties.c, { maxItems: undefined })],
    ['other properties', (schema) => set(schema, { additionalProperties: true })],
    ['a wider alternative', ({ properties }) => set(properties.c.items, { anyOf: [{ type: 'number' }, { type: 'null' }, { type: 'string' }] })],
    ['other words', ({ properties }) => set(properties.a, { description: 'other', default: 'a' })],
    ['anything instead of a number', ({ properties }) => set(properties, { d: {} })],
  ])('lets %s pass', (_, change) => {
    expect(changed(change)).toEqual([])
  })
})

describe('the registry of the last release', () => {
  const released = JSON.parse(readFileSync('api/registry.json', 'utf8')) as ReleasedRegistry
  const faulty = (change: (components: typeof released.components) => void) => {
    const copy = structuredClone(released)
    change(copy.components)
    return breakingComponents(released, copy)
  }

  it('is broken by each component that is removed, and by each property that is required', () => {
    expect(breakingComponents(released, released)).toEqual([])
    for (const [index, { name }] of released.components.entries()) {
      expect(faulty((components) => components.splice(index, 1))).toEqual([`${name}: the component is removed`])
      expect(faulty((components) => components[index]?.propsSchema.required.push('never'))).toEqual([`${name}: / requires never`])
    }
  })

  it('may be broken if a changeset of the package says so and names the component', () => {
    const page = (packages: string, text: string) => isAnnounced([`---\n${packages}\n---\n\n${text}\n`], 'metric')
    expect(page("'@pf/registry': minor", 'Breaking: `metric` is gone.')).toBe(true)
    expect(page("'@pf/core': minor\n'@pf/registry': minor", 'Breaking: `metric` is gone.')).toBe(true)
    expect(page("'@pf/registry': minor", 'Breaking: `image` is gone.')).toBe(false)
    expect(page("'@pf/registry': minor", 'Added: `metric` has something.')).toBe(false)
    expect(page("'@pf/core': minor", 'Breaking: `metric` of core.')).toBe(false)
  })
})
