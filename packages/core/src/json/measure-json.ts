import { isRecord } from './records.ts'
import { walkJson } from './walk-json.ts'

/** Throws PfError `too_deep` for a value with more than 1,000 levels below its root or with a cycle. After this check, recursion is safe. */
export function checkDepth(value: unknown): void {
  const walk = walkJson(value)
  while (!walk.next().done);
}

/**
 * The size of a JSON value. `cost` is its approximate length as text, `depth` the number of nested containers, and `unsafe` is true if it
 * has an own key `__proto__`.
 */
export interface JsonMeasure {
  cost: number
  values: number
  depth: number
  unsafe: boolean
}

/** Limits at which the measurement stops, so that values with shared parts cannot make it take long. */
export interface MeasureLimits {
  cost?: number
  values?: number
}

/** Measures a value without recursion. If a limit is exceeded, the result covers only the part measured so far. */
export function measureJson(root: unknown, { cost = Number.POSITIVE_INFINITY, values = Number.POSITIVE_INFINITY }: MeasureLimits): JsonMeasure {
  const measure: JsonMeasure = { cost: 0, values: 0, depth: 0, unsafe: false }
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  for (let top = stack.pop(); top !== undefined && measure.cost <= cost && measure.values <= values; top = stack.pop()) {
    const { value, depth } = top
    measure.values += 1
    measure.cost += typeof value === 'string' ? value.length + 2 : 8
    if (typeof value !== 'object' || value === null) continue
    measure.depth = Math.max(measure.depth, depth)
    if (isRecord(value)) measureKeys(value, measure)
    for (const child of Object.values(value)) stack.push({ value: child, depth: depth + 1 })
  }
  return measure
}

function measureKeys(value: Record<string, unknown>, measure: JsonMeasure) {
  if (Object.hasOwn(value, '__proto__')) measure.unsafe = true
  for (const key of Object.keys(value)) measure.cost += key.length + 3
}
