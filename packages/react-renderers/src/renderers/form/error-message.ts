import type { JsonValue, ValidationIssue } from '@pf/core'
import { valueFormatter } from '../../format/value-formatter.ts'
import { type FormMessages, formMessages } from '../../messages/form.ts'
import { plainText } from '../../text/plain-text.ts'
import type { FormFormat } from './control-props.ts'
import type { FieldType, FormFieldModel } from './field-model.ts'
import { formatBytes, formatDateTime } from './format-answer.ts'

interface MessageContext {
  field: FormFieldModel
  answer: JsonValue | undefined
  format: FormFormat
}

type MessageBuilder = (found: readonly string[], context: MessageContext) => string

const length = (answer: JsonValue | undefined) => (typeof answer === 'string' ? [...answer].length : 0)
const formatCount = (text: string | undefined, { format }: MessageContext) => valueFormatter('number', format)(Number(text))

const messagesOf = ({ format }: MessageContext): FormMessages => format.messages ?? formMessages

/** The keys of messages that are strings. */
type Plain = { [Key in keyof FormMessages]: FormMessages[Key] extends string ? Key : never }[keyof FormMessages]

const missing: Partial<Record<FieldType, Plain>> = {
  select: 'needOption',
  radio: 'needOption',
  multiselect: 'needOptions',
  checkbox: 'needCheck',
  date: 'needDate',
  datetime: 'needDateTime',
  time: 'needTime',
  file: 'needFile',
  number: 'needNumber',
  color: 'needColor',
}

const plain =
  (key: Plain): MessageBuilder =>
  (_, context) =>
    messagesOf(context)[key]

const email: MessageBuilder = (_, context) => {
  const text = typeof context.answer === 'string' ? context.answer : ''
  const messages = messagesOf(context)
  if (!text.includes('@')) return messages.emailWithoutAt
  return text.endsWith('@') ? messages.emailWithoutHost(plainText(text, 40)) : messages.email
}

const lengthOf = (context: MessageContext) => formatCount(String(length(context.answer)), context)
const formatMoment = (text: string | undefined, { field, format }: MessageContext) => formatDateTime(field.type, text, format)

/** The messages for the expectations of the registry. */
const messagesByExpectation: readonly (readonly [RegExp, MessageBuilder])[] = [
  [/\(required\)$/, (_, context) => messagesOf(context)[missing[context.field.type] ?? 'needText']],
  [/^at most (\d+) characters$/, ([max], context) => messagesOf(context).tooLong(formatCount(max, context), lengthOf(context))],
  [/^at least (\d+) characters$/, ([min], context) => messagesOf(context).tooShort(formatCount(min, context), lengthOf(context))],
  [/^a number >= (.+)$/, ([min], context) => messagesOf(context).minNumber(formatCount(min, context))],
  [/^a number <= (.+)$/, ([max], context) => messagesOf(context).maxNumber(formatCount(max, context))],
  [/^(\S+) or steps of (\S+) from there$/, ([from, step], context) => messagesOf(context).steps(formatCount(from, context), formatCount(step, context))],
  [/^a number$/, plain('needNumber')],
  [/^(\S+) or later$/, ([first], context) => messagesOf(context).minDate(formatMoment(first, context))],
  [/^(\S+) or earlier$/, ([last], context) => messagesOf(context).maxDate(formatMoment(last, context))],
  [/^a date such as/, plain('completeDate')],
  [/^a local date and time/, plain('completeDateTime')],
  [/^a time such as/, plain('completeTime')],
  [/^an e-mail address$/, email],
  [/^a complete address/, plain('address')],
  [/^a telephone number$/, plain('telephone')],
  [/^a colour/, plain('color')],
  [/^one line of text$/, plain('oneLine')],
  [/^text that matches/, plain('pattern')],
  [/^at most (\d+) options$/, ([max], context) => messagesOf(context).maxOptions(formatCount(max, context))],
  [/^at least (\d+) options$/, ([min], context) => messagesOf(context).minOptions(formatCount(min, context))],
  [/^(?:at most (\d+) bytes)$/, ([max], context) => messagesOf(context).maxFileSize(formatBytes(Number(max), context.format.locale))],
  [/^a file of (.+)$/, ([kinds = ''], context) => messagesOf(context).fileTypes(plainText(kinds, 200))],
]

/** Returns the error message of a field. A suggestion of the form takes precedence. */
export function errorMessage(issue: ValidationIssue, context: MessageContext): string {
  const own = plainText(issue.suggestion ?? '', 500)
  const expected = issue.expected ?? ''
  const isMissing = expected.endsWith('(required)')
  if (own && !isMissing) return own
  for (const [form, build] of messagesByExpectation) {
    const found = form.exec(expected)
    if (found) return own ? `${build(found.slice(1), context)} ${own}` : build(found.slice(1), context)
  }
  const messages = messagesOf(context)
  return expected ? messages.expected(plainText(expected, 160)) : messages.notAccepted
}
