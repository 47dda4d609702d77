import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirm } from '../kits/components/confirm.ts'
import { selectOption } from '../kits/components/select_option.ts'
import { maskResult, resultSchemaOf, validateComponent, validateResult } from '../registry.ts'
import { serverOptions } from '../test-support/examples.ts'
import { switches, takes } from '../test-support/taking.ts'
import { validateKitResult } from '../validate/validate-result.ts'

const ajv = new Ajv2020({ strict: false, addUsedSchema: false })

/** Returns the pointers of the faults in an answer. Server and browser must agree, and so must the schema where it can express the rule. */
function faultsIn(component: string, props: object, answer: unknown): string[] {
  const result = validateResult(component, props, answer)
  expect(validateKitResult(component === 'confirm' ? confirm : selectOption, props, answer)).toEqual(result)
  expect(ajv.validate(resultSchemaOf(component, props) as object, answer)).toBe(result.ok)
  if (result.ok) expect(result.result).toEqual(answer)
  return result.ok ? [] : result.issues.map(({ pointer }) => pointer)
}

const asked = (component: string, props: unknown) => {
  const result = validateComponent(component, props, { ...serverOptions(), via: 'interactive' })
  return result.ok ? [] : result.issues.map(({ pointer, expected }) => `${pointer} ${expected}`)
}

describe('confirm', () => {
  const props = { message: 'Continue?' }

  it('[003-cmp-16] needs a message; title, labels with defaults, four variants and details', () => {
    expect(asked('confirm', {})).toEqual(['/message a value (required)'])
    expect(validateComponent('confirm', props, { ...serverOptions(), via: 'interactive' })).toMatchObject({
      props: { ...props, confirmLabel: 'Confirm', cancelLabel: 'Cancel', variant: 'info' },
    })
    takes('confirm', props, 'variant', { good: ['info', 'warning', 'danger', 'success'], bad: ['error', 1] })
    for (const name of ['title', 'confirmLabel', 'cancelLabel', 'details'])
      takes('confirm', props, name, { good: ['', 'x'], bad: [1, null, 'x'.repeat(20_001)] })
  })

  it('[003-meta-06] is answered with yes or no by role, whatever its buttons say', () => {
    for (const confirmed of [true, false]) expect(faultsIn('confirm', { ...props, confirmLabel: 'Cancel', cancelLabel: 'Delete' }, { confirmed })).toEqual([])
    expect(faultsIn('confirm', props, {})).toEqual(['/confirmed'])
    expect(faultsIn('confirm', props, { confirmed: true, more: 1 })).toEqual(['/more'])
    for (const answer of [true, null, [], 'yes', 1]) expect(faultsIn('confirm', props, answer)).toEqual([''])
    for (const confirmed of ['true', 1, null, {}, []]) expect(faultsIn('confirm', props, { confirmed })).toEqual(['/confirmed'])
    expect(maskResult('confirm', props, { confirmed: true })).toEqual({ confirmed: true })
  })
})

describe('select_option', () => {
  const options = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value.toUpperCase() }))

  it('[003-cmp-17] needs options with value and label; description, icon, disabled and open metadata', () => {
    expect(asked('select_option', {})).toEqual(['/options a value (required)'])
    expect(asked('select_option', { options: [{ value: 'a' }] })).toEqual(['/options/0/label a value (required)'])
    const whole = { value: 'a', label: 'A', description: 'x', icon: 'chart-bar', disabled: false, metadata: { rows: 3, fresh: true, owner: 'me', note: null } }
    expect(asked('select_option', { options: [whole] })).toEqual([])
    expect(asked('select_option', { options: [{ ...whole, icon: '"><svg', metadata: { deep: {} } }] })).toEqual([
      expect.stringMatching('^/options/0/icon'),
      expect.stringMatching('^/options/0/metadata/deep'),
    ])
  })

  it('[003-cmp-18] has multiple, at least 1 and at most so many, three layouts and a search, with their defaults', () => {
    expect(validateComponent('select_option', { options }, { ...serverOptions(), via: 'interactive' })).toMatchObject({
      props: { multiple: false, minSelections: 1, layout: 'list', searchable: false },
    })
    takes('select_option', { options }, 'layout', { good: ['list', 'grid', 'cards'], bad: ['table'] })
    takes('select_option', { options }, 'multiple', switches)
    takes('select_option', { options }, 'searchable', switches)
    takes('select_option', { options, multiple: true }, 'minSelections', { good: [0, 4], bad: [5, -1, 1.5, '1'] })
    takes('select_option', { options, multiple: true }, 'maxSelections', { good: [1, 4], bad: [0, 1.5, '1'] })
  })

  it('refuses choices that nobody can make', () => {
    const many = { options, multiple: true }
    expect(asked('select_option', { options: [] })).toEqual([
      '/options an option that is not disabled',
      '/minSelections at most 0, the number of options that can be chosen',
    ])
    expect(asked('select_option', { options: [options[0], options[0]] })).toEqual(['/options/1/value a value that no other option has'])
    expect(asked('select_option', { options: options.map((option) => ({ ...option, disabled: true })) })).toEqual([
      '/options an option that is not disabled',
      '/minSelections at most 0, the number of options that can be chosen',
    ])
    expect(asked('select_option', { ...many, minSelections: 3, maxSelections: 2 })).toEqual(['/minSelections at most 2'])
    expect(asked('select_option', { ...many, minSelections: 4, options: options.with(0, { ...options[0], disabled: true } as never) })).toEqual([
      '/minSelections at most 3',
    ])
    expect(asked('select_option', { options, minSelections: 2 })).toEqual(['/minSelections at most 1'])
    expect(asked('select_option', { options, maxSelections: 2 })).toEqual(['/maxSelections 1 without multiple'])
  })

  it('[003-meta-06] is answered with a list of values, also of one', () => {
    expect(faultsIn('select_option', { options }, { selected: ['a'] })).toEqual([])
    expect(faultsIn('select_option', { options }, { selected: [] })).toEqual(['/selected'])
    expect(faultsIn('select_option', { options }, { selected: ['a', 'b'] })).toEqual(['/selected'])
    expect(faultsIn('select_option', { options }, { selected: ['A'] })).toEqual(['/selected/0'])
    expect(faultsIn('select_option', { options }, { selected: 'a' })).toEqual(['/selected'])
    expect(faultsIn('select_option', { options, minSelections: 0 }, { selected: [] })).toEqual([])
    expect(faultsIn('select_option', { options }, {})).toEqual(['/selected'])
    expect(faultsIn('select_option', { options }, ['a'])).toEqual([''])
    expect(faultsIn('select_option', { options: options.with(0, { ...options[0], disabled: true } as never) }, { selected: ['a'] })).toEqual(['/selected/0'])
  })

  it('takes exactly the answers that bounds, options and repetition allow', () => {
    const values = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'x', '__proto__'), { maxLength: 5 })
    fc.assert(
      fc.property(values, fc.nat(4), fc.integer({ min: 1, max: 4 }), fc.boolean(), (selected, low, high, off) => {
        const shown = {
          options: off ? options.with(3, { value: 'd', label: 'D', disabled: true } as never) : options,
          multiple: true,
          minSelections: Math.min(low, high, off ? 3 : 4),
          maxSelections: high,
        }
        const allowed = off ? ['a', 'b', 'c'] : ['a', 'b', 'c', 'd']
        const fine =
          selected.every((value, index) => allowed.includes(value) && selected.indexOf(value) === index) &&
          selected.length >= shown.minSelections &&
          selected.length <= high
        expect(faultsIn('select_option', shown, { selected }).length === 0).toBe(fine)
      }),
      { numRuns: 500 },
    )
  })
})
