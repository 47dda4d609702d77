import type { JsonValue } from '@pf/core'

/** Tries to change a value in place at every level. Frozen values throw, which is also correct. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const child of Object.values(value)) spoil(child)
  for (const key of Object.keys(value)) Reflect.set(value, key, 'spoiled')
  Reflect.set(value, 'spoiled', true)
}

/** Names that are dangerous in concatenated strings, object keys and SQL. */
export const hostileNames: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  "'; drop table run; --",
  '"],["',
  'a:b',
  '%2F/../x',
  '😀 ünï',
  ' ',
  'x'.repeat(512),
]

/** Creates JSON as hostile models and browsers send it: key order, own `__proto__`, NUL, lone surrogates, extreme numbers. */
export const hostileJson = (): JsonValue =>
  JSON.parse(
    '{"z":1,"a":{"__proto__":{"x":1},"constructor":null,"":[]},"text":"\\u0000 \\ud800 \\u2028 \\"\\\\ 😀","numbers":[0,-1.5,1e21,5e-324,9007199254740991],"list":[[],{},null,true,false,""],"10":"ten","2":"two"}',
  )
