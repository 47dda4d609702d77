import { expect, it } from 'vitest'
import { threadTime } from './thread-time.ts'

it('a conversation shows its time today and late last night, its day this half year, and its date before', () => {
  const at = (text: string) => new Date(text).getTime()
  const now = at('2026-11-29T02:00')
  expect(
    [at('2026-11-29T01:30'), at('2026-11-28T23:05'), at('2026-11-28T09:00'), at('2026-06-12T12:00'), at('2025-12-24T12:00')].map((time) =>
      threadTime(time, now, 'en-GB'),
    ),
  ).toEqual(['01:30', '23:05', '28 Nov', '12 Jun', '24 Dec 2025'])
})
