import { type FieldFault, type FieldKind, type FormField, rulesOf } from './form-field.ts'

const day = /^(\d{4})-(\d{2})-(\d{2})$/
const clock = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?$/
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True for an existing calendar date from the year 1 on. */
export function isDate(text: string): boolean {
  const [, year = 0, month = 0, date = 0] = (day.exec(text) ?? []).map(Number)
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return year > 0 && date > 0 && date <= (lengths[month - 1] ?? 0) + (leap ? 1 : 0)
}

const isTime = (text: string) => clock.test(text)
const isDateTime = (text: string) => text[10] === 'T' && isDate(text.slice(0, 10)) && isTime(text.slice(11))

/** Completes a time to milliseconds, so that the order of the texts is the order of the times. */
const whole = (text: string) => {
  const time = text.slice(text.indexOf(':') - 2)
  return text.includes(':') ? text + '00:00:00.000'.slice(time.length) : text
}

interface Moment {
  is(text: string): boolean
  expected: string
  /** A pattern for the format only. The calendar is checked by `is`. */
  pattern: string
}

function momentKind({ is, expected, pattern }: Moment): FieldKind {
  const bad = (value: unknown) => typeof value !== 'string' || !is(value)
  return {
    rules: ['min', 'max', 'message'],
    text: true,
    default: 'any',
    audit: (field) => boundFault(field, { bad, expected }),
    fault(value, field) {
      if (typeof value !== 'string' || bad(value)) return { expected }
      const { min, max } = rulesOf(field)
      if (typeof min === 'string' && whole(value) < whole(min)) return { expected: `${min} or later` }
      return typeof max === 'string' && whole(value) > whole(max) ? { expected: `${max} or earlier` } : undefined
    },
    schema: () => ({ type: 'string', pattern }),
  }
}

function boundFault(field: FormField, { bad, expected }: { bad(value: unknown): boolean; expected: string }): FieldFault | undefined {
  const { min, max } = rulesOf(field)
  for (const [key, value] of Object.entries({ min, max })) if (value !== undefined && bad(value)) return { at: `/validation/${key}`, expected }
  return typeof min === 'string' && typeof max === 'string' && whole(min) > whole(max)
    ? { at: '/validation/max', expected: `${min} or later, the value of min` }
    : undefined
}

const date = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,3})?)?'

/** Answers in the formats of date and time inputs in browsers: local, without a time zone. */
export const dateKind: FieldKind = momentKind({ is: isDate, expected: 'a date such as 2025-03-31', pattern: `^${date}$` })
export const dateTimeKind: FieldKind = momentKind({ is: isDateTime, expected: 'a local date and time such as 2025-03-31T14:30', pattern: `^${date}T${time}$` })
export const timeKind: FieldKind = momentKind({ is: isTime, expected: 'a time such as 14:30', pattern: `^${time}$` })
