import { isSurrogate } from '../json/utf8.ts'
import { anyChar, type CharSet, categorySet, everything, namedSet, propertySet, setOf, unite } from './char-set.ts'

/** A zero-width condition on a position: start or end of the text, word boundary or its opposite. */
export type Assertion = '^' | '$' | 'b' | 'B'

/** A node of a parsed pattern. */
export type PatternNode =
  | { set: CharSet }
  | { assertion: Assertion }
  | { parts: readonly PatternNode[] }
  | { choices: readonly PatternNode[] }
  | { repeat: PatternNode; min: number; max: number }

/** The syntax that is accepted. */
export interface PatternSyntax {
  /**
   * `subset` is the syntax described in docs/patterns.md of the registry, which follows RFC 9485. `ecmascript` is the syntax of RegExp with
   * the flag `u`, without look-around and back-references.
   */
  dialect: 'subset' | 'ecmascript'
  /** If true, `.` also matches line terminators. */
  dotAll?: boolean
}

/** The reason why a pattern is refused. `at` is a position in code points from the start. */
export class PatternError extends SyntaxError {
  readonly at: number
  constructor(reason: string, at: number) {
    super(reason)
    this.name = 'PatternError'
    this.at = at
  }
}

const maxGroupDepth = 40
const controls: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ [...'0tnvfr'].map((letter, index) => [letter, [0, 9, 10, 11, 12, 13][index] ?? 0]),
)

/** Parses a pattern. Throws PatternError for everything outside the dialect. */
export function parsePattern(source: string, { dialect, dotAll = false }: PatternSyntax): PatternNode {
  const isFull = dialect === 'ecmascript'
  const chars = [...source]
  let at = 0
  const fail = (reason: string, where = at): never => {
    throw new PatternError(reason, where)
  }
  const take = (char: string) => chars[at] === char && ++at > 0
  const atEnd = () => at >= chars.length || chars[at] === '|' || chars[at] === ')'
  const rest = (length: number) => chars.slice(at, at + length).join('')

  function alternatives(depth: number): PatternNode {
    const choices: PatternNode[] = []
    do choices.push(sequence(depth))
    while (take('|'))
    return choices.length === 1 && choices[0] ? choices[0] : { choices }
  }

  function sequence(depth: number): PatternNode {
    const parts: PatternNode[] = []
    while (!atEnd()) {
      const assertion = takeAssertion(depth, parts.length === 0)
      parts.push(assertion ? { assertion } : repeated(atom(depth)))
    }
    return { parts }
  }

  /** In the subset, `^` and `$` are allowed only at the ends of the outermost alternatives. */
  function takeAssertion(depth: number, isFirst: boolean): Assertion | undefined {
    const where = at
    const char = chars[at] === '\\' ? chars[at + 1] : chars[at]
    const isEscaped = chars[at] === '\\'
    if (isEscaped ? !isFull || (char !== 'b' && char !== 'B') : char !== '^' && char !== '$') return undefined
    at += isEscaped ? 2 : 1
    if (!isFull && (depth > 0 || (char === '^' && !isFirst))) fail(`${char} is allowed at the ends only`, where)
    if (!isFull && char === '$' && !atEnd()) fail('$ is allowed at the end only', where)
    if (isFull && '*+?{'.includes(chars[at] ?? ' ')) fail(`nothing to repeat before ${chars[at]}`)
    return char as Assertion
  }

  function atom(depth: number): PatternNode {
    const char = chars[at++] ?? ''
    if (char === '(') return group(depth + 1)
    if (char === '[') return { set: charClass() }
    if (char === '.') return { set: dotAll ? everything : anyChar }
    if (char === '\\') return { set: escaped(false) }
    if ('*+?{'.includes(char)) fail(`nothing to repeat before ${char}`, at - 1)
    if (char === '}' || char === ']') fail(`a ${char} alone: write \\${char}`, at - 1)
    return { set: one(char.codePointAt(0) ?? 0) }
  }

  function group(depth: number): PatternNode {
    const open = at - 1
    if (depth > maxGroupDepth) fail('groups nested too deeply', open)
    if (take('?') && !take(':') && !(isFull && takeGroupName())) fail(refusedGroup(chars[at], chars[at + 1], isFull), open)
    const inner = alternatives(depth)
    if (!take(')')) fail('a ( without its )', open)
    return inner
  }

  function takeGroupName(): boolean {
    const name = /^<[\p{ID_Start}$_][\p{ID_Continue}$]*>/u.exec(rest(100))
    if (name) at += [...name[0]].length
    return name !== null
  }

  function repeated(part: PatternNode): PatternNode {
    const where = at
    const bounds = quantifier()
    if (!bounds) return part
    if (isFull) take('?')
    else if (chars[at] === '?' || chars[at] === '+') fail('lazy and possessive repetition are not supported')
    if (isFull && (chars[at] === '?' || chars[at] === '+')) fail(`nothing to repeat before ${chars[at]}`)
    if (['*', '{'].includes(chars[at] ?? '')) fail('a repetition cannot be repeated: use a group')
    if (bounds[0] > bounds[1]) fail('the bounds of a repetition are swapped', where)
    return { repeat: part, min: bounds[0], max: bounds[1] }
  }

  function quantifier(): [number, number] | undefined {
    if (take('*')) return [0, Number.POSITIVE_INFINITY]
    if (take('+')) return [1, Number.POSITIVE_INFINITY]
    if (take('?')) return [0, 1]
    const open = at
    if (!take('{')) return undefined
    const close = chars.indexOf('}', at)
    const [, min, comma, max] =
      /^(\d{1,4})(?:(,)(\d{1,4})?)?$/.exec(chars.slice(at, Math.max(at, close)).join('')) ?? fail('a { without a count: write \\{', open)
    at = close + 1
    return [Number(min), max !== undefined ? Number(max) : comma === undefined ? Number(min) : Number.POSITIVE_INFINITY]
  }

  function charClass(): CharSet {
    const open = at - 1
    const isNegated = take('^')
    const sets: CharSet[] = []
    while (chars[at] !== ']') {
      const from = classAtom(open)
      const isRange = chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined
      if (isRange) at++
      sets.push(isRange ? range(from, classAtom(open)) : from)
    }
    at++
    return sets.length > 0 || isFull ? unite(sets, isNegated) : fail('an empty class', open)
  }

  function range(from: CharSet, to: CharSet): CharSet {
    const [low, high] = [single(from), single(to)]
    if (low === undefined || high === undefined || low > high) return fail('a range out of order', at - 1)
    return setOf([low, high])
  }

  function classAtom(open: number): CharSet {
    const char = chars[at++] ?? fail('a [ without its ]', open)
    return char === '\\' ? escaped(true) : one(char.codePointAt(0) ?? 0)
  }

  function escaped(inClass: boolean): CharSet {
    const where = at - 1
    const char = chars[at++] ?? fail('a \\ with nothing after it', where)
    if (char === 'p' || char === 'P') return property(char === 'P', where)
    if (char === 'x' || char === 'u') return one(codePoint(char, where))
    if (isFull && char === 'b' && inClass) return one(8)
    if (isFull && char === 'c' && /[A-Za-z]/.test(chars[at] ?? '')) return one((chars[at++]?.charCodeAt(0) ?? 0) % 32)
    if (/[1-9k]/.test(char)) return fail('back-references are not supported', where)
    if (char === '0' && /\d/.test(chars[at] ?? '')) return fail('octal escapes are not supported', where)
    const control = controls.get(char)
    if (control !== undefined) return one(control)
    const punctuation = /[!-/:-@[-`{-~ ]/.test(char) && one(char.charCodeAt(0))
    return namedSet(char) ?? (punctuation || fail(`unknown escape \\${char}`, where))
  }

  function property(isNegated: boolean, where: number): CharSet {
    const close = chars.indexOf('}', at)
    const name = take('{') ? chars.slice(at, Math.max(at, close)).join('') : ''
    at = close + 1
    if (isFull) return propertySet(name, isNegated) ?? fail('unknown Unicode property', where)
    return categorySet(name, isNegated) ?? fail('only Unicode general categories are supported, such as \\p{L}', where)
  }

  function codePoint(kind: string, where: number): number {
    const [all, ...digits] = (kind === 'x' ? /^([\da-f]{2})/i : /^(?:([\da-f]{4})|\{([\da-f]{1,6})\})/i).exec(rest(8)) ?? fail('an incomplete escape', where)
    at += all.length
    const code = Number.parseInt(digits.join(''), 16)
    if (code > 0x10ffff || (isSurrogate(code) && !isFull)) return fail('invalid code point', where)
    const low = code >= 0xd800 && code <= 0xdbff && !all.startsWith('{') ? /^\\u(d[c-f][\da-f]{2})/i.exec(rest(6)) : null
    if (!low) return code
    at += 6
    return (code - 0xd800) * 0x400 + Number.parseInt(low[1] ?? '', 16) - 0xdc00 + 0x10000
  }

  const pattern = alternatives(0)
  return at < chars.length ? fail('a ) without its (') : pattern
}

function refusedGroup(char: string | undefined, next: string | undefined, isFull: boolean): string {
  if (char === '=' || char === '!') return 'look-ahead is not supported'
  if (char !== '<') return 'unknown group syntax'
  if (!isFull) return 'look-behind and named groups are not supported'
  return next === '=' || next === '!' ? 'look-behind is not supported' : 'unknown group syntax'
}

const one = (code: number): CharSet => setOf([code, code])

const single = ({ ranges: [low, high], tests, not }: CharSet) => (tests.length === 0 && !not && low === high ? low : undefined)
