import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LinearRegExp } from './linear-regexp.ts'

/** Patterns that are typical for the JSON Schemas of tools and front ends. */
const patterns = [
  '^[a-z]+$',
  '^(a|a)*$',
  '^((a+))+$',
  '\\s+$',
  '^\\s*$',
  'a.c',
  '^a.*?c',
  'a+?b',
  '(?:ab){2,3}?',
  'a{0}b',
  '^$',
  '',
  '|a',
  '(?:)',
  '(a|)b',
  '^a|b$',
  '(^a)|(b$)',
  'x(^|a)b',
  '\\bab\\b',
  '\\Bb',
  '(?:\\b|a)+b',
  '(?<first>a)(?<second>b)',
  '[^]',
  '[]',
  '[\\b]',
  '[\\d\\s_-]',
  '[^\\w]',
  '\\cA',
  '\\x61\\u0062',
  '\\u{1F600}',
  '\\ud83d\\ude00',
  '\\ud83d',
  '^.$',
  '[😀-😂]',
  '\\p{Lu}',
  '\\P{L}',
  '\\p{Script=Greek}',
  '\\p{Alphabetic}',
  '^(?:[0-9]{1,3}\\.){3}[0-9]{1,3}$',
  '^[A-Za-z_][A-Za-z0-9_]*$',
  '^\\/(?:[^/]+\\/)*$',
]

const text = fc
  .array(
    fc.constantFrom('a', 'b', 'c', 'A', '1', '9', '_', '-', '.', '/', ' ', '\n', '\t', '\b', '\u0001', 'ä', 'Ω', '😀', '😁', '\ud83d', '\ude00', '\u2028'),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''))

/**
 * Returns true if the pattern matches anywhere in the text, as ECMAScript defines it for the flag u: at each code point. `RegExp.test` itself
 * is not used because V8 also tries the position between the two halves of a surrogate pair: `/\B/u.test('a😀a')` is true there.
 */
function matchesNatively(source: string, sample: string): boolean {
  const sticky = new RegExp(source, 'uy')
  const startsAt = (index: number) => {
    sticky.lastIndex = index
    return sticky.test(sample)
  }
  let index = 0
  for (const char of sample) {
    if (startsAt(index)) return true
    index += char.length
  }
  return startsAt(index)
}

describe('LinearRegExp', () => {
  it.each(patterns)('gives the result of RegExp for %s', (source) => {
    const linear = new LinearRegExp(source)
    fc.assert(
      fc.property(fc.oneof({ arbitrary: text, weight: 9 }, fc.constant('192.168.0.1')), (sample) => {
        expect([sample, linear.test(sample)]).toEqual([sample, matchesNatively(source, sample)])
      }),
      { numRuns: 300 },
    )
  })

  it('gives the result of RegExp for generated patterns', () => {
    const element = fc.constantFrom('a', 'b', '.', '\\w', '\\W', '\\s', '[ab]', '[^a]', '\\b', '\\B', '^', '$', '\\p{L}', '😀')
    const { pattern } = fc.letrec<{ pattern: string; item: string }>((tie) => ({
      item: fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        element,
        fc
          .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), fc.constantFrom('', '*', '+?', '?', '{2}', '{1,2}?', '{0,}'))
          .map(([open, inner, count]) => `${open}${inner})${count}`),
      ),
      pattern: fc
        .array(
          fc.array(tie('item'), { maxLength: 4 }).map((items) => items.join('')),
          { minLength: 1, maxLength: 2 },
        )
        .map((choices) => choices.join('|')),
    }))
    fc.assert(
      fc.property(pattern, text, (source, sample) => {
        expect([source, sample, new LinearRegExp(source).test(sample)]).toEqual([source, sample, matchesNatively(source, sample)])
      }),
      { numRuns: 2_000 },
    )
  })

  it('finds no boundary between the two halves of a surrogate pair', () => {
    expect(new LinearRegExp('\\B').test('a😀a')).toBe(false)
    expect(new LinearRegExp('\\B').test('a😀😀a')).toBe(true)
  })

  it('lets the dot match line terminators with the flag s', () => {
    expect(new LinearRegExp('^.$', 'su').test('\n')).toBe(true)
    expect(new LinearRegExp('^.$').test('\n')).toBe(false)
  })

  it.each([
    ['(a)\\1', 'back-references are not supported'],
    ['(?<n>a)\\k<n>', 'back-references are not supported'],
    ['a(?=b)', 'look-ahead is not supported'],
    ['a(?!b)', 'look-ahead is not supported'],
    ['(?<=a)b', 'look-behind is not supported'],
    ['(?<!a)b', 'look-behind is not supported'],
    ['(?i:a)', 'unknown group syntax'],
    ['a**', 'a repetition cannot be repeated: use a group'],
    ['a???', 'nothing to repeat before ?'],
    ['^*', 'nothing to repeat before *'],
    ['\\b+', 'nothing to repeat before +'],
    ['a{2,1}', 'the bounds of a repetition are swapped'],
    ['[z-a]', 'a range out of order'],
    ['[\\w-.]', 'a range out of order'],
    ['(', 'a ( without its )'],
    ['\\p{Nothing}', 'unknown Unicode property'],
    ['\\q', 'unknown escape \\q'],
    ['(?:a{999}){999}', 'too large: use fewer or smaller repetitions'],
  ])('refuses %s with the reason', (source, reason) => {
    expect(() => new LinearRegExp(source)).toThrow(reason)
    expect(() => new LinearRegExp(source)).toThrow(SyntaxError)
  })

  it('refuses the flags that it does not implement', () => {
    for (const flags of ['i', 'm', 'g', 'uy']) expect(() => new LinearRegExp('a', flags)).toThrow('only the flags u and s are supported')
  })

  it.each(['^(a|a)*$', '^((a+))+$', '\\s+$', '^(a|aa)+$', '(.*)*,', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '(?:\\b|a?)*b', '^(?:a?){50}a{50}$'])(
    'needs time linear in the text for %s',
    (source) => {
      const pattern = new LinearRegExp(source)
      const duration = (length: number) => {
        const started = process.cpuUsage()
        for (const filler of ['a', ' ', 'x']) pattern.test(`${filler.repeat(length)}!`)
        return process.cpuUsage(started).user / 1000
      }
      const fastest = (length: number) => Math.min(duration(length), duration(length), duration(length))
      duration(3_000)
      expect(fastest(30_000)).toBeLessThan(Math.max(300, fastest(3_000) * 40))
    },
  )

  it('tests \\s+$ against 120,000 spaces', () => {
    expect(new LinearRegExp('\\s+$').test(`${' '.repeat(120_000)}x`)).toBe(false)
    expect(new LinearRegExp('\\s+$').test(' '.repeat(120_000))).toBe(true)
  })
})
