import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { leastCpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { cycles, ordinarySchemas, schemaBombs } from '../test-support/schema-bombs.ts'
import { compileSchema } from './compile-schema.ts'

const classes = { Ajv, Ajv2020 }
/** Milliseconds of processor time allowed for compiling a schema and for a check. */
const limit = 100

const engines = [
  ['compiled', classes],
  ['interpreted', undefined],
] as const

describe.each(engines)('a schema that is meant to keep a server busy, %s', (_way, classes) => {
  for (const { schema } of ordinarySchemas) compileSchema(schema, classes, { allErrors: true })

  it.each(schemaBombs().map((bomb) => [bomb.name, bomb] as const))('%s: is refused, or compiled and checked in bounded time', (_name, { schema, values }) => {
    const { result, ms } = leastCpuTime(() => compileSchema(schema, classes, { allErrors: true, defaults: true }), limit)
    expect(ms).toBeLessThan(limit)
    if (!result.ok) return
    for (const value of values) expect(leastCpuTime(() => result.check(value), limit).ms).toBeLessThan(limit)
  })
})

describe.each(engines)('a schema that leads back to itself, %s', (_way, classes) => {
  it.each(cycles)('is refused with the reference: %j', (schema) => {
    expect(compileSchema(schema, classes)).toMatchObject({ ok: false, reason: expect.stringMatching(/reference "#\S*" leads back to itself/) })
  })
})

describe.each(engines)('a schema of an ordinary tool, %s', (_way, classes) => {
  it.each(ordinarySchemas)('works: $name', ({ schema, good, bad }) => {
    const compiled = compileSchema(schema, classes, { allErrors: true })
    if (!compiled.ok) throw new Error(compiled.reason)
    expect(compiled.check(good)).toEqual({ ok: true })
    const { ok, ...found } = compiled.check(bad)
    expect([ok, 'errors' in found && found.errors.length > 0, 'stopped' in found]).toEqual([false, true, false])
  })
})
