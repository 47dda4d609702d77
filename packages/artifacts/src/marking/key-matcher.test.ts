import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { createKeyMatcher } from './read-node.ts'

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
  '\\bfoo',
  '^(?<stem>a+?)b??$',
]

describe('createKeyMatcher', () => {
  it('agrees with RegExp on the common subset', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y', '1', '_', '.', '-', 'img', 'foo_', 'bar_', 'é'), maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...patterns), text, (pattern, key) => {
        expect(createKeyMatcher(pattern)(key)).toBe(new RegExp(pattern, 'su').test(key))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each(['(?=a)b', '(a)\\1', 'a{1,9999}', '(', '[', 'a**', 'x'.repeat(6_000), 'x{1001}', '(a{100}){100}'])(
    'covers every key when the pattern is refused: %s',
    (pattern) => {
      expect(createKeyMatcher(pattern)('anything')).toBe(true)
    },
  )

  it('does not backtrack', () => {
    const started = cpuTime()
    expect(createKeyMatcher('^(a+)+$')(`${'a'.repeat(100)}!`)).toBe(false)
    expect(createKeyMatcher('^(a|a)*(a|a)*(a|a)*b$')('a'.repeat(120))).toBe(false)
    expect(cpuTime() - started).toBeLessThan(10_000)
  })

  it('covers keys of more than 128 characters', () => {
    expect(createKeyMatcher('^a$')('b'.repeat(1_000))).toBe(true)
  })
})
