import { describe, expect, it } from 'vitest'
import { rateLimitsIn, resetAfter } from './rate-limits.ts'

const now = Date.parse('2026-11-30T12:00:00Z')

describe('the wait after a rate limit', () => {
  it.each([
    [
      'OpenAI: the limit that is used up',
      { 'x-ratelimit-remaining-requests': '59', 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' },
      360_000,
    ],
    ['OpenAI: none is marked', { 'x-ratelimit-reset-requests': '120ms', 'x-ratelimit-reset-tokens': '1.5s' }, 1_500],
    [
      'Groq',
      {
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-requests': '2m59.56s',
        'x-ratelimit-remaining-tokens': '100',
        'x-ratelimit-reset-tokens': '7.66s',
      },
      179_560,
    ],
    ['Anthropic', { 'anthropic-ratelimit-requests-remaining': '0', 'anthropic-ratelimit-requests-reset': '2026-11-30T12:00:30Z' }, 30_000],
    ['OpenRouter: milliseconds since 1970', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(now + 5_000) }, 5_000],
    ['seconds since 1970', { 'x-ratelimit-reset': String(now / 1_000 + 7) }, 7_000],
    ['seconds', { 'x-ratelimit-reset-tokens': '12' }, 12_000],
    ['a time that is over', { 'anthropic-ratelimit-tokens-reset': '2026-11-30T11:00:00Z' }, 0],
    ['no reset', { 'x-ratelimit-remaining-requests': '0' }, undefined],
    ['no readable reset', { 'x-ratelimit-reset-requests': 'soon', 'x-ratelimit-reset-tokens': '', 'x-ratelimit-reset': '-4' }, undefined],
    ['no limits', {}, undefined],
  ])('%s', (_name, limits, ms) => {
    expect(resetAfter(limits, now)).toBe(ms)
  })

  it('only headers of rate limits are kept, of a usual length', () => {
    const headers = new Headers({ 'X-RateLimit-Remaining-Tokens': '0', 'set-cookie': 'a', 'x-ratelimit-long': 'x'.repeat(200), authorization: 'SECRET' })
    expect(rateLimitsIn(headers)).toEqual({ 'x-ratelimit-remaining-tokens': '0' })
    const many = Array.from({ length: 50 }, (_, index) => [`x-ratelimit-${index}`, '1'] as const)
    expect(Object.keys(rateLimitsIn(many))).toHaveLength(20)
  })
})
