import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { plainText } from '../../text/plain-text.ts'

/** The types a field may have, as the registry names them. */
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

/** What of a field's rules the controls of a browser can use. */
export interface FieldRules {
  min: number | string | undefined
  max: number | string | undefined
  step: number | undefined
  accept: readonly string[]
  maxBytes: number
}

/** One input as it is drawn; every text is plain and cut. */
export interface DrawnField {
  /** Tells fields apart, also where a name comes back with another type. */
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
  /** The field as it was asked: answers are checked against this. */
  asked: JsonObject
}

/** A form as it is drawn. */
export interface DrawnForm {
  title: string
  description: string
  fields: readonly DrawnField[]
  submitLabel: string
  /** '' where the form names no way out. */
  cancelLabel: string
  layout: 'vertical' | 'horizontal' | 'inline'
}

const MOST_FIELDS = 100
const MOST_OPTIONS = 500
const FILE_BYTES = 10_000_000

const words = (value: unknown, limit: number) => (typeof value === 'string' ? plainText(value, limit) : '')
const among = <Choice extends string>(value: unknown, choices: readonly Choice[]) => choices.find((choice) => choice === value)
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Reads the props of a form, whole or still arriving. What no input could be made of is left out. */
export function readForm(props: JsonObject): DrawnForm {
  const seen = new Set<string>()
  return {
    title: words(props.title, 300),
    description: words(props.description, 5_000),
    fields: list(props.fields)
      .slice(0, MOST_FIELDS)
      .flatMap((asked) => readField(asked, seen)),
    submitLabel: words(props.submitLabel, 100),
    cancelLabel: words(props.cancelLabel, 100),
    layout: among(props.layout, ['vertical', 'horizontal', 'inline']) ?? 'vertical',
  }
}

function readField(asked: unknown, seen: Set<string>): DrawnField[] {
  if (!isRecord(asked)) return []
  const { name } = asked
  const type = among(asked.type, fieldTypes)
  if (typeof name !== 'string' || name === '' || !type || seen.has(name)) return []
  seen.add(name)
  return [
    {
      key: `${type} ${name}`,
      name,
      type,
      label: words(asked.label, 300) || spoken(name),
      placeholder: words(asked.placeholder, 200),
      help: words(asked.helpText, 1_000),
      required: asked.required === true,
      disabled: asked.disabled === true,
      options: readOptions(asked.options),
      rules: readRules(isRecord(asked.validation) ? asked.validation : {}),
      width: among(asked.width, ['full', 'half', 'third']) ?? 'full',
      asked: asked as JsonObject,
    },
  ]
}

/** Each value once; an option that says nothing is named by what it stands for. */
function readOptions(asked: unknown): FieldOption[] {
  const found = new Map<string, string>()
  for (const option of list(asked).slice(0, MOST_OPTIONS)) {
    const value = isRecord(option) ? option.value : option
    if (typeof value !== 'string' || found.has(value)) continue
    found.set(value, (isRecord(option) && words(option.label, 300)) || words(value, 300) || '–')
  }
  return [...found].map(([value, label]) => ({ value, label }))
}

function readRules(rules: Readonly<Record<string, unknown>>): FieldRules {
  const bound = (value: unknown) => (typeof value === 'number' || typeof value === 'string' ? value : undefined)
  return {
    min: bound(rules.min),
    max: bound(rules.max),
    step: typeof rules.step === 'number' && rules.step > 0 ? rules.step : undefined,
    accept: list(rules.accept).filter((kind) => typeof kind === 'string'),
    maxBytes: typeof rules.maxBytes === 'number' ? rules.maxBytes : FILE_BYTES,
  }
}

/** A key as words: `copy_to` and `copyTo` are “Copy to”. */
function spoken(name: string): string {
  const parts = plainText(name, 64)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
  return parts.charAt(0).toUpperCase() + parts.slice(1)
}
