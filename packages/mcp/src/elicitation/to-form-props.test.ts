import type { JsonObject } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { toFormProps } from './answer-elicitation.ts'

/** Returns the form field for one property of a requested schema. */
function fieldOf(property: unknown, schema: Record<string, unknown> = {}): JsonObject | undefined {
  const props = toFormProps('Fill in.', { type: 'object', properties: { value: property }, ...schema })
  return (props?.fields as JsonObject[] | undefined)?.[0]
}

const schemaWith = (names: readonly string[]) => ({ properties: Object.fromEntries(names.map((name) => [name, {}])) })

describe('the form of a requested schema', () => {
  it('has the message as description and one field for each property', () => {
    const props = toFormProps('Where to?', { properties: { city: { type: 'string' }, nights: { type: 'number' } } })
    expect(props).toEqual({
      description: 'Where to?',
      submitLabel: 'Send',
      fields: [
        { name: 'city', label: 'city', type: 'text' },
        { name: 'nights', label: 'nights', type: 'number' },
      ],
    })
  })

  it.each([undefined, null, 'text', {}, { properties: null }, { properties: [] }, { properties: {} }])('does not exist for %j', (schema) => {
    expect(toFormProps('Where to?', schema)).toBeUndefined()
  })

  it('has at most 100 fields', () => {
    const names = Array.from({ length: 101 }, (_, index) => `field${index}`)
    expect(toFormProps('', schemaWith(names.slice(0, 100)))?.fields).toHaveLength(100)
    expect(toFormProps('', schemaWith(names))).toBeUndefined()
  })

  it.each(['a', '_a', 'a1', 'a.b-c_d', `a${'b'.repeat(62)}`])('accepts the name %s', (name) => {
    expect(toFormProps('', schemaWith([name]))?.fields).toMatchObject([{ name }])
  })

  it.each(['', '_', '__a', '1a', 'a b', ' a', 'a ', 'é', `a${'b'.repeat(63)}`])('refuses the name %j, also beside a valid one', (name) => {
    expect(toFormProps('', schemaWith(['valid', name]))).toBeUndefined()
  })

  it('replaces a lone surrogate in the message', () => {
    expect(toFormProps('a\ud800', schemaWith(['a']))?.description).toBe('a\ufffd')
  })
})

describe('a field', () => {
  it('takes its label from the title and its help text from the description, at most 500 characters each', () => {
    expect(fieldOf({ title: 'City', description: 'Where you go.' })).toMatchObject({ label: 'City', helpText: 'Where you go.' })
    expect(fieldOf({ title: 'x'.repeat(501), description: 'y'.repeat(501) })).toMatchObject({ label: 'x'.repeat(500), helpText: 'y'.repeat(500) })
    expect(fieldOf({ title: 5, description: 5 })).toEqual({ name: 'value', label: 'value', type: 'text' })
  })

  it('is required only when the schema lists it as required', () => {
    expect(fieldOf({}, { required: ['value'] })).toHaveProperty('required', true)
    for (const required of [['other'], [], 'value', undefined]) expect(fieldOf({}, { required })).not.toHaveProperty('required')
  })

  it.each(['Oslo', '', 0, 3, true, false])('keeps the default %j', (initial) => {
    expect(fieldOf({ default: initial })).toHaveProperty('default', initial)
  })

  it.each([null, ['a'], { a: 1 }, undefined])('leaves out the default %j', (initial) => {
    expect(fieldOf({ default: initial })).not.toHaveProperty('default')
  })

  it.each([null, 'text', 5, []])('with the schema %j is a text field', (property) => {
    expect(fieldOf(property)).toEqual({ name: 'value', label: 'value', type: 'text' })
  })
})

describe('the type of a field', () => {
  it.each([
    [{ type: 'string' }, { type: 'text' }],
    [{ type: 'string', format: 'email' }, { type: 'email' }],
    [{ type: 'string', format: 'uri' }, { type: 'url' }],
    [{ type: 'string', format: 'date' }, { type: 'date' }],
    [{ type: 'string', format: 'date-time' }, { type: 'datetime' }],
    [{ type: 'string', format: 'hostname' }, { type: 'text' }],
    [
      { type: 'string', minLength: 2, maxLength: 9 },
      { type: 'text', validation: { minLength: 2, maxLength: 9 } },
    ],
    [{ type: 'string', minLength: '2', minimum: 1 }, { type: 'text' }],
    [{ type: 'boolean' }, { type: 'switch' }],
    [
      { type: 'integer', maximum: 5 },
      { type: 'number', validation: { max: 5, step: 1 } },
    ],
    [
      { type: 'number', minimum: 0, maximum: 5 },
      { type: 'number', validation: { min: 0, max: 5 } },
    ],
    [{ type: 'number', minLength: 2 }, { type: 'number' }],
  ])('%j becomes %j', (property, expected) => {
    expect(fieldOf(property)).toEqual({ name: 'value', label: 'value', ...expected })
  })

  it('is a multiple choice for an array', () => {
    const items = { enum: ['a', 'b'] }
    const options = [
      { value: 'a', label: 'a' },
      { value: 'b', label: 'b' },
    ]
    expect(fieldOf({ type: 'array', items, minItems: 1, maxItems: 2 })).toMatchObject({ type: 'multiselect', options, validation: { min: 1, max: 2 } })
    for (const odd of [undefined, null, 'text']) expect(fieldOf({ type: 'array', items: odd })).toMatchObject({ type: 'multiselect', options: [] })
  })
})

describe('the choices of a field', () => {
  const optionsOf = (property: Record<string, unknown>) => fieldOf({ type: 'string', ...property })?.options

  it.each(['oneOf', 'anyOf'])('come from the constants in %s, with their titles as labels', (keyword) => {
    const choices = [{ const: 'a', title: 'First' }, { const: 'b' }, { const: 3 }, {}, null, 'text']
    expect(optionsOf({ [keyword]: choices })).toEqual([
      { value: 'a', label: 'First' },
      { value: 'b', label: 'b' },
    ])
  })

  it('come from the texts in enum, with the names in enumNames as labels', () => {
    expect(optionsOf({ enum: ['a', 'b', 3, null], enumNames: ['First'] })).toEqual([
      { value: 'a', label: 'First' },
      { value: 'b', label: 'b' },
    ])
    expect(optionsOf({ enum: ['a'], enumNames: 'First' })).toEqual([{ value: 'a', label: 'a' }])
  })

  it('come from oneOf where anyOf is no list', () => {
    expect(optionsOf({ anyOf: {}, oneOf: [{ const: 'a' }] })).toEqual([{ value: 'a', label: 'a' }])
    expect(optionsOf({ oneOf: {}, anyOf: [{ const: 'b' }] })).toEqual([{ value: 'b', label: 'b' }])
  })

  it.each([{ enum: 'a' }, { enum: [] }, { oneOf: 'a' }])('do not exist for %j, which is a text field', (property) => {
    expect(fieldOf({ type: 'string', ...property })).toEqual({ name: 'value', label: 'value', type: 'text' })
  })
})
