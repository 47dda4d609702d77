import type { JsonObject } from '@pf/core'
import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import { plainLine, plainText } from '../../text/plain-text.ts'

/** The field types of the registry. */
export const fieldTypes = [
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
] as const

export type FieldType = (typeof fieldTypes)[number]

export interface FieldOption {
  value: string
  label: string
}

/** The validation rules that browser controls support. */
export interface FieldRules {
  min: number | string | undefined
  max: number | string | undefined
  step: number | undefined
  accept: readonly string[]
  maxBytes: number
}

/** A form field read from props; its texts are plain and limited in length. */
export interface FormFieldModel {
  /** Identifies the field, including its type. */
  key: string
  name: string
  type: FieldType
  label: string
  placeholder: string
  help: string
  required: boolean
  disabled: boolean
  options: readonly FieldOption[]
  rules: FieldRules
  width: 'full' | 'half' | 'third'
  /** The props of the field, used for validation. */
  given: JsonObject
}

/** A form read from props. */
export interface FormModel {
  title: string
  description: string
  fields: readonly FormFieldModel[]
  submitLabel: string
  /** '' for the default label. */
  cancelLabel: string
  layout: 'vertical' | 'horizontal' | 'inline'
}

const MAX_FIELDS = 100
const MAX_OPTIONS = 500
const DEFAULT_MAX_FILE_BYTES = 10_000_000

const among = <Choice extends string>(value: unknown, choices: readonly Choice[]) => choices.find((choice) => choice === value)

/** Reads the props of a form, which may be incomplete. Invalid fields are left out. */
export function readForm(props: JsonObject): FormModel {
  const seen = new Set<string>()
  return {
    title: plainLine(props.title, 300),
    description: plainLine(props.description, 5_000),
    fields: arrayOrEmpty(props.fields)
      .slice(0, MAX_FIELDS)
      .flatMap((given) => readField(given, seen)),
    submitLabel: plainLine(props.submitLabel, 100),
    cancelLabel: plainLine(props.cancelLabel, 100),
    layout: among(props.layout, ['vertical', 'horizontal', 'inline']) ?? 'vertical',
  }
}

function readField(given: unknown, seen: Set<string>): FormFieldModel[] {
  if (!isRecord(given)) return []
  const { name } = given
  const type = among(given.type, fieldTypes)
  if (typeof name !== 'string' || name === '' || !type || seen.has(name)) return []
  seen.add(name)
  return [
    {
      key: `${type} ${name}`,
      name,
      type,
      label: plainLine(given.label, 300) || humanize(name),
      placeholder: plainLine(given.placeholder, 200),
      help: plainLine(given.helpText, 1_000),
      required: given.required === true,
      disabled: given.disabled === true,
      options: readOptions(given.options),
      rules: readRules(isRecord(given.validation) ? given.validation : {}),
      width: among(given.width, ['full', 'half', 'third']) ?? 'full',
      given: given as JsonObject,
    },
  ]
}

/** Reads options with unique values. An option without a label uses its value. */
function readOptions(given: unknown): FieldOption[] {
  const found = new Map<string, string>()
  for (const option of arrayOrEmpty(given).slice(0, MAX_OPTIONS)) {
    const value = isRecord(option) ? option.value : option
    if (typeof value !== 'string' || found.has(value)) continue
    found.set(value, (isRecord(option) && plainLine(option.label, 300)) || plainLine(value, 300) || '–')
  }
  return [...found].map(([value, label]) => ({ value, label }))
}

function readRules(rules: Readonly<Record<string, unknown>>): FieldRules {
  const bound = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : undefined)
  return {
    min: bound(rules.min),
    max: bound(rules.max),
    step: typeof rules.step === 'number' && rules.step > 0 ? rules.step : undefined,
    accept: arrayOrEmpty(rules.accept).filter((kind) => typeof kind === 'string'),
    maxBytes: typeof rules.maxBytes === 'number' ? rules.maxBytes : DEFAULT_MAX_FILE_BYTES,
  }
}

/** Converts an identifier to words: `copy_to` and `copyTo` become “Copy to”. */
function humanize(name: string): string {
  const parts = plainText(name, 64)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}
