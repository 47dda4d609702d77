import type { JsonObject } from '@pf/core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { form } from '../kits/components/form.ts'
import { createPolicy } from '../policy/policy.ts'
import { maskResult, resultSchemaOf, secretFieldsOf, validateComponent, validateResult } from '../registry.ts'
import { anyForm, type FieldCase } from '../test-support/any-form.ts'
import { serverOptions } from '../test-support/examples.ts'
import { validateKitResult } from '../validate/validate-result.ts'

const ask = (...fields: object[]) => ({ fields })
const shown = (props: unknown) => validateComponent('form', props, { ...serverOptions(), via: 'interactive' })

/** Checks an answer with the server's and the browser's validation, which must agree. */
function check(props: unknown, answer: unknown) {
  const result = validateResult('form', props, answer)
  expect(validateKitResult(form, props, answer)).toEqual(result)
  return result
}

const pointersOf = (props: unknown, answer: unknown) => {
  const result = check(props, answer)
  return result.ok ? [] : result.issues.map(({ pointer }) => pointer)
}

const takes = (field: object, good: unknown[], bad: unknown[]) => {
  const props = ask({ name: 'f', ...field })
  for (const value of good) expect([value, pointersOf(props, { f: value })]).toEqual([value, []])
  for (const value of bad) expect([value, pointersOf(props, { f: value })[0] ?? 'taken']).toEqual([value, expect.stringMatching(/^\/f/)])
}

const answerOf = (cases: readonly FieldCase[]) => Object.fromEntries(cases.map(({ field, good }) => [field.name, good]))
const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false })

describe('answers to any form', () => {
  it('[003-int-06] that fit pass unchanged, and each single fault is refused at its place', () => {
    fc.assert(
      fc.property(anyForm, (cases) => {
        const props = ask(...cases.map(({ field }) => field))
        expect(shown(props)).toMatchObject({ ok: true })
        const answer = answerOf(cases)
        const result = check(props, answer)
        expect(result).toEqual({ ok: true, result: answer })
        for (const { field, faults } of cases) {
          for (const { value, at = '' } of faults) {
            const { [field.name]: _, ...others } = answer
            const result = check(props, value === undefined ? others : { ...others, [field.name]: value })
            expect([field, value, result]).toEqual([
              field,
              value,
              { ok: false, issues: [expect.objectContaining({ pointer: `/${field.name}${at}`, code: 'schema_invalid' })] },
            ])
          }
        }
        expect(pointersOf(props, { ...answer, more: 1 })).toEqual(['/more'])
      }),
      { numRuns: 150 },
    )
  })

  it('have a schema that takes them and refuses what it can say', () => {
    fc.assert(
      fc.property(anyForm, (cases) => {
        const props = ask(...cases.map(({ field }) => field))
        const judge = ajv.compile(resultSchemaOf('form', props) as object)
        const answer = answerOf(cases)
        expect([judge(answer), judge.errors]).toEqual([true, null])
        expect(judge({ ...answer, more: 1 })).toBe(false)
        for (const { field } of cases) {
          expect(judge({ ...answer, [field.name]: null })).toBe(false)
          const { [field.name]: _, ...others } = answer
          expect(judge(others)).toBe(!field.required)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('cannot make it throw, nor get anything through but what was asked', () => {
    fc.assert(
      fc.property(
        anyForm,
        fc.jsonValue(),
        fc.object({ key: fc.constantFrom('__proto__', 'constructor', 'toString', 'f0_text', 'x'), withNullPrototype: true }),
        (cases, json, object) => {
          const props = ask(...cases.map(({ field }) => field))
          for (const answer of [json, object, { ...answerOf(cases), ...object }]) {
            const result = check(props, answer)
            if (result.ok) expect(Object.keys(result.result).every((key) => cases.some(({ field }) => field.name === key))).toBe(true)
            else expect(result.issues.length).toBeGreaterThan(0)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a field', () => {
  it.each([
    [{ type: 'email' }, ['a@b', 'a.b+c@mail.example.org', 'ä@büro.example'], ['a@b@c', 'a b@c', 'a@-b.org', 'a@b..org', `a@${'b'.repeat(300)}`]],
    [{ type: 'url' }, ['https://example.org', 'HTTP://localhost:8080/x'], ['//example.org', 'http:/x', 'ftp://x.org', 'https://', ' https://x.org']],
    [{ type: 'date' }, ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'], ['2023-02-29', '10000-01-01', '2024-2-29', '2024-02-29T00:00']],
    [{ type: 'time' }, ['00:00', '23:59:59.999'], ['23:59:60', '9:00', '09:00:00.1234']],
    [{ type: 'datetime' }, ['2024-02-29T00:00', '2024-02-29T23:59:59.5'], ['2024-02-30T00:00', '2024-02-29T00:00+01:00', '2024-02-29 00:00']],
    [
      { type: 'datetime', validation: { min: '2024-01-01T10:00:00', max: '2024-01-01T10:00' } },
      ['2024-01-01T10:00', '2024-01-01T10:00:00.0'],
      ['2024-01-01T09:59:59.999', '2024-01-01T10:00:00.001'],
    ],
    [{ type: 'number' }, [0, -1.5, 1e300], ['1', Number.NaN, Number.POSITIVE_INFINITY, null, true]],
    [{ type: 'number', validation: { step: 1 } }, [1_000_000_000, 2 ** 53, -7e9, 1e300], [1_000_000_000.5, -600_000_000.5]],
    [{ type: 'number', validation: { step: 0.01, min: 0.1 } }, [0.1, 0.57, 5_000_000.01], [5_000_000.005, 0.105]],
    [{ type: 'number', validation: { step: 5e-324 } }, [1, -1e308], []],
    [{ type: 'number', validation: { min: -1e308, step: 3 } }, [1e308], []],
    [{ type: 'number', validation: { step: 0.1 } }, [0.3, 0.1 + 0.2, -0.7, 12345.6], [0.35, 0.05]],
    [{ type: 'number', validation: { min: 1, step: 2 } }, [1, 3, 99], [2, 0]],
    [{ type: 'range' }, [0, 100], [-1, 101]],
    [{ type: 'multiselect', options: ['a', 'b', 'c'], validation: { min: 2 } }, [[], ['a', 'b'], ['c', 'a', 'b']], [['a'], ['a', 'a'], ['a', 'd'], 'ab']],
    [{ type: 'multiselect', options: ['a', 'b'], required: true }, [['a']], [[]]],
    [{ type: 'select', options: [{ value: '', label: 'Any' }, 'a'], required: true }, ['', 'a'], ['Any', 'toString']],
    [{ type: 'radio', options: ['a'] }, ['a', ''], ['A']],
    [{ type: 'text', required: true }, ['x', ' '], ['']],
    [{ type: 'text', validation: { maxLength: 2 } }, ['😀😀', ''], ['😀😀😀', 'a\nb', '\u0000']],
    [{ type: 'textarea' }, ['a\nb\tc'], ['a\u0007']],
    [{ type: 'checkbox' }, [true, false], ['on']],
    [{ type: 'checkbox', required: true }, [true], [false]],
    [{ type: 'switch', required: true }, [true, false], [1]],
    [{ type: 'color' }, ['#0A84ff'], ['#0a84f', 'rgb(0,0,0)']],
    [{ type: 'tel' }, ['+1 (555) 010-0199', '٠٣٠١٢٣'], ['()', 'abc 1']],
    [
      { type: 'file' },
      [{ artifact_id: 'a', name: 'x.bin', media_type: 'application/octet-stream', bytes: 10_000_000 }],
      [
        { artifact_id: 'a', name: 'x', media_type: 'text/plain', bytes: 10_000_001 },
        { artifact_id: 'a', name: '..', media_type: 'text/plain', bytes: 1 },
        { artifact_id: 'a', name: '.', media_type: 'text/plain', bytes: 1 },
      ],
    ],
    [
      { type: 'file', validation: { accept: ['image/*', '.PDF'] } },
      [
        { artifact_id: 'a', name: 'x', media_type: 'IMAGE/png', bytes: 1 },
        { artifact_id: 'a', name: 'x.pdf', media_type: 'application/x', bytes: 1 },
      ],
      [{ artifact_id: 'a', name: '.pdf', media_type: 'imagery/png', bytes: 1 }],
    ],
  ])('takes and refuses: %j', takes)

  it('that is disabled may be left out or sent as it was shown, even if required', () => {
    const props = ask(
      { name: 'a', type: 'text', required: true, disabled: true },
      { name: 'b', type: 'multiselect', options: ['x', 'y'], default: ['x'], disabled: true },
    )
    expect(pointersOf(props, {})).toEqual([])
    expect(pointersOf(props, { b: ['x'] })).toEqual([])
    expect(pointersOf(props, { a: 'x', b: ['y'] })).toEqual(['/a', '/b'])
    expect(resultSchemaOf('form', props)).toMatchObject({ properties: {} })
  })

  it('that was not answered stays out: a default is an offer, no answer', () => {
    const props = ask({ name: 'a', type: 'text', default: 'x' }, { name: 'b', type: 'text', default: 'x', required: true })
    expect(check(props, { b: 'y' })).toEqual({ ok: true, result: { b: 'y' } })
    expect(pointersOf(props, { a: 'x' })).toEqual(['/b'])
  })

  it('says its own message when it is filled in wrongly, and guesses what a wrong name means', () => {
    const props = ask({ name: 'zip', type: 'text', validation: { pattern: '^\\d{5}$', message: 'Five digits.' } })
    expect(check(props, { zip: '1', zap: 1 })).toEqual({
      ok: false,
      issues: [
        { code: 'schema_invalid', pointer: '/zap', expected: 'a field of this form', suggestion: 'Did you mean zip?' },
        { code: 'schema_invalid', pointer: '/zip', expected: 'text that matches ^\\d{5}$', received: 'string "1"', suggestion: 'Five digits.' },
      ],
    })
  })
})

describe('secrets', () => {
  const props = ask({ name: 'user', type: 'text' }, { name: 'pin', type: 'password', required: true, validation: { minLength: 4 } })

  it('are named, masked for models and logs, and in no issue', () => {
    expect(secretFieldsOf('form', props)).toEqual(['pin'])
    expect(maskResult('form', props, { user: 'u', pin: 'hunter2' })).toEqual({ user: 'u', pin: '<secret>' })
    expect(JSON.stringify(check(props, { user: 'u', pin: 'abc' }))).not.toContain('abc')
    expect(resultSchemaOf('form', props)).toMatchObject({ properties: { pin: { format: 'password', writeOnly: true } }, required: ['pin'] })
  })

  it('are masked under names that nobody asked for, and in answers of no known form', () => {
    expect(maskResult('form', props, { Pin: 'hunter2', user: 'u' })).toEqual({ Pin: '<secret>', user: 'u' })
    for (const answer of ['hunter2', ['hunter2'], null]) expect(maskResult('form', props, answer)).toBe('<secret>')
    expect(maskResult('form', { fields: 7 }, { pin: 'hunter2' })).toBe('<secret>')
    expect(maskResult('nothing', props, { pin: 'hunter2' })).toBe('<secret>')
    expect(maskResult('form', ask({ name: 'a', type: 'text' }), { a: 'x', b: 'y' })).toEqual({ a: 'x', b: 'y' })
  })
})

describe('a form that cannot be answered, or says what nobody would see, is refused at the place', () => {
  const faults = (...fields: object[]) => {
    const result = shown(ask(...fields))
    return result.ok ? [] : result.issues.map(({ pointer, expected }) => `${pointer} ${expected}`)
  }

  it.each<[object, string]>([
    [{ type: 'text', validation: { pattern: '([' } }, '/fields/0/validation/pattern a simpler pattern: a [ without its ] (at 1)'],
    [{ type: 'text', validation: { pattern: '(?=a)' } }, '/fields/0/validation/pattern a simpler pattern: look-ahead is not supported (at 0)'],
    [{ type: 'text', validation: { minLength: 5, maxLength: 2 } }, '/fields/0/validation/minLength at most 2, the maximum length of an answer'],
    [{ type: 'text', validation: { min: 3 } }, '/fields/0/validation/min only the rules minLength, maxLength, pattern, message with type text'],
    [{ type: 'text', options: ['a'] }, '/fields/0/options no options with this type'],
    [{ type: 'select' }, '/fields/0/options at least one option (required with this type)'],
    [{ type: 'radio', options: [] }, '/fields/0/options at least one option (required with this type)'],
    [{ type: 'select', options: ['a', { value: 'a' }] }, '/fields/0/options/1 a value that no other option has'],
    [{ type: 'multiselect', options: ['a'], validation: { min: 2 } }, '/fields/0/validation/min at most 1, the number of options'],
    [{ type: 'multiselect', options: ['a', 'b'], validation: { min: 2, max: 1 } }, '/fields/0/validation/max at least 2'],
    [{ type: 'multiselect', options: ['a'], validation: { max: 0 } }, '/fields/0/validation/max at least 1'],
    [{ type: 'number', validation: { min: 2, max: 1 } }, '/fields/0/validation/max a number >= 2, the value of min'],
    [{ type: 'number', validation: { min: '1' } }, '/fields/0/validation/min a number'],
    [{ type: 'number', validation: { step: 0 } }, '/fields/0/validation/step a number > 0'],
    [{ type: 'range', validation: { min: 200 } }, '/fields/0/validation/max a number >= 200, the value of min'],
    [{ type: 'date', validation: { min: '2025-02-30' } }, '/fields/0/validation/min a date such as 2025-03-31'],
    [{ type: 'date', validation: { min: '2025-02-03', max: '2025-02-02' } }, '/fields/0/validation/max 2025-02-03 or later, the value of min'],
    [{ type: 'date', validation: { min: 5 } }, '/fields/0/validation/min a date such as 2025-03-31'],
    [{ type: 'text', default: 7 }, '/fields/0/default text'],
    [{ type: 'number', default: '7' }, '/fields/0/default a number'],
    [{ type: 'number', default: 9, validation: { max: 5 } }, '/fields/0/default a number <= 5'],
    [{ type: 'select', options: ['a'], default: 'b' }, '/fields/0/default one of a'],
    [{ type: 'multiselect', options: ['a'], default: ['b'] }, '/fields/0/default/0 one of a'],
    [{ type: 'checkbox', default: 'yes' }, '/fields/0/default true or false'],
    [{ type: 'date', default: 'today' }, '/fields/0/default a date such as 2025-03-31'],
    [{ type: 'password', default: 'x' }, '/fields/0/default no default with type password'],
    [{ type: 'file', default: 'x' }, '/fields/0/default no default with type file'],
  ])('%j', (field, expected) => {
    expect(faults({ name: 'f', ...field })).toEqual([expected])
  })

  it('names twice, names of prototypes and forms without fields', () => {
    expect(faults({ name: 'a', type: 'text' }, { name: 'a', type: 'date' })).toEqual(['/fields/1/name a name that no other field has'])
    expect(faults({ name: 'constructor', type: 'text' })).toEqual(['/fields/0/name another name: this one is reserved'])
    expect(faults({ name: '__proto__', type: 'text' })[0]).toMatch(/^\/fields\/0\/name a letter/)
    expect(faults()).toEqual(['/fields at least one field'])
  })

  it('takes text to be completed and what stands for nothing as defaults', () => {
    expect(faults({ name: 'a', type: 'url', default: 'https://' }, { name: 'b', type: 'text', default: '', validation: { minLength: 3 } })).toEqual([])
    expect(faults({ name: 'a', type: 'number', default: null }, { name: 'b', type: 'date', default: '' })).toEqual([])
  })

  it('patterns that are too large together, so that one answer is checked in little time', () => {
    const heavy = (count: number, source: string) =>
      Array.from({ length: count }, (_, index) => ({ name: `f${index}`, type: 'text', validation: { pattern: source } }))
    expect(faults(...heavy(100, '^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$'))).toEqual([])
    expect(faults(...heavy(10, '^(?:a{0,30}){0,15}$'))[0]).toMatch(/too large in total/)
    expect(faults(...heavy(4, '^(?:a?){370}$'))[0]).toMatch(/too large in total/)
    const props = ask(...heavy(2, '^(?:a?){370}$'))
    expect(shown(props)).toMatchObject({ ok: true })
    const start = cpuTime()
    check(props, Object.fromEntries(Array.from({ length: 2 }, (_, index) => [`f${index}`, 'a'.repeat(2000)])))
    expect(cpuTime() - start).toBeLessThan(1000)
  })
})

describe('validateResult', () => {
  it('knows only what can be answered', () => {
    const codes = (component: unknown, props: unknown, options = {}) => {
      const result = validateResult(component, props, {}, options)
      return result.ok ? [] : result.issues.map(({ code }) => code)
    }
    expect(codes('nothing', {})).toEqual(['unknown_component'])
    expect(codes('constructor', {})).toEqual(['unknown_component'])
    expect(codes('metric', { value: 1, label: 'x' })).toEqual(['component_not_allowed'])
    expect(codes('form', { fields: [] })).toEqual(['schema_invalid'])
    expect(codes('form', null)).toEqual(['schema_invalid'])
    expect(codes('form', ask({ name: 'a', type: 'text' }), { policy: createPolicy({ denylist: ['form'] }) })).toEqual(['component_not_allowed'])
    expect(resultSchemaOf('metric', {})).toBe(false)
    expect(secretFieldsOf('metric', {})).toEqual([])
  })

  it('bounds an answer before it reads it', () => {
    const props = ask({ name: 'a', type: 'textarea' })
    let deep: JsonObject = {}
    for (let level = 0; level < 5000; level++) deep = { deep }
    const codes = [{ a: 'x'.repeat(300_000) }, { a: deep }, { a: new Array(30_000).fill(1) }, { a: undefined }, { a: 1n }, JSON.parse('{"__proto__":1}')].map(
      (answer) => {
        const result = check(props, answer)
        return result.ok ? 'ok' : result.issues[0]?.code
      },
    )
    expect(codes).toEqual(['payload_too_large', 'too_deep', 'too_many_nodes', 'unsafe_value', 'unsafe_value', 'unsafe_value'])
  })

  it('takes the form as it came from validateComponent', () => {
    const asked = shown(ask({ name: 'a', type: 'select', options: ['x'], required: true }))
    expect(asked.ok && validateResult('form', asked.props, { a: 'x' })).toEqual({ ok: true, result: { a: 'x' } })
  })
})
