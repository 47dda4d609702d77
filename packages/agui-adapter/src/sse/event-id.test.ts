import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatEventId, parseEventId } from './event-id.ts'

it('an id is a whole number, or two with a dot between them, and nothing else', () => {
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

it('what was written as an id is read as it was', () => {
  const whole = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(whole(999_999_999_999_999), whole(99_999), (seq, k) => {
      expect(parseEventId(formatEventId(seq, k))).toEqual({ seq, k })
    }),
  )
})
