import { describe, expect, it } from 'vitest'
import { leastCpuTime } from '../../../tooling/test-setup/cpu-time.ts'
import { asProperty, cycles, schemaBombs } from '../../core/src/test-support/schema-bombs.ts'
import { lintComponent } from '../scripts/lib/lint.ts'
import type { Definition } from '../scripts/lib/schema.ts'
import { auditForm } from './answers/form/audit-form.ts'
import type { FormField } from './answers/form/form-field.ts'
import { formAnswer } from './answers/form-answer.ts'
import { defaultRegistry } from './extend/default-registry.ts'
import { extendRegistry } from './extend/extend-registry.ts'

/** Milliseconds of processor time allowed for one step. */
const limit = 100

function timed<T>(run: () => T): T {
  const { result, ms } = leastCpuTime(run, limit)
  expect(ms).toBeLessThan(limit)
  return result
}

const entry = (schema: object, key: 'propsSchema' | 'resultSchema') => ({
  name: 'bomb',
  description: 'Nothing that is needed.',
  need: 'nothing',
  when: 'never',
  category: 'data',
  interactive: false,
  tags: ['bomb'],
  height: 90,
  propsSchema: { type: 'object', additionalProperties: false, properties: {} },
  example: { description: 'Empty', props: {} },
  [key]: { ...asProperty(schema), additionalProperties: false },
})

const extend = (schema: object, key: 'propsSchema' | 'resultSchema') =>
  extendRegistry(defaultRegistry(), { components: [{ entry: entry(schema, key) as never, validate: () => true }] })

describe.each(['propsSchema', 'resultSchema'] as const)('the %s of a team component that is meant to keep a server busy', (key) => {
  it.each(schemaBombs().map((bomb) => [bomb.name, bomb.schema] as const))('%s: is refused or accepted in bounded time', (_name, schema) => {
    const definition = entry(schema, key) as unknown as Definition
    timed(() => lintComponent(definition))
    timed(() => {
      try {
        extend(schema, key)
      } catch (error) {
        expect(error).toMatchObject({ code: 'invalid_config', message: expect.stringContaining('bomb: its schema is refused because it') })
      }
    })
  })

  it.each(cycles)('and leads back to itself is refused: %j', (schema) => {
    expect(() => extend(schema, key)).toThrow(/bomb: its schema is refused because its reference .* leads back to itself/)
  })
})

describe('a form that is meant to keep a server busy', () => {
  it.each([
    [100, '(a?){13}b'],
    [20, '(a?){72}b'],
    [4, '(a?){370}b'],
    [4, '(a?){480}b'],
    [60, '^(a|a)*$'],
    [60, '^((a+))+$'],
    [60, '\\s+$'],
  ])('%s fields with the pattern %s', (count, pattern) => {
    const fields = Array.from({ length: count }, (_, at) => ({ name: `f${at}`, type: 'textarea', validation: { pattern } })) as unknown as FormField[]
    const faults = timed(() => auditForm(fields))
    if (faults.length > 0) return
    for (const text of [`${'a'.repeat(1_999)}!`, `${' '.repeat(1_999)}x`, 'a'.repeat(100_000)])
      timed(() => formAnswer.check({ fields } as never, Object.fromEntries(fields.map(({ name }) => [name, text]))))
  })

  it('lists with many options', () => {
    const options = Array.from({ length: 500 }, (_, at) => `option ${at}`)
    const fields = Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, type: 'multiselect', options })) as unknown as FormField[]
    timed(() => auditForm(fields))
    timed(() => formAnswer.check({ fields } as never, Object.fromEntries(fields.map(({ name }) => [name, options]))))
  })
})
