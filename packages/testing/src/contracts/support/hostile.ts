import type { JsonValue } from '@pf/core'

/** Names that hit string building, object keys and SQL. */
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

/** JSON as hostile models and browsers send it: key order, own `__proto__`, NUL, half a pair, edges of numbers. */
export const hostileJson = (): JsonValue =>
  JSON.parse(
    '{"z":1,"a":{"__proto__":{"x":1},"constructor":null,"":[]},"text":"\\u0000 \\ud800 \\u2028 \\"\\\\ 😀","numbers":[0,-1.5,1e21,5e-324,9007199254740991],"list":[[],{},null,true,false,""],"10":"ten","2":"two"}',
  )
