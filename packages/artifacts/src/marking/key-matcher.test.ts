import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyMatcher } from './key-matcher.ts'

const patterns = [
  '^img_',
  '_png$',
  '^[a-z]{2}$',
  '^\\d+$',
  'a|b',
  '^(foo|bar)_.*$',
  '^(?:x+y?)+$',
  '^.{1,3}$',
  '[^a-z]',
  '^\\w+\\.\\w{2,}$',
  '^a{0,2}b*$',
  '^$',
  '',
  '^(a(b|c)*d)?$',
  '[\\w-]+x',
]

describe('keyMatcher', () => {
  it('agrees with RegExp on the common subset', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y', '1', '_', '.', '-', 'img', 'foo_', 'bar_', 'é'), maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (pattern, key) => {
        expect(keyMatcher(pattern)(key)).toBe(new RegExp(pattern, 'su').test(key))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['(?=a)b', '(a)\\1', '\\bword', 'a{1,9999}', '(', '[', 'a**', `${'x'.repeat(400)}`, '(a{100}){100}'])(
    'covers every key where it does not know the pattern: %s',
    (pattern) => {
      expect(keyMatcher(pattern)('anything')).toBe(true)
    },
  )

  it('does not back-track', () => {
    const started = performance.now()
    expect(keyMatcher('^(a+)+$')(`${'a'.repeat(100)}!`)).toBe(false)
    expect(keyMatcher('^(a|a)*(a|a)*(a|a)*b$')('a'.repeat(120))).toBe(false)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('covers keys of absurd length', () => {
    expect(keyMatcher('^a$')('b'.repeat(1_000))).toBe(true)
  })
})
