import { anyChar, type CharSet, categorySet, namedSet, setOf, unite } from './char-set.ts'

/** A part of a pattern. */
export type Part = { set: CharSet } | { parts: readonly Part[] } | { choices: readonly Part[] } | { repeat: Part; min: number; max: number }

/** One of the alternatives at the top, with the ends it is tied to. */
export interface Branch {
  part: Part
  start: boolean
  end: boolean
}

/** Why a pattern is not taken; `at` counts code points. */
export class PatternFault extends Error {
  readonly at: number
  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}

const deepest = 40
const controls: ReadonlyMap<string, number> = new Map([...'0tnvfr'].map((letter, index) => [letter, [0, 9, 10, 11, 12, 13][index] ?? 0]))
const groups: ReadonlyMap<string, string> = new Map([
  ['=', 'look-ahead'],
  ['!', 'look-ahead'],
  ['<', 'look-behind and named groups'],
])

/** Reads the subset that docs/patterns.md describes; throws PatternFault for anything else. */
export function parsePattern(source: string): Branch[] {
  const chars = [...source]
  let at = 0
  const fail = (reason: string, where = at): never => {
    throw new PatternFault(reason, where)
  }
  const take = (char: string) => chars[at] === char && ++at > 0
  const atEnd = () => at >= chars.length || chars[at] === '|' || chars[at] === ')'

  function branches(): Branch[] {
    const found: Branch[] = []
    do {
      const start = take('^')
      const part = sequence(0)
      found.push({ part, start, end: take('$') })
      if (!atEnd()) fail('$ may stand at the end only', at - 1)
    } while (take('|'))
    if (at < chars.length) fail('a ) without its (')
    return found
  }

  function sequence(depth: number): Part {
    const parts: Part[] = []
    while (!atEnd() && !(depth === 0 && chars[at] === '$')) parts.push(repeated(atom(depth)))
    return { parts }
  }

  function atom(depth: number): Part {
    const char = chars[at++] ?? ''
    if (char === '(') return group(depth + 1)
    if (char === '[') return { set: charClass() }
    if (char === '.') return { set: anyChar }
    if (char === '\\') return { set: escaped() }
    if (char === '^' || char === '$') fail(`${char} may stand at the ends only`, at - 1)
    if ('*+?{'.includes(char)) fail(`nothing to repeat before ${char}`, at - 1)
    if (char === '}' || char === ']') fail(`a ${char} alone: write \\${char}`, at - 1)
    return { set: one(char.codePointAt(0) ?? 0) }
  }

  function group(depth: number): Part {
    const open = at - 1
    if (depth > deepest) fail('groups too deep inside each other', open)
    if (take('?') && !take(':')) fail(`no ${groups.get(chars[at] ?? '') ?? 'such groups'}`, open)
    const choices: Part[] = []
    do choices.push(sequence(depth))
    while (take('|'))
    if (!take(')')) fail('a ( without its )', open)
    return { choices }
  }

  function repeated(part: Part): Part {
    const where = at
    const bounds = quantifier()
    if (!bounds) return part
    if (chars[at] === '?' || chars[at] === '+') fail('no lazy or possessive repetition')
    if (['*', '{'].includes(chars[at] ?? '')) fail('a repetition of a repetition: use a group')
    if (bounds[0] > bounds[1]) fail('a repetition with its bounds swapped', where)
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
    const not = take('^')
    const sets: CharSet[] = []
    while (chars[at] !== ']') {
      const from = classAtom(open)
      const ranged = chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined
      if (ranged) at++
      sets.push(ranged ? range(from, classAtom(open)) : from)
    }
    at++
    return sets.length > 0 ? unite(sets, not) : fail('an empty class', open)
  }

  function range(from: CharSet, to: CharSet): CharSet {
    const [low, high] = [single(from), single(to)]
    if (low === undefined || high === undefined || low > high) return fail('a range that has no order', at - 1)
    return setOf([low, high])
  }

  function classAtom(open: number): CharSet {
    const char = chars[at++] ?? fail('a [ without its ]', open)
    return char === '\\' ? escaped() : one(char.codePointAt(0) ?? 0)
  }

  function escaped(): CharSet {
    const where = at - 1
    const char = chars[at++] ?? fail('a \\ with nothing after it', where)
    if (char === 'p' || char === 'P') return category(char === 'P', where)
    if (char === 'x' || char === 'u') return one(codePoint(char, where))
    if (/[1-9k]/.test(char)) return fail('no back-references', where)
    if (char === '0' && /\d/.test(chars[at] ?? '')) return fail('no octal escapes', where)
    const control = controls.get(char)
    if (control !== undefined) return one(control)
    const punctuation = /[!-/:-@[-`{-~ ]/.test(char) && one(char.charCodeAt(0))
    return namedSet(char) ?? (punctuation || fail(`no escape \\${char}`, where))
  }

  function category(not: boolean, where: number): CharSet {
    const close = chars.indexOf('}', at)
    const name = take('{') ? chars.slice(at, Math.max(at, close)).join('') : ''
    at = close + 1
    return categorySet(name, not) ?? fail('only Unicode general categories, such as \\p{L}', where)
  }

  function codePoint(kind: string, where: number): number {
    const rest = chars.slice(at, at + 8).join('')
    const [all, ...digits] = (kind === 'x' ? /^([\da-f]{2})/i : /^(?:([\da-f]{4})|\{([\da-f]{1,6})\})/i).exec(rest) ?? fail('an unfinished escape', where)
    at += all.length
    const code = Number.parseInt(digits.join(''), 16)
    return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? fail('no such character', where) : code
  }

  return branches()
}

const one = (code: number): CharSet => setOf([code, code])

const single = ({ ranges: [low, high], tests }: CharSet) => (tests.length === 0 && low === high ? low : undefined)
