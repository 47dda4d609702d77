import type { JsonObject } from '@pf/core'
import appRows from './app-attacks.jsonl?raw'
import rows from './attacks.jsonl?raw'

/** A hostile payload and the expected observations in a browser. */
export interface Attack {
  id: string
  component: string
  props: JsonObject
  why: string
  expect: 'rejected' | 'sanitised' | 'contained'
  act?: string[]
  channel?: string
}

type Directive = { $nest?: { key: string; inner: unknown; n: number }; $repeat?: [string, number, string?]; $array?: [unknown, number]; $counter?: number }

/** Replaces directives by the large inputs that they describe. */
function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expand)
  if (typeof value !== 'object' || value === null) return value
  const { $nest, $repeat, $array, $counter } = value as Directive
  if ($nest) return nest(expand($nest.inner), $nest)
  if (Array.isArray($repeat)) return $repeat[0].repeat($repeat[1]) + ($repeat[2] ?? '')
  if (Array.isArray($array)) return Array.from({ length: $array[1] }, () => expand($array[0]))
  if (typeof $counter === 'number') return Object.fromEntries(Array.from({ length: $counter }, (_, index) => [`k${index}`, index]))
  // fromEntries defines own properties, so that a `__proto__` key stays a property as in JSON.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]))
}

function nest(inner: unknown, { key, n }: { key: string; n: number }): unknown {
  let value = inner
  for (let depth = 0; depth < n; depth++) value = { [key]: value }
  return value
}

/** Returns the payloads of the components drawn here, with the address that must never be requested inserted. */
export const loadAttacks = (leak: string, app: string): Attack[] => read(rows, leak, app)

/** Returns unmodified payloads that were found in an app and were not contained there. */
export const loadAppAttacks = (leak: string, app: string): Attack[] => read(appRows, leak, app)

function read(lines: string, leak: string, app: string): Attack[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replaceAll('{{LEAK}}', leak).replaceAll('{{APP}}', app)) as Attack)
    .map((attack) => ({ ...attack, props: expand(attack.props) as JsonObject }))
}
