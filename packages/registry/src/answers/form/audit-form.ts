import type { ValidationIssue } from '@pf/core'
import { received } from '../../checks/issues.ts'
import { kindOf } from './field-kinds.ts'
import { type FieldFault, type FormField, optionValues, rulesOf } from './form-field.ts'
import { patternOf } from './text-kinds.ts'

/** Names that must not be keys of an answer. */
const reserved = ['constructor', 'prototype']
/** Maximum number of states of all patterns of a form together. It limits the cost of checking one answer. */
const maxStates = 2000

/** Returns faults that prevent a form from being answered, and properties that have no effect. */
export function auditForm(fields: readonly FormField[]): ValidationIssue[] {
  if (fields.length === 0) return [{ code: 'schema_invalid', pointer: '/fields', expected: 'at least one field', received: 'array of 0' }]
  const names = new Set<string>()
  let states = 0
  return fields.flatMap((field, index) => {
    const faults = fieldFaults(field)
    if (names.has(field.name)) faults.unshift({ at: '/name', expected: 'a name that no other field has' })
    names.add(field.name)
    const pattern = patternOf(field)
    states += pattern?.ok ? pattern.states : 0
    if (states > maxStates) faults.push({ at: '/validation/pattern', expected: 'smaller patterns: those of this form are too large in total' })
    return faults.map((fault) => issue(fault, field, index))
  })
}

function fieldFaults(field: FormField): FieldFault[] {
  const named: FieldFault[] = reserved.includes(field.name) ? [{ at: '/name', expected: 'another name: this one is reserved' }] : []
  const faults = [...named, ...optionFaults(field), ...ruleFaults(field)]
  const audit = faults.length === 0 ? kindOf(field).audit?.(field) : undefined
  if (audit) return [audit]
  return faults.length > 0 ? faults : defaultFaults(field)
}

function optionFaults(field: FormField): FieldFault[] {
  const takes = kindOf(field).options === true
  if (takes !== (field.options !== undefined) || field.options?.length === 0)
    return [
      {
        at: '/options',
        expected: takes ? 'at least one option (required with this type)' : 'no options with this type',
        ...(takes ? {} : { suggestion: 'Use select, multiselect or radio.' }),
      },
    ]
  const values = optionValues(field)
  const twice = values.findIndex((value, index) => values.indexOf(value) < index)
  return twice < 0 ? [] : [{ at: `/options/${twice}`, expected: 'a value that no other option has' }]
}

const instead: ReadonlyMap<string, string> = new Map([
  ['min', 'Use minLength for the length of a text.'],
  ['max', 'Use maxLength for the length of a text.'],
  ['minLength', 'Use min for numbers and dates.'],
  ['maxLength', 'Use max for numbers and dates.'],
])

function ruleFaults(field: FormField): FieldFault[] {
  const { rules } = kindOf(field)
  return Object.keys(rulesOf(field))
    .filter((key) => !rules.some((rule) => rule === key))
    .map((key) => {
      const suggestion = instead.get(key)
      return { at: `/validation/${key}`, expected: `only the rules ${rules.join(', ')} with type ${field.type}`, ...(suggestion ? { suggestion } : {}) }
    })
}

/** Checks the default of a field. A text default may be incomplete; any other default must be a valid answer. */
function defaultFaults(field: FormField): FieldFault[] {
  const value = field.default
  if (value === undefined || value === null) return []
  const kind = kindOf(field)
  if (kind.default === 'none') return [{ at: '/default', expected: `no default with type ${field.type}` }]
  if (kind.text && value === '') return []
  const lenient = kind.default === 'unfinished' ? { ...field, type: 'textarea' as const, validation: {} } : { ...field, required: false }
  const fault = kindOf(lenient).fault(value, lenient)
  return fault ? [{ ...fault, at: `/default${fault.at ?? ''}` }] : []
}

function issue({ at = '', expected, suggestion }: FieldFault, field: FormField, index: number): ValidationIssue {
  const found = at
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined),
      field,
    )
  return {
    code: 'schema_invalid',
    pointer: `/fields/${index}${at}`,
    ...(expected === undefined ? {} : { expected }),
    received: received(found),
    ...(suggestion === undefined ? {} : { suggestion }),
  }
}
