import type { JsonValue, ValidationIssue } from '@pf/core'
import { type FormatOptions, valueFormatter } from '../../format/value-formatter.ts'
import { plainText } from '../../text/plain-text.ts'
import type { DrawnField, FieldType } from './field-model.ts'
import { momentText } from './moment-text.ts'
import { sizeText } from './size-text.ts'

interface Place {
  field: DrawnField
  answer: JsonValue | undefined
  format: FormatOptions
}

type Say = (found: readonly string[], place: Place) => string

const length = (answer: JsonValue | undefined) => (typeof answer === 'string' ? [...answer].length : 0)
const figure = (text: string | undefined, { format }: Place) => valueFormatter('number', format)(Number(text))

const missing: Partial<Record<FieldType, string>> = {
  select: 'Choose an option.',
  radio: 'Choose an option.',
  multiselect: 'Choose at least one option.',
  checkbox: 'Tick this to go on.',
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
  time: 'Enter a time.',
  file: 'Choose a file.',
  number: 'Enter a number.',
  color: 'Choose a colour.',
}

const email: Say = (_, { answer }) => {
  const text = typeof answer === 'string' ? answer : ''
  if (!text.includes('@')) return 'Add an @ and the part after it, for example name@example.org.'
  return text.endsWith('@')
    ? `Add the part after the @, for example ${plainText(text, 40)}example.org.`
    : 'Enter an e-mail address, for example name@example.org.'
}

/** What the registry expected, and what a reader can do about it. */
const sayings: readonly (readonly [RegExp, Say])[] = [
  [/\(required\)$/, (_, { field }) => missing[field.type] ?? 'Fill this in.'],
  [
    /^at most (\d+) characters$/,
    ([most], place) => `Shorten this to ${figure(most, place)} characters. It has ${figure(String(length(place.answer)), place)}.`,
  ],
  [
    /^at least (\d+) characters$/,
    ([least], place) => `Write at least ${figure(least, place)} characters. There are ${figure(String(length(place.answer)), place)}.`,
  ],
  [/^a number >= (.+)$/, ([least], place) => `Enter ${figure(least, place)} or more.`],
  [/^a number <= (.+)$/, ([most], place) => `Enter ${figure(most, place)} or less.`],
  [/^(\S+) or steps of (\S+) from there$/, ([from, step], place) => `Enter ${figure(from, place)}, or go on from there in steps of ${figure(step, place)}.`],
  [/^a number$/, () => 'Enter a number.'],
  [/^(\S+) or later$/, ([first], { field, format }) => `Enter ${momentText(field.type, first, format)} or later.`],
  [/^(\S+) or earlier$/, ([last], { field, format }) => `Enter ${momentText(field.type, last, format)} or earlier.`],
  [/^a date such as/, () => 'Enter a whole date: day, month and year.'],
  [/^a local date and time/, () => 'Enter a whole date and a time.'],
  [/^a time such as/, () => 'Enter a whole time: hours and minutes.'],
  [/^an e-mail address$/, email],
  [/^a whole address/, () => 'Enter a whole address, for example https://example.org.'],
  [/^a telephone number$/, () => 'Enter a telephone number: digits, with + for the country.'],
  [/^a colour/, () => 'Enter a colour such as #0a84ff, or pick one.'],
  [/^one line of text$/, () => 'Write this in one line, without control characters.'],
  [/^text that matches/, () => 'This does not have the form that is asked for.'],
  [/^at most (\d+) options$/, ([most], place) => `Choose at most ${figure(most, place)}.`],
  [/^at least (\d+) options$/, ([least], place) => `Choose at least ${figure(least, place)}.`],
  [/^(?:at most (\d+) bytes)$/, ([most], { format }) => `Choose a smaller file, at most ${sizeText(Number(most), format.locale)}.`],
  [/^a file of (.+)$/, ([kinds = '']) => `Choose a file of another kind: ${plainText(kinds, 200)}.`],
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
  return expected ? `This needs ${plainText(expected, 160)}.` : 'This answer was not taken.'
}
