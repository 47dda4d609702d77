import type { JsonValue } from '@pf/core'
import type { UploadedFile } from '../../context/renderer-props.ts'
import type { FieldType, FormFieldModel } from './field-model.ts'

/** A selected file and the state of its upload; `refused` means that it was not uploaded. */
export interface FileValue {
  file: File
  status: 'sending' | 'sent' | 'failed' | 'refused'
  sent?: UploadedFile
  /** The reason for the refusal. */
  error?: string
}

/** The value of a control. NaN stands for incomplete input in the browser, such as a partial date. */
export type FieldValue = string | number | boolean | readonly string[] | FileValue | undefined

/** The answer for incomplete input, which is invalid for every field. */
const UNREADABLE = '?'

export const isFileValue = (value: FieldValue): value is FileValue => typeof value === 'object' && value !== null && 'file' in value

/** Returns the initial value of a control. */
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

/** Returns the bounds of a slider (0 and 100 by default) and its step: 1 for integer bounds, otherwise about a hundredth of the range. */
export function rangeEnds({ min, max, step }: FormFieldModel['rules']): { low: number; high: number; step: number } {
  const low = typeof min === 'number' ? min : 0
  const high = Math.max(low, typeof max === 'number' ? max : 100)
  const whole = Number.isInteger(low) && Number.isInteger(high) && high - low > 1
  return { low, high, step: step ?? (whole ? 1 : 10 ** Math.floor(Math.log10((high - low) / 100 || 1))) }
}

/** Returns the initial position of a slider without a default. The visible position is the answer. */
function initialRangeValue(rules: FormFieldModel['rules']): number {
  const { low, high, step } = rangeEnds(rules)
  const steps = Math.floor((high - low) / 2 / step)
  return Number((low + steps * step).toPrecision(12))
}

const textTypes: ReadonlySet<FieldType> = new Set(['text', 'textarea', 'password', 'email', 'url', 'tel', 'color', 'date', 'datetime', 'time'])

/** Converts the value of a field to its answer; undefined if it is not answered. */
export function answerOf(field: FormFieldModel, value: FieldValue): JsonValue | undefined {
  const { type, disabled, given } = field
  // The answer of a disabled field is its default.
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
