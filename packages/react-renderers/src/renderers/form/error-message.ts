import type { JsonValue, ValidationIssue } from '@pf/core'
import { valueFormatter } from '../../format/value-formatter.ts'
import { type FormMessages, formMessages } from '../../messages/form.ts'
import { plainText } from '../../text/plain-text.ts'
import type { DrawnField, FieldType } from './field-model.ts'
import type { FormFormat } from './form-format.ts'
import { momentText } from './moment-text.ts'
import { sizeText } from './size-text.ts'

interface Place {
  field: DrawnField
  answer: JsonValue | undefined
  format: FormFormat
}

type Say = (found: readonly string[], place: Place) => string

const length = (answer: JsonValue | undefined) => (typeof answer === 'string' ? [...answer].length : 0)
const figure = (text: string | undefined, { format }: Place) => valueFormatter('number', format)(Number(text))

const messagesOf = ({ format }: Place): FormMessages => format.messages ?? formMessages

/** Words that are texts and no functions. */
type Plain = { [Key in keyof FormMessages]: FormMessages[Key] extends string ? Key : never }[keyof FormMessages]

const missing: Partial<Record<FieldType, Plain>> = {
  select: 'needOption',
  radio: 'needOption',
  multiselect: 'needOptions',
  checkbox: 'needTick',
  date: 'needDate',
  datetime: 'needMoment',
  time: 'needTime',
  file: 'needFile',
  number: 'needNumber',
  color: 'needColor',
}

const plain =
  (key: Plain): Say =>
  (_, place) =>
    messagesOf(place)[key]

const email: Say = (_, place) => {
  const text = typeof place.answer === 'string' ? place.answer : ''
  const messages = messagesOf(place)
  if (!text.includes('@')) return messages.noAt
  return text.endsWith('@') ? messages.noHost(plainText(text, 40)) : messages.email
}

const lengthOf = (place: Place) => figure(String(length(place.answer)), place)
const moment = (text: string | undefined, { field, format }: Place) => momentText(field.type, text, format)

/** What the registry expected, and what a reader can do about it. */
const sayings: readonly (readonly [RegExp, Say])[] = [
  [/\(required\)$/, (_, place) => messagesOf(place)[missing[place.field.type] ?? 'needText']],
  [/^at most (\d+) characters$/, ([most], place) => messagesOf(place).tooLong(figure(most, place), lengthOf(place))],
  [/^at least (\d+) characters$/, ([least], place) => messagesOf(place).tooShort(figure(least, place), lengthOf(place))],
  [/^a number >= (.+)$/, ([least], place) => messagesOf(place).orMore(figure(least, place))],
  [/^a number <= (.+)$/, ([most], place) => messagesOf(place).orLess(figure(most, place))],
  [/^(\S+) or steps of (\S+) from there$/, ([from, step], place) => messagesOf(place).steps(figure(from, place), figure(step, place))],
  [/^a number$/, plain('needNumber')],
  [/^(\S+) or later$/, ([first], place) => messagesOf(place).orLater(moment(first, place))],
  [/^(\S+) or earlier$/, ([last], place) => messagesOf(place).orEarlier(moment(last, place))],
  [/^a date such as/, plain('wholeDate')],
  [/^a local date and time/, plain('wholeMoment')],
  [/^a time such as/, plain('wholeTime')],
  [/^an e-mail address$/, email],
  [/^a whole address/, plain('address')],
  [/^a telephone number$/, plain('telephone')],
  [/^a colour/, plain('color')],
  [/^one line of text$/, plain('oneLine')],
  [/^text that matches/, plain('pattern')],
  [/^at most (\d+) options$/, ([most], place) => messagesOf(place).mostOptions(figure(most, place))],
  [/^at least (\d+) options$/, ([least], place) => messagesOf(place).leastOptions(figure(least, place))],
  [/^(?:at most (\d+) bytes)$/, ([most], place) => messagesOf(place).smaller(sizeText(Number(most), place.format.locale))],
  [/^a file of (.+)$/, ([kinds = ''], place) => messagesOf(place).kinds(plainText(kinds, 200))],
]

/** One or two sentences under a field: what to do, in the form's own words where it has some. */
export function errorMessage(issue: ValidationIssue, place: Place): string {
  const own = plainText(issue.suggestion ?? '', 500)
  const expected = issue.expected ?? ''
  const isMissing = expected.endsWith('(required)')
  if (own && !isMissing) return own
  for (const [form, say] of sayings) {
    const found = form.exec(expected)
    if (found) return own ? `${say(found.slice(1), place)} ${own}` : say(found.slice(1), place)
  }
  const messages = messagesOf(place)
  return expected ? messages.needs(plainText(expected, 160)) : messages.refused
}
