import type { JsonValue, ValidationIssue } from '@pf/core'
import { valueFormatter } from '../../format/value-formatter.ts'
import { plainText } from '../../text/plain-text.ts'
import type { DrawnField, FieldType } from './field-model.ts'
import type { FormFormat } from './form-format.ts'
import { momentText } from './moment-text.ts'
import { sizeText } from './size-text.ts'
import { type FormWords, formWords } from './words.ts'

interface Place {
  field: DrawnField
  answer: JsonValue | undefined
  format: FormFormat
}

type Say = (found: readonly string[], place: Place) => string

const length = (answer: JsonValue | undefined) => (typeof answer === 'string' ? [...answer].length : 0)
const figure = (text: string | undefined, { format }: Place) => valueFormatter('number', format)(Number(text))

const wordsOf = ({ format }: Place): FormWords => format.words ?? formWords

/** Words that are texts and no functions. */
type Plain = { [Key in keyof FormWords]: FormWords[Key] extends string ? Key : never }[keyof FormWords]

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
    wordsOf(place)[key]

const email: Say = (_, place) => {
  const text = typeof place.answer === 'string' ? place.answer : ''
  const words = wordsOf(place)
  if (!text.includes('@')) return words.noAt
  return text.endsWith('@') ? words.noHost(plainText(text, 40)) : words.email
}

const lengthOf = (place: Place) => figure(String(length(place.answer)), place)
const moment = (text: string | undefined, { field, format }: Place) => momentText(field.type, text, format)

/** What the registry expected, and what a reader can do about it. */
const sayings: readonly (readonly [RegExp, Say])[] = [
  [/\(required\)$/, (_, place) => wordsOf(place)[missing[place.field.type] ?? 'needText']],
  [/^at most (\d+) characters$/, ([most], place) => wordsOf(place).tooLong(figure(most, place), lengthOf(place))],
  [/^at least (\d+) characters$/, ([least], place) => wordsOf(place).tooShort(figure(least, place), lengthOf(place))],
  [/^a number >= (.+)$/, ([least], place) => wordsOf(place).orMore(figure(least, place))],
  [/^a number <= (.+)$/, ([most], place) => wordsOf(place).orLess(figure(most, place))],
  [/^(\S+) or steps of (\S+) from there$/, ([from, step], place) => wordsOf(place).steps(figure(from, place), figure(step, place))],
  [/^a number$/, plain('needNumber')],
  [/^(\S+) or later$/, ([first], place) => wordsOf(place).orLater(moment(first, place))],
  [/^(\S+) or earlier$/, ([last], place) => wordsOf(place).orEarlier(moment(last, place))],
  [/^a date such as/, plain('wholeDate')],
  [/^a local date and time/, plain('wholeMoment')],
  [/^a time such as/, plain('wholeTime')],
  [/^an e-mail address$/, email],
  [/^a whole address/, plain('address')],
  [/^a telephone number$/, plain('telephone')],
  [/^a colour/, plain('color')],
  [/^one line of text$/, plain('oneLine')],
  [/^text that matches/, plain('pattern')],
  [/^at most (\d+) options$/, ([most], place) => wordsOf(place).mostOptions(figure(most, place))],
  [/^at least (\d+) options$/, ([least], place) => wordsOf(place).leastOptions(figure(least, place))],
  [/^(?:at most (\d+) bytes)$/, ([most], place) => wordsOf(place).smaller(sizeText(Number(most), place.format.locale))],
  [/^a file of (.+)$/, ([kinds = ''], place) => wordsOf(place).kinds(plainText(kinds, 200))],
]

/** One or two sentences under a field: what to do, in the form's own words where it has some. */
export function errorWords(issue: ValidationIssue, place: Place): string {
  const own = plainText(issue.suggestion ?? '', 500)
  const expected = issue.expected ?? ''
  const isMissing = expected.endsWith('(required)')
  if (own && !isMissing) return own
  for (const [form, say] of sayings) {
    const found = form.exec(expected)
    if (found) return own ? `${say(found.slice(1), place)} ${own}` : say(found.slice(1), place)
  }
  const words = wordsOf(place)
  return expected ? words.needs(plainText(expected, 160)) : words.refused
}
