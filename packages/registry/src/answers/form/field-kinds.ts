import { choiceKind, choicesKind, switchKind, tickKind } from './choice-kinds.ts'
import { fileKind } from './file-kind.ts'
import { type FieldFault, type FieldKind, type FieldType, type FormField, numberAt, rulesOf } from './form-field.ts'
import { dateKind, dateTimeKind, timeKind } from './moment-kinds.ts'
import { textKind } from './text-kinds.ts'

interface Bounds {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
}

/** The bounds of a field. A slider defaults to 0 and 100, as in browsers. */
const boundsOf = (field: FormField): Bounds => {
  const { min, max, step } = rulesOf(field)
  const ends = field.type === 'range' ? { min: 0, max: 100 } : {}
  return { min: numberAt(min) ?? ends.min, max: numberAt(max) ?? ends.max, step }
}

function fault(value: unknown, field: FormField): FieldFault | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return { expected: 'a number' }
  const { min, max, step } = boundsOf(field)
  if (min !== undefined && value < min) return { expected: `a number >= ${min}` }
  if (max !== undefined && value > max) return { expected: `a number <= ${max}` }
  if (step !== undefined && !isOnStep(value, min ?? 0, step)) return { expected: `${min ?? 0} or steps of ${step} from there` }
  return undefined
}

/**
 * True if a value is a multiple of the step. Steps such as 0.1 have no exact binary representation, so exactly the resulting rounding error
 * is tolerated. If the distance between representable numbers exceeds the step, every number is accepted.
 */
function isOnStep(value: number, from: number, step: number): boolean {
  const steps = (value - from) / step
  const rounding = (8 * Number.EPSILON * (Math.abs(value) + Math.abs(from))) / step
  return !Number.isFinite(steps) || Math.abs(steps - Math.round(steps)) <= rounding
}

function audit(field: FormField): FieldFault | undefined {
  const { min: low, max: high, step } = rulesOf(field)
  for (const [key, value] of Object.entries({ min: low, max: high })) if (typeof value === 'string') return { at: `/validation/${key}`, expected: 'a number' }
  if (step === 0) return { at: '/validation/step', expected: 'a number > 0' }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = boundsOf(field)
  return min > max ? { at: '/validation/max', expected: `a number >= ${min}, the value of min` } : undefined
}

/** Numbers, and sliders with a range. */
const numberKind: FieldKind = {
  rules: ['min', 'max', 'step', 'message'],
  default: 'any',
  audit,
  fault,
  schema(field) {
    const { min, max, step } = boundsOf(field)
    // `multipleOf` is exact only for integer steps, and counts from 0.
    const whole = step !== undefined && Number.isInteger(step) && (min ?? 0) % step === 0
    return {
      type: 'number',
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
      ...(whole ? { multipleOf: step } : {}),
    }
  },
}

const local = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** Accepts e-mail addresses in the usual form, without quoted local parts and addresses in brackets. */
function emailFault(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const domain = text.slice(at + 1)
  const fine = at > 0 && local.test(text.slice(0, at)) && domain.split('.').every((part) => label.test(part))
  return fine ? undefined : 'an e-mail address'
}

/** Accepts complete web addresses only, because other addresses could execute script when they are clicked. */
const webFault = (text: string): string | undefined =>
  /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text) ? undefined : 'a complete address with https:// or http://'

/** Accepts digits and the usual separators. */
const telFault = (text: string): string | undefined =>
  /^[\p{Nd} +()./#*,;:x-]*(?:ext\.? ?)?\p{Nd}[\p{Nd} ()./#*,;-]*$/iu.test(text) ? undefined : 'a telephone number'

/** Accepts `#rrggbb`. */
const colorFault = (text: string): string | undefined => (/^#[0-9a-f]{6}$/i.test(text) ? undefined : 'a colour such as #0a84ff')

/** The rules for each type of field. */
export const fieldKinds = {
  text: textKind({ maxCharacters: 10_000 }),
  textarea: textKind({ maxCharacters: 100_000, lines: true }),
  password: textKind({ maxCharacters: 1000, schema: { format: 'password', writeOnly: true } }, { secret: true, default: 'none' }),
  email: textKind({ maxCharacters: 254, fault: emailFault, schema: { format: 'email' } }),
  url: textKind({ maxCharacters: 2048, fault: webFault, schema: { format: 'uri' } }),
  tel: textKind({ maxCharacters: 50, fault: telFault }),
  color: textKind({ maxCharacters: 7, fault: colorFault, schema: { pattern: '^#[0-9A-Fa-f]{6}$' } }, { rules: ['message'], default: 'any' }),
  number: numberKind,
  range: numberKind,
  select: choiceKind,
  radio: choiceKind,
  multiselect: choicesKind,
  checkbox: tickKind,
  switch: switchKind,
  date: dateKind,
  datetime: dateTimeKind,
  time: timeKind,
  file: fileKind,
} as const satisfies Record<FieldType, FieldKind>

/** Returns the rules for a field of validated props. */
export const kindOf = ({ type }: { type: FieldType }): FieldKind => fieldKinds[type]
