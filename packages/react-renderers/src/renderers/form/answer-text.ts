import { isRecord } from '@pf/core/internal'
import { valueFormatter } from '../../format/value-formatter.ts'
import { formMessages } from '../../messages/form.ts'
import { plainText } from '../../text/plain-text.ts'
import type { DrawnField } from './field-model.ts'
import type { FormFormat } from './form-format.ts'
import { momentText } from './moment-text.ts'
import { sizeText } from './size-text.ts'

const LIMIT = 240

/** One answer as the reader gave it, in a line: labels of options, dates and figures in the reader's way, never a secret. */
export function answerText(field: DrawnField, answer: unknown, format: FormFormat): string {
  const messages = format.messages ?? formMessages
  if (field.type === 'password') return messages.hidden
  if (typeof answer === 'boolean') return answer ? messages.yes : messages.no
  if (typeof answer === 'number') return valueFormatter('number', format)(answer)
  if (Array.isArray(answer)) return answer.length > 0 ? plainText(answer.map((value) => optionLabel(field, value)).join(', '), LIMIT) : messages.none
  if (isRecord(answer)) return fileText(answer, format)
  if (typeof answer !== 'string') return '–'
  if (field.type === 'date' || field.type === 'datetime' || field.type === 'time') return momentText(field.type, answer, format)
  return field.options.length > 0 ? optionLabel(field, answer) : plainText(answer, LIMIT) || '–'
}

const optionLabel = ({ options }: DrawnField, value: unknown) => options.find((option) => option.value === value)?.label ?? plainText(String(value), 100)

function fileText({ name, bytes }: Record<string, unknown>, { locale, messages = formMessages }: FormFormat): string {
  const text = typeof name === 'string' ? plainText(name, 120) : messages.file
  return typeof bytes === 'number' && bytes >= 0 ? `${text} (${sizeText(bytes, locale)})` : text
}
