import { describe, expect, it } from 'vitest'
import { lintComponent } from '../scripts/lib/lint.ts'
import type { Definition, Schema } from '../scripts/lib/schema.ts'

const text: Schema = { type: 'string', maxLength: 5, description: 'x' }
const gauge: Definition = {
  name: 'gauge',
  description: 'A needle on a scale between two ends.',
  need: 'a share of a whole',
  when: 'load, progress',
  category: 'data',
  interactive: false,
  tags: ['needle'],
  height: 90,
  propsSchema: { type: 'object', additionalProperties: false, properties: { text } },
  example: { description: 'Half full', props: {} },
}
const lint = (more: Record<string, Schema>, $defs?: Record<string, Schema>) =>
  lintComponent({ ...gauge, propsSchema: { ...gauge.propsSchema, properties: more, ...($defs && { $defs }) } })
const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}`, description: 'x' })

describe('a component file', () => {
  it('is fine when every part is closed, bounded and named', () => {
    const tree: Schema = { type: 'object', additionalProperties: false, properties: { below: ref('tree') } }
    expect(lint({ text, tree: ref('tree') }, { tree })).toEqual([])
  })

  it.each([
    ['itself', { a: ref('a') }],
    ['itself through another', { a: ref('b'), b: ref('a') }],
    ['itself through a choice', { a: { anyOf: [ref('a'), { type: 'null' }] } }],
    ['itself through all of two choices', { a: { allOf: [{ anyOf: [{ type: 'null' }, ref('b')] }] }, b: ref('a') }],
  ])('refuses a $ref that leads back to %s', (_, $defs) => {
    expect(lint({ more: ref('a') }, $defs as Record<string, Schema>)).toEqual([
      expect.stringMatching(/^\/propsSchema: .* its reference "#\/\$defs\/[ab]" leads back to itself without a property or an item in between$/),
    ])
  })

  it.each(['gone', 'toString', 'constructor'])('refuses a $ref to %s, which is not there', (name) => {
    for (const $defs of [undefined, {}]) expect(lint({ more: ref(name) }, $defs)[0]).toContain(`$ref #/$defs/${name} leads nowhere`)
  })

  it.each(['__proto__', 'constructor', 'toString', 'a.b', '', '\ud800', "']; process.exit(7); //", 'x'.repeat(65)])('refuses a prop named %j', (name) => {
    const properties = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(text)}}`) as Record<string, Schema>
    expect(lint(properties)[0]).toMatch(/^\/propsSchema: ".* is no name for a prop$/)
  })

  it('refuses what takes anything, unless it stands in something that is open for a reason', () => {
    expect(lint({ more: { description: 'x' } })).toEqual(['/propsSchema/properties/more: takes anything: give it a type or say in x-open why'])
    expect(lint({ more: { type: 'array', maxItems: 1, description: 'x', items: {} } })[0]).toContain('/properties/more/items: takes anything')
    expect(lint({ more: { type: 'object', 'x-open': 'options of a library', description: 'x', properties: { inside: {} } } })).toEqual([])
  })

  it.each(['^a*a*b$', '^\\w+\\s*\\w+$', '^.*x.*$', '^(?:a*|b*)a*$', '^x*y?x*$', '^a{0,99}b?[a-c]+$', '^\\p{L}+ ?\\p{L}+$'])(
    'refuses %s, in which two repetitions can share a text',
    (pattern) => {
      expect(lint({ more: { ...text, pattern, 'x-expect': 'x' } })).toEqual([
        expect.stringContaining('two repetitions of a pattern that can share the same text'),
      ])
    },
  )

  it.each(['^\\d+(?:\\.\\d+)?$', '^\\s*\\w+\\s*$', '^[\\w.]+@[\\w.]+\\.\\d+$', '^(?:\\d{4} )*\\d+$', '^a{1,40}a{1,40}$', '^\\p{L}+ \\p{L}+$'])(
    'takes %s, whose repetitions end where the next begins',
    (pattern) => {
      expect(lint({ more: { ...text, pattern, 'x-expect': 'x' } })).toEqual([])
    },
  )

  it('refuses bounds that nothing can keep to', () => {
    expect(lint({ more: { ...text, minLength: 6 } })).toEqual(['/propsSchema/properties/more: minLength is above maxLength: nothing fits'])
    expect(lint({ more: { type: 'number', minimum: 2, maximum: 1, description: 'x' } })[0]).toContain('minimum is above maximum')
    expect(lint({ more: { ...text, minLength: 5 } })).toEqual([])
  })

  it('checks the schema of the answers too', () => {
    const answer = (resultSchema: Schema) => lintComponent({ ...gauge, resultSchema })
    expect(answer({ type: 'object' })).toEqual(['/resultSchema: an object needs additionalProperties or x-open'])
    expect(answer({ type: 'string', pattern: '^(?:a+)+$', 'x-expect': 'a' })).toEqual([
      '/resultSchema: a repetition inside a repeated group of a pattern may be slow',
    ])
    expect(answer({ ...ref('gone') })[0]).toContain('/resultSchema: $ref #/$defs/gone leads nowhere')
  })
})
