import { expect, it } from 'vitest'
import { steadyReport } from './steady-report.mjs'

it('gives one text for two orders of the same literals, and two for different ones', () => {
  const one = 'type A = z.ZodEnum<{\n    b: "b";\n    a: "a";\n}>;\ntype B = "y" | "x";'
  const other = 'type A = z.ZodEnum<{\n    a: "a";\n    b: "b";\n}>;\ntype B = "x" | "y";'
  expect(steadyReport(one)).toBe(steadyReport(other))
  const nested = 'x = {\n    a: string;\n    m: z.ZodEnum<{\n        q: "q";\n        p: "p";\n    }>;\n    b: number;\n};'
  expect(steadyReport(nested)).toBe('x = {\n    a: string;\n    b: number;\n    m: z.ZodEnum<{\n        p: "p";\n        q: "q";\n    }>;\n};')
  expect(steadyReport(one)).not.toBe(steadyReport(other.replace('"x" |', '"z" |')))
})
