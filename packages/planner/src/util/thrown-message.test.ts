import { describe, expect, it } from 'vitest'
import { thrownMessage } from './thrown-message.ts'

const cyclic = new Error('outer')
cyclic.cause = cyclic
const aggregate = new AggregateError([new Error('a'), new Error('b')], '')
const nested = new AggregateError([], '')
nested.errors.push(nested, nested, nested)

describe('thrownMessage', () => {
  it.each([
    [new Error('No such city.'), 'No such city.'],
    ['plain text', 'plain text'],
    [undefined, 'a value of type undefined was thrown'],
    [null, 'a value of type null was thrown'],
    [Symbol('x'), 'a value of type symbol was thrown'],
    [Object.freeze({ message: 'frozen' }), 'frozen'],
    [cyclic, 'outer'],
    [aggregate, '2 errors: a; b'],
    [new Error(''), 'no message'],
    [
      {
        get message() {
          throw new Error('no')
        },
      },
      'an error that cannot be read was thrown',
    ],
    [
      new Proxy(
        {},
        {
          getPrototypeOf: () => {
            throw new Error('no')
          },
        },
      ),
      'an error that cannot be read was thrown',
    ],
  ])('reads %# safely', (thrown, message) => {
    expect(thrownMessage(thrown)).toBe(message)
  })

  it('ends for an AggregateError that holds itself', () => {
    expect(thrownMessage(nested)).toContain('3 errors')
  })

  it('keeps one line of at most 300 characters without credentials', () => {
    const message = thrownMessage(
      new Error('connect postgres://admin:hunter2@db.internal/x failed, Bearer abcdefghijklmnop, api_key=supersecret, sk-abcdef123456\n    at secret.ts:1:1'),
    )
    for (const secret of ['hunter2', 'abcdefghijklmnop', 'supersecret', 'sk-abcdef123456', 'secret.ts']) expect(message).not.toContain(secret)
    expect(thrownMessage(new Error('x'.repeat(10_000)))).toHaveLength(300)
  })
})
