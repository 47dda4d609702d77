import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { compilePattern } from './compile-pattern.ts'

function matches(source: string, text: string): boolean {
  const pattern = compilePattern(source)
  if (!pattern.ok) throw new Error(`${source}: ${pattern.reason}`)
  return pattern.matches(text)
}

const reasonFor = (source: string) => {
  const pattern = compilePattern(source)
  return pattern.ok ? 'taken' : `${pattern.reason} @${pattern.at}`
}

/** Generates patterns of the subset, which have the same meaning for RegExp with the flag u. */
const pattern = (() => {
  const literal = fc.constantFrom('a', 'b', 'c', '0', '9', '_', '-', ' ', 'ä', '😀', '\\.', '\\*', '\\\\', '\\t', '\\n', '\\x61', '\\u00e4', '\\u{1F600}', ',')
  const named = fc.constantFrom('.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\p{L}', '\\P{Lu}', '\\p{Nd}')
  const range = fc.constantFrom('a-c', '0-9', '\\x61-\\x7a', 'ä-ü', '😀-😂', '!-/')
  const inClass = fc.oneof(
    fc.constantFrom('a', 'b', '^', '.', '*', '\\]', '\\-', '\\^', '[', '(', '😀'),
    range,
    named.filter((text) => text !== '.'),
  )
  const charClass = fc
    .tuple(fc.constantFrom('', '^'), fc.array(inClass, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '-'))
    .map(([not, parts, dash]) => {
      const body = parts.join('')
      return `[${not}${not === '' && body.startsWith('^') ? `\\${body}` : body}${dash}]`
    })
  const count = fc.tuple(fc.nat(3), fc.nat(3)).chain(([min, more]) => fc.constantFrom(`{${min}}`, `{${min},}`, `{${min},${min + more}}`))
  const quantifier = fc.oneof({ arbitrary: fc.constant(''), weight: 3 }, fc.constantFrom('*', '+', '?'), count)
  const { alternatives } = fc.letrec<{ alternatives: string; part: string }>((tie) => ({
    part: fc
      .tuple(
        fc.oneof(
          { maxDepth: 2, depthSize: 'small' },
          literal,
          named,
          charClass,
          fc.tuple(fc.constantFrom('(', '(?:'), tie('alternatives')).map(([open, inner]) => `${open}${inner})`),
        ),
        quantifier,
      )
      .map((parts) => parts.join('')),
    alternatives: fc
      .array(
        fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
        { minLength: 1, maxLength: 3 },
      )
      .map((parts) => parts.join('|')),
  }))
  const end = fc.constantFrom('', '^')
  return fc
    .array(fc.tuple(end, alternatives, fc.constantFrom('', '$')), { minLength: 1, maxLength: 2 })
    .map((branches) => branches.map((parts) => parts.join('')).join('|'))
})()

const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'A',
      'z',
      '0',
      '9',
      '_',
      '-',
      ' ',
      '\n',
      '\t',
      'ä',
      'Ä',
      '😀',
      '😁',
      '\ud83d',
      '\ude00',
      '\u2028',
      '.',
      '*',
      ',',
      '[',
      ']',
      '^',
      '\\',
    ),
    { maxLength: 8 },
  )
  .map((chars) => chars.join(''))

describe('compilePattern', () => {
  it('gives the result of RegExp with the flag u for every pattern of the subset', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 6 }), (source, texts) => {
        const compiled = compilePattern(source)
        if (!compiled.ok) {
          expect(compiled.reason).toMatch(/^too large|^more than/)
          return
        }
        const native = new RegExp(source, 'u')
        for (const one of texts) expect([source, one, compiled.matches(one)]).toEqual([source, one, native.test(one)])
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts nothing that RegExp refuses, except escapes of punctuation', () => {
    const odd = fc.array(fc.constantFrom(...'ab(){}[]|*+?^$\\.-,01:=!<pPuxdk'), { maxLength: 10 }).map((chars) => chars.join(''))
    fc.assert(
      fc.property(odd, text, (source, one) => {
        const compiled = compilePattern(source)
        if (!compiled.ok) {
          expect(compiled.at).toBeLessThanOrEqual(source.length)
          return
        }
        const strict = source.replaceAll(/\\(.)/gsu, (whole, char: string) => (char === '-' ? '\\x2d' : /[!"#%&',:;<=>@_`~ ]/.test(char) ? char : whole))
        expect(compiled.matches(one)).toBe(new RegExp(strict, 'u').test(one))
      }),
      { numRuns: 5000 },
    )
  })

  it('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (source) => {
        const compiled = compilePattern(source)
        if (compiled.ok) compiled.matches(source)
      }),
      { numRuns: 2000 },
    )
    expect(compilePattern(undefined as unknown as string)).toMatchObject({ ok: false })
  })

  it.each([
    ['^\\d{5}$', '10115', '1011'],
    ['^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$', 'DE89370400440532013000', 'DE89'],
    ['^[\\w\\-\\.]+@([\\w\\-]+\\.)+[\\w-]{2,4}$', 'a.b@c-d.example.org', 'a@b'],
    ['^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$', '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
    ["^[\\p{L} '\\-]{1,40}$", "Zoë O'Neill-Šimek", 'R2D2'],
    ['^(yes|no)$', 'no', 'none'],
    ['PO-', 'see PO-17', 'po-17'],
    ['^$|^\\+\\d+$', '', '+'],
  ])('accepts patterns that forms use: %s', (source, good, bad) => {
    expect(matches(source, good)).toBe(true)
    expect(matches(source, bad)).toBe(false)
  })

  it.each([
    ['([', 'a [ without its ] @1'],
    ['(?<n>a)\\k<m>', 'look-behind and named groups are not supported @0'],
    ['a(?=b)', 'look-ahead is not supported @1'],
    ['a(?!b)', 'look-ahead is not supported @1'],
    ['(?i)a', 'unknown group syntax @0'],
    ['(a)\\1', 'back-references are not supported @3'],
    ['a*?', 'lazy and possessive repetition are not supported @2'],
    ['a++', 'lazy and possessive repetition are not supported @2'],
    ['a**', 'a repetition cannot be repeated: use a group @2'],
    ['*a', 'nothing to repeat before * @0'],
    ['a{', 'a { without a count: write \\{ @1'],
    ['a{3,1}', 'the bounds of a repetition are swapped @1'],
    ['a)', 'a ) without its ( @1'],
    ['(a', 'a ( without its ) @0'],
    ['a]', 'a ] alone: write \\] @1'],
    ['[]', 'an empty class @0'],
    ['[b-a]', 'a range out of order @3'],
    ['a^b', '^ is allowed at the ends only @1'],
    ['a$b', '$ is allowed at the end only @1'],
    ['(^a)', '^ is allowed at the ends only @1'],
    ['\\bword', 'unknown escape \\b @0'],
    ['\\p{Script=Greek}', 'only Unicode general categories are supported, such as \\p{L} @0'],
    ['\\ud83d', 'invalid code point @0'],
    ['\\', 'a \\ with nothing after it @0'],
    ['a{999}{9}', 'a repetition cannot be repeated: use a group @6'],
    ['(a{99}){99}', 'too large: use fewer or smaller repetitions @0'],
    [`${'('.repeat(200)}a${')'.repeat(200)}`, 'groups nested too deeply @40'],
  ])('refuses %s with the reason', (source, reason) => {
    expect(reasonFor(source)).toBe(reason)
  })

  it('refuses nested repetitions quickly, also when they make no states', () => {
    const start = cpuTime()
    for (const source of ['((((){999}){999}){999}){999}', '(((a|){999}){999}|b){999}', `${'(?:'.repeat(30)}a${'){9}'.repeat(30)}`, 'a'.repeat(501)])
      expect(compilePattern(source)).toMatchObject({ ok: false })
    expect(cpuTime() - start).toBeLessThan(100)
  })

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^(a*)*b$',
    '(a+){10}b',
    '^([a-z]+)*\\d$',
    '\\s+$',
    '(x+x+)+y',
    '(.*)*,',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    'a*a*a*a*a*a*b',
  ])('tests %s in time linear in the text', (source) => {
    const compiled = compilePattern(source)
    if (!compiled.ok) throw new Error(compiled.reason)
    const time = (length: number) => {
      let best = Number.POSITIVE_INFINITY
      for (const filler of ['a', ' ', 'x']) {
        const hard = `${filler.repeat(length)}!`
        compiled.matches(hard)
        const start = process.cpuUsage()
        compiled.matches(hard)
        best = Math.min(best, process.cpuUsage(start).user / 1000)
      }
      return best
    }
    time(2000)
    const [short, long] = [2000, 20_000].map((length) => Math.min(time(length), time(length), time(length)))
    expect(long).toBeLessThan(Math.max(100, (short ?? 0) * 40))
  })
})
