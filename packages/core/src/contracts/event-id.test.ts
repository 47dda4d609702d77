import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatEventId, isAfter, logStart, parseEventId } from './event-id.ts'

it('an id is a whole number, or two with a dot between them', () => {
  const pattern = /^(\d{1,15})(?:\.(\d{1,5}))?$/
  const pieces = fc.array(fc.constantFrom('0', '1', '9', '.', '-', '+', ' ', 'e', 'x', '\u0663', '\uff11', '12345', '999999999999999'), { maxLength: 6 })
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((parts) => parts.join('')),
        fc.string(),
      ),
      (text) => {
        const match = pattern.exec(text)
        const k = match?.[2] === undefined ? Number.POSITIVE_INFINITY : Number(match[2])
        expect(parseEventId(text)).toEqual(match ? { seq: Number(match[1]), k } : undefined)
      },
    ),
    { numRuns: 2_000 },
  )
})

it('a formatted id parses to the same position', () => {
  const whole = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(whole(999_999_999_999_999), whole(99_999), (seq, k) => {
      expect(parseEventId(formatEventId(seq, k))).toEqual({ seq, k })
    }),
  )
})

it('an id without an index stands for every wire event of its planner event', () => {
  const position = parseEventId('5')

  expect(position).toEqual({ seq: 5, k: Number.POSITIVE_INFINITY })
  expect(formatEventId(5, Number.POSITIVE_INFINITY)).toBe('5')
  expect(position && isAfter(position, 5, 99_999)).toBe(false)
  expect(position && isAfter(position, 6, 0)).toBe(true)
})

it('an event is after a position when its seq is higher, or its index within the same seq', () => {
  const position = { seq: 5, k: 1 }

  expect([isAfter(position, 5, 1), isAfter(position, 5, 2), isAfter(position, 4, 9), isAfter(position, 6, 0)]).toEqual([false, true, false, true])
  expect(isAfter(logStart, 1, 0)).toBe(true)
})

it('a value that is no string is no id', () => {
  expect([undefined, null, 5, {}].map(parseEventId)).toEqual([undefined, undefined, undefined, undefined])
})
