import { describe, expect, it } from 'vitest'
import { fieldKinds } from './answers/form/field-kinds.ts'
import { faultsOf, propsOf, switches, takes } from './test-support/taking.ts'

const field = (props: object) => ({ fields: [{ name: 'f', type: 'text', ...props }] })
const types = [
  'text',
  'number',
  'email',
  'password',
  'url',
  'tel',
  'textarea',
  'select',
  'multiselect',
  'checkbox',
  'radio',
  'switch',
  'date',
  'datetime',
  'time',
  'file',
  'range',
  'color',
]

/** Asserts that each good value is accepted for a field and that each bad one is refused at it. */
function fieldTakes(base: object, prop: string, { good, bad }: { good: unknown[]; bad: unknown[] }) {
  for (const value of good) expect([value, faultsOf('form', field({ ...base, [prop]: value }))]).toEqual([value, []])
  for (const value of bad)
    expect([value, faultsOf('form', field({ ...base, [prop]: value }))[0] ?? 'taken']).toEqual([value, expect.stringMatching(`^/fields/0/${prop}`)])
}

describe('form', () => {
  it('[003-cmp-12] needs fields, each with a name and one of 18 types', () => {
    expect(faultsOf('form', {})).toEqual(['/fields'])
    expect(faultsOf('form', { fields: [{}] })).toEqual(['/fields/0/name', '/fields/0/type'])
    expect(Object.keys(fieldKinds).sort()).toEqual(types.toSorted())
    for (const type of types) expect(faultsOf('form', field({ type, ...(/select|radio/.test(type) ? { options: ['a'] } : {}) }))).toEqual([])
    fieldTakes({}, 'type', { good: [], bad: ['hidden', 'submit', 'Text', 1, null] })
    fieldTakes({}, 'name', { good: ['a', '_id', 'a.b-c_1', 'toString'], bad: ['', '1a', 'a b', '__proto__', 'constructor', 'x'.repeat(65), 7] })
    expect(faultsOf('form', { fields: new Array(101).fill({ name: 'a', type: 'text' }) })).toContain('/fields')
  })

  it('[003-cmp-13] has fields with label, placeholder, required, disabled, default, options of strings or pairs, help text and three widths', () => {
    expect(propsOf('form', field({}))).toEqual({
      fields: [{ name: 'f', type: 'text', required: false, disabled: false, width: 'full' }],
      submitLabel: 'Submit',
      layout: 'vertical',
    })
    for (const prop of ['label', 'placeholder', 'helpText']) fieldTakes({}, prop, { good: ['', 'x'], bad: [1, null, 'x'.repeat(1001)] })
    for (const prop of ['required', 'disabled']) fieldTakes({}, prop, switches)
    fieldTakes({}, 'width', { good: ['full', 'half', 'third'], bad: ['quarter', 1] })
    fieldTakes({}, 'default', { good: ['x', null], bad: [1, true, ['x'], {}] })
    fieldTakes({ type: 'select' }, 'options', {
      good: [['a', { value: 'b' }, { value: 'c', label: 'C' }]],
      bad: [[], ['a', 1], [{ label: 'x' }], [{ value: 1 }], [{ value: 'a', more: 1 }], 'a', new Array(501).fill('a')],
    })
    fieldTakes({}, 'more', { good: [], bad: [1] })
  })

  it('[003-cmp-14] has rules for ranges, lengths, patterns, files and the message when they are broken', () => {
    const rules = (type: string, good: object, bad: object[]) =>
      fieldTakes({ type, ...(type === 'multiselect' ? { options: ['a', 'b'] } : {}) }, 'validation', { good: [{}, good], bad })
    rules('number', { min: 1, max: 2, step: 0.5, message: 'x' }, [{ min: null }, { max: 'x' }, { step: -1 }, { step: 0 }, { pattern: 'a' }, { more: 1 }])
    rules('text', { minLength: 1, maxLength: 2, pattern: '^a', message: 'x' }, [
      { minLength: -1 },
      { maxLength: 1.5 },
      { pattern: 1 },
      { pattern: 'x'.repeat(501) },
      { message: 1 },
      { max: 2 },
    ])
    rules('date', { min: '2025-01-01', max: '2025-01-01' }, [{ min: 'x' }, { max: 7 }, { minLength: 1 }])
    rules('multiselect', { min: 0, max: 2 }, [{ min: -1 }, { max: 0.5 }, { min: '1' }])
    rules('file', { accept: ['image/*', 'text/csv', '.csv', '.tar.gz'], maxBytes: 1 }, [
      { accept: ['*'] },
      { accept: ['csv'] },
      { accept: 'text/csv' },
      { maxBytes: 0 },
      { maxBytes: 1.5 },
      { min: 1 },
    ])
    rules('checkbox', { message: 'x' }, [{ min: 1 }])
  })

  it('[003-cmp-15] has title, description, labels of its buttons and three layouts', () => {
    for (const name of ['title', 'description', 'submitLabel', 'cancelLabel'])
      takes('form', field({}), name, { good: ['', 'x'], bad: [1, null, 'x'.repeat(5001)] })
    takes('form', field({}), 'layout', { good: ['vertical', 'horizontal', 'inline'], bad: ['grid'] })
    expect(propsOf('form', field({}))).not.toHaveProperty('cancelLabel')
  })

  it('is refused inside a layout and through render_component, with the tool to call', () => {
    expect(faultsOf('grid', { items: [{ component: 'form', props: field({}) }] })).toEqual(['/items/0/component'])
  })
})
