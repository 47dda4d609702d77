import { isRecord } from '@pf/core/internal'
import { type FormatOptions, valueFormatter } from '../../format/value-formatter.ts'
import { formMessages } from '../../messages/form.ts'
import { plainText } from '../../text/plain-text.ts'
import { safeLocale } from '../shared/safe-locale.ts'
import type { FormFormat } from './control-props.ts'
import type { FieldType, FormFieldModel } from './field-model.ts'

const LIMIT = 240

/** Formats an answer in one line: option labels, localized dates and numbers, and never a password. */
export function formatAnswer(field: FormFieldModel, answer: unknown, format: FormFormat): string {
  const messages = format.messages ?? formMessages
  if (field.type === 'password') return messages.secretAnswer
  if (typeof answer === 'boolean') return answer ? messages.yes : messages.no
  if (typeof answer === 'number') return valueFormatter('number', format)(answer)
  if (Array.isArray(answer)) return answer.length > 0 ? plainText(answer.map((value) => optionLabel(field, value)).join(', '), LIMIT) : messages.none
  if (isRecord(answer)) return fileText(answer, format)
  if (typeof answer !== 'string') return '–'
  if (field.type === 'date' || field.type === 'datetime' || field.type === 'time') return formatDateTime(field.type, answer, format)
  return field.options.length > 0 ? optionLabel(field, answer) : plainText(answer, LIMIT) || '–'
}

const optionLabel = ({ options }: FormFieldModel, value: unknown) => options.find((option) => option.value === value)?.label ?? plainText(String(value), 100)

function fileText({ name, bytes }: Record<string, unknown>, { locale, messages = formMessages }: FormFormat): string {
  const text = typeof name === 'string' ? plainText(name, 120) : messages.file
  return typeof bytes === 'number' && bytes >= 0 ? `${text} (${formatBytes(bytes, locale)})` : text
}

const styles: Partial<Record<FieldType, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
}

/** Formats a date, a time or both for the locale. The values have no time zone and are shown as entered. */
export function formatDateTime(type: FieldType, text: string | undefined, { locale }: FormatOptions): string {
  const whole = type === 'time' ? `1970-01-01T${text}Z` : type === 'date' ? `${text}T00:00Z` : `${text}Z`
  const at = Date.parse(whole)
  const style = styles[type]
  if (Number.isNaN(at) || !style) return plainText(text ?? '', 40)
  return new Intl.DateTimeFormat(safeLocale(locale), { ...style, timeZone: 'UTC' }).format(at)
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** Formats a number of bytes, such as `12 kB` or `1.4 MB`. */
export function formatBytes(bytes: number, locale: string | undefined): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const options = {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(safeLocale(locale), options).format(bytes / 1_000 ** power)
}
