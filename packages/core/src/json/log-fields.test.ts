import { describe, expect, it } from 'vitest'
import { PfError } from '../errors/pf-error.ts'
import { errorFields, isLogger, safeLogger } from './log-fields.ts'

describe('an error as fields of a log line', () => {
  it('has its code, its message and its causes as plain JSON', () => {
    const cause = new TypeError('inner', { cause: new Error('innermost') })
    const fields = errorFields(new PfError('store_failed', 'The store failed.', { cause }))
    expect(JSON.parse(JSON.stringify(fields))).toEqual({
      code: 'store_failed',
      error: { type: 'PfError', message: 'The store failed.', stack: expect.stringContaining('The store failed.') },
      cause: 'TypeError: inner < Error: innermost',
    })
  })

  it('contains no credentials and no masked texts, also in the stack and the causes', () => {
    const error = new Error('key sk-abcdefghijkl and hunter2', { cause: new Error('postgres://ada:lovelace@db') })
    const text = JSON.stringify(errorFields(error, (given) => given.replaceAll('hunter2', '***')))
    for (const secret of ['abcdefghijkl', 'hunter2', 'lovelace']) expect(text).not.toContain(secret)
  })

  it.each([
    ['a text', { error: { type: 'string', message: 'a text' } }],
    [undefined, { error: { type: 'undefined', message: 'A value of type undefined was thrown.' } }],
    [null, { error: { type: 'object', message: 'A value of type null was thrown.' } }],
    [{ message: 7 }, { error: { type: 'object', message: 'A value of type object was thrown.' } }],
  ])('is made of any thrown value: %o', (thrown, fields) => {
    expect(errorFields(thrown)).toEqual(fields)
  })

  it('is made of a value that throws when it is inspected, and of one that is its own cause', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(errorFields(proxy)).toEqual({ error: { type: 'unknown', message: 'The error cannot be read.' } })
    const circular = new Error('again')
    circular.cause = circular
    expect(errorFields(circular).cause).toBe('Error: again < Error: again < Error: again')
  })
})

describe('a logger', () => {
  const nothing = () => undefined

  it('has four methods', () => {
    expect([isLogger({ debug: nothing, info: nothing, warn: nothing, error: nothing }), isLogger({ info: nothing }), isLogger(undefined)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is called as a method, and what it throws is ignored', () => {
    const lines: unknown[] = []
    const logger = {
      lines,
      debug: nothing,
      info(fields: object, message: string) {
        this.lines.push([fields, message])
      },
      warn: nothing,
      error: () => {
        throw new Error('full')
      },
    }
    const safe = safeLogger(logger)
    safe.error({}, 'lost')
    safe.info({ run_id: 'r' }, 'kept')
    safeLogger(undefined).info({}, 'dropped')
    expect(lines).toEqual([[{ run_id: 'r' }, 'kept']])
  })
})
