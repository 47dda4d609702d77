import { isRecord } from './records.ts'
import { walkJson } from './walk-json.ts'

/** Throws PfError `too_deep` for a value with more than 1,000 levels below its root, or one that holds itself: then recursion is safe. */
export function checkDepth(value: unknown): void {
  const walk = walkJson(value)
  while (!walk.next().done);
}

/** What a JSON value holds: `cost` counts about its characters as text, `depth` nested containers, `unsafe` tells of an own `__proto__` key. */
export interface JsonMeasure {
  cost: number
  values: number
  depth: number
  unsafe: boolean
}

/** Where measuring stops, so that values which share parts cannot make it run for long. */
export interface MeasureLimits {
  cost?: number
  values?: number
}

/** Walks without recursion; behind a limit the measure is of what was seen. */
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
