import type { JsonObject, JsonValue } from '@pf/core'
import { validateResult } from '@pf/registry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyForm } from '../../../../registry/src/test-support/any-form.ts'
import { answersReducer, noAnswers } from './answers-reducer.ts'
import { fieldError, formAnswer } from './check-field.ts'
import { errorMessage } from './error-message.ts'
import { type FormFieldModel, readForm } from './field-model.ts'
import { answerOf, type FieldValue, initialValue, rangeEnds } from './field-value.ts'
import { formatBytes } from './format-answer.ts'

const format = { locale: 'en-US', currency: 'USD' }
const MODEL_WORDS = /\(required\)|schema|regex|>=|<=|undefined|null|\^/

/** Returns an answer as the value of a control. */
function held({ type }: FormFieldModel, answer: JsonValue): FieldValue {
  if (type === 'number') return String(answer)
  if (type === 'file') return { file: new File([], 'x'), status: 'sent', sent: answer as never }
  return answer as FieldValue
}

describe('answers of a form', () => {
  it('what fits the fields of any form is sent as it was given, and the server takes it', () => {
    fc.assert(
      fc.property(anyForm, (cases) => {
        const props = { fields: cases.map(({ field }) => field) } as unknown as JsonObject
        const { fields } = readForm(props)
        const values = fields.map((field, index) => [field, held(field, cases[index]?.good ?? null)] as const)
        const answer = formAnswer(props, values)
        expect(answer).toEqual({ ok: true, result: Object.fromEntries(cases.map(({ field, good }) => [field.name, good])) })
        expect(validateResult('form', props, answer.ok && answer.result)).toEqual(answer)
        for (const [field, value] of values) expect(fieldError(field, value, format)).toBeUndefined()
      }),
    )
  })

  it('a default that fits is what the control starts with and what is sent', () => {
    fc.assert(
      fc.property(anyForm, (cases) => {
        const given = cases.filter(({ field }) => field.type !== 'file' && field.type !== 'password').map(({ field, good }) => ({ ...field, default: good }))
        const props = { fields: given } as unknown as JsonObject
        for (const field of readForm(props).fields) {
          const answer = answerOf(field, initialValue(field))
          if (field.type !== 'multiselect') expect(answer).toEqual(field.given.default)
          else expect(new Set(answer as string[])).toEqual(new Set(field.given.default as string[]))
        }
      }),
    )
  })

  it('whatever a server would refuse is shown at the field, in a text for users', () => {
    fc.assert(
      fc.property(anyForm, (cases) => {
        const { fields } = readForm({ fields: cases.map(({ field }) => field) } as unknown as JsonObject)
        for (const [index, field] of fields.entries())
          for (const { value } of cases[index]?.faults ?? []) {
            // Of the refused values, only these can be entered in a control.
            if (typeof value !== (field.type === 'number' || field.type === 'range' ? 'number' : 'string')) continue
            if (value === '' && !field.required) continue
            const said = fieldError(field, held(field, value as JsonValue), format)
            expect(said, `${field.type} ${value}`).toBeDefined()
            expect(said).not.toMatch(MODEL_WORDS)
          }
      }),
    )
  })

  it('a fault without a text of its own is shown as it is', () => {
    const field = readForm({ fields: [{ name: 'a', type: 'text' }] }).fields[0] as FormFieldModel
    expect(errorMessage({ code: 'x', pointer: '/a', expected: 'seven dwarfs' }, { field, answer: 'x', format })).toBe('Expected: seven dwarfs.')
    expect(errorMessage({ code: 'x', pointer: '/a' }, { field, answer: 'x', format })).toBe('This answer was not accepted.')
  })

  it('an upload that ends counts only for the file that still stands in its field', () => {
    const first: FieldValue = { file: new File([], 'a'), status: 'sending' }
    const second: FieldValue = { file: new File([], 'b'), status: 'sending' }
    const issues = undefined
    const one = answersReducer(noAnswers, { type: 'edit', key: 'f', value: first, issues })
    const two = answersReducer(one, { type: 'edit', key: 'f', value: second, issues })
    expect(answersReducer(two, { type: 'complete', key: 'f', from: first, value: { ...first, status: 'sent' } })).toBe(two)
    expect(answersReducer(two, { type: 'complete', key: 'f', from: second, value: { ...second, status: 'sent' } }).edits.get('f')).toMatchObject({
      status: 'sent',
    })
  })

  it.each([
    [{ min: 0, max: 100 }, { low: 0, high: 100, step: 1 }, 50],
    [{ min: 1, max: 5 }, { low: 1, high: 5, step: 1 }, 3],
    [{ min: 0, max: 1 }, { low: 0, high: 1, step: 0.01 }, 0.5],
    [{ min: 0, max: 1, step: 0.1 }, { low: 0, high: 1, step: 0.1 }, 0.5],
    [{ min: 3, max: 3 }, { low: 3, high: 3, step: 1 }, 3],
    [{}, { low: 0, high: 100, step: 1 }, 50],
  ])('a slider over %o has ends and steps, and starts where its answer is one', (validation, ends, start) => {
    const field = readForm({ fields: [{ name: 'a', type: 'range', validation }] }).fields[0] as FormFieldModel
    expect(rangeEnds(field.rules)).toEqual(ends)
    expect(initialValue(field)).toBe(start)
    expect(fieldError(field, start, format)).toBeUndefined()
  })

  it('names fields by their keys where they have no label', () => {
    const fields = ['copy_to', 'includeForecasts', 'a.b-c', '_x'].map((name) => ({ name, type: 'text' }))
    expect(readForm({ fields }).fields.map(({ label }) => label)).toEqual(['Copy to', 'Include forecasts', 'A b c', 'X'])
  })

  it('writes sizes as people read them, also under a locale that is none', () => {
    expect([formatBytes(1, 'en'), formatBytes(999, 'en'), formatBytes(1_400_000, 'en'), formatBytes(123_456, 'no such locale')]).toEqual([
      '1 byte',
      '999 bytes',
      '1.4 MB',
      '123 kB',
    ])
  })
})
