import { type FieldFault, type FieldKind, type FormField, numberAt, rulesOf } from './form-field.ts'

interface Bounds {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
}

/** A slider has ends, as in browsers 0 and 100. */
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

/** Steps such as 0.1 have no exact binary form: as much is forgiven as that rounds, and no more. Where numbers lie further apart than steps, each is on one. */
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
  return min > max ? { at: '/validation/max', expected: `a number >= ${min}, as min says` } : undefined
}

/** Numbers, and sliders over a range. */
export const numberKind: FieldKind = {
  rules: ['min', 'max', 'step', 'message'],
  default: 'any',
  audit,
  fault,
  schema(field) {
    const { min, max, step } = boundsOf(field)
    // Multiples of a step are exact for whole numbers only, and start from 0.
    const whole = step !== undefined && Number.isInteger(step) && (min ?? 0) % step === 0
    return {
      type: 'number',
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
      ...(whole ? { multipleOf: step } : {}),
    }
  },
}
