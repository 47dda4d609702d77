import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { cycles, ordinarySchemas, schemaBombs } from '../test-support/schema-bombs.ts'
import { compileSchema } from './compile-schema.ts'

const classes = { Ajv, Ajv2020 }
/** Milliseconds of processor time allowed for compiling a schema and for a check. On an idle machine, each takes less than 100. */
const limit = 250

function timed<T>(run: () => T): { result: T; ms: number } {
  const started = cpuTime()
  const result = run()
  return { result, ms: cpuTime() - started }
}

describe('a schema that is meant to keep a server busy', () => {
  for (const { schema } of ordinarySchemas) compileSchema(schema, classes, { allErrors: true })

  it.each(schemaBombs().map((bomb) => [bomb.name, bomb] as const))('%s: is refused, or compiled and checked in bounded time', (_name, { schema, values }) => {
    const { result, ms } = timed(() => compileSchema(schema, classes, { allErrors: true, defaults: true }))
    expect(ms).toBeLessThan(limit)
    if (!result.ok) return
    for (const value of values) expect(timed(() => result.check(value)).ms).toBeLessThan(limit)
  })
})

describe('a schema that leads back to itself', () => {
  it.each(cycles)('is refused with the reference: %j', (schema) => {
    expect(compileSchema(schema, classes)).toMatchObject({ ok: false, reason: expect.stringMatching(/reference "#\S*" leads back to itself/) })
  })
})

describe('a schema of an ordinary tool', () => {
  it.each(ordinarySchemas)('works: $name', ({ schema, good, bad }) => {
    const compiled = compileSchema(schema, classes, { allErrors: true })
    if (!compiled.ok) throw new Error(compiled.reason)
    expect(compiled.check(good)).toEqual({ ok: true })
    const { ok, ...found } = compiled.check(bad)
    expect([ok, 'errors' in found && found.errors.length > 0, 'stopped' in found]).toEqual([false, true, false])
  })
})
