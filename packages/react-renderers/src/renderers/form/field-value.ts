import type { JsonValue } from '@pf/core'
import type { UploadedFile } from '../../context/renderer-props.ts'
import type { FieldType, FormFieldModel } from './field-model.ts'

/** A file on its way; `refused` was not sent at all. */
export interface FileValue {
  file: File
  status: 'sending' | 'sent' | 'failed' | 'refused'
  sent?: UploadedFile
  /** Why it was refused. */
  error?: string
}

/** What stands in a control. NaN: the browser holds something there that is not finished, such as half a date. */
export type FieldValue = string | number | boolean | readonly string[] | FileValue | undefined

/** What the browser could not read; no field takes it as an answer. */
const UNREADABLE = '?'

export const isFileValue = (value: FieldValue): value is FileValue => typeof value === 'object' && value !== null && 'file' in value

/** What a control starts with. */
export function initialValue({ type, given, options, rules }: FormFieldModel): FieldValue {
  const defaultValue = given.default
  if (type === 'password' || type === 'file') return undefined
  if (type === 'checkbox' || type === 'switch') return defaultValue === true
  if (type === 'multiselect') return Array.isArray(defaultValue) ? options.map(({ value }) => value).filter((value) => defaultValue.includes(value)) : []
  if (type === 'select' || type === 'radio') return options.find(({ value }) => value === defaultValue)?.value
  if (type === 'number') return typeof defaultValue === 'number' ? String(defaultValue) : ''
  if (type === 'range') return typeof defaultValue === 'number' ? defaultValue : initialRangeValue(rules)
  return typeof defaultValue === 'string' ? defaultValue : ''
}

/** The ends of a slider, 0 and 100 as in browsers, and its steps: whole ones where the ends are whole, else about a hundred. */
export function rangeEnds({ min, max, step }: FormFieldModel['rules']): { low: number; high: number; step: number } {
  const low = typeof min === 'number' ? min : 0
  const high = Math.max(low, typeof max === 'number' ? max : 100)
  const whole = Number.isInteger(low) && Number.isInteger(high) && high - low > 1
  return { low, high, step: step ?? (whole ? 1 : 10 ** Math.floor(Math.log10((high - low) / 100 || 1))) }
}

/** Where a slider stands that says nothing: what is seen is what is answered. */
function initialRangeValue(rules: FormFieldModel['rules']): number {
  const { low, high, step } = rangeEnds(rules)
  const steps = Math.floor((high - low) / 2 / step)
  return Number((low + steps * step).toPrecision(12))
}

const textTypes: ReadonlySet<FieldType> = new Set(['text', 'textarea', 'password', 'email', 'url', 'tel', 'color', 'date', 'datetime', 'time'])

/** The value as the answer holds it; undefined: the field is not answered. */
export function answerOf(field: FormFieldModel, value: FieldValue): JsonValue | undefined {
  const { type, disabled, given } = field
  // A field that cannot be changed says what it shows.
  if (disabled) return given.default ?? undefined
  if (Number.isNaN(value)) return UNREADABLE
  if (isFileValue(value)) return value.sent ? { ...value.sent } : undefined
  if (type === 'number') return typeof value === 'string' && value !== '' ? numberOf(value) : undefined
  if (textTypes.has(type) && value === '') return undefined
  if (typeof value === 'object') return value.length > 0 ? [...value] : undefined
  return value
}

function numberOf(text: string): JsonValue {
  const number = Number(text)
  return Number.isFinite(number) ? number : UNREADABLE
}
