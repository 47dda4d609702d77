/** A set of code points that one element of a pattern matches. */
export interface CharSet {
  /** First and last code points of the ranges, alternating. */
  readonly ranges: readonly number[]
  /** Tests for a single character, used for Unicode properties. */
  readonly tests: readonly RegExp[]
  /** True for a complement, which contains everything except the ranges and tests. */
  readonly not: boolean
}

const last = 0x10ffff

export const setOf = (ranges: readonly number[], not = false, tests: readonly RegExp[] = []): CharSet => ({ ranges, tests, not })

const space = [9, 13, 32, 32, 160, 160, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff]
const named: ReadonlyMap<string, readonly number[]> = new Map([
  ['d', [48, 57]],
  ['w', [48, 57, 65, 90, 95, 95, 97, 122]],
  ['s', space],
])

/** All code points, as `.` matches with the flag `s`. */
export const everything = /* @__PURE__ */ setOf([], true)

/** All code points except line terminators, as `.` matches without the flag `s`. */
export const anyChar = /* @__PURE__ */ setOf([10, 10, 13, 13, 0x2028, 0x2029], true)

/** Returns the set of `\d`, `\w` or `\s`, or the complement for the capital letter; undefined for any other letter. */
export function namedSet(letter: string): CharSet | undefined {
  const ranges = named.get(letter.toLowerCase())
  return ranges && setOf(letter === letter.toLowerCase() ? ranges : outside(ranges))
}

/** Returns the gaps between sorted ranges. */
function outside(ranges: readonly number[]): number[] {
  const ends = [-1, ...ranges, last + 1]
  return ends.flatMap((end, index) => (index % 2 === 0 ? [end + 1, (ends[index + 1] ?? 0) - 1] : [])).slice(0, ends.length)
}

const categories = /^(?:L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfn]?)$/

/** Returns the set for `\p{…}` of a Unicode general category, or its complement; undefined for any other property. */
export const categorySet = (name: string, isNegated: boolean): CharSet | undefined => (categories.test(name) ? propertySet(name, isNegated) : undefined)

/** Returns the set for `\p{…}` of any Unicode property that RegExp supports, or its complement; undefined for other names. */
export function propertySet(name: string, isNegated: boolean): CharSet | undefined {
  if (!/^\w{1,60}(?:=\w{1,60})?$/.test(name)) return undefined
  try {
    return setOf([], false, [new RegExp(`^\\${isNegated ? 'P' : 'p'}{${name}}$`, 'u')])
  } catch {
    return undefined
  }
}

/** Returns the union of several sets, or its complement. */
export const unite = (sets: readonly CharSet[], not: boolean): CharSet =>
  setOf(
    sets.flatMap(({ ranges }) => ranges),
    not,
    sets.flatMap(({ tests }) => tests),
  )

/** True if a set contains a code point. */
export function holds({ ranges, tests, not }: CharSet, code: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) if (code >= (ranges[index] ?? 0) && code <= (ranges[index + 1] ?? 0)) return !not
  return (tests.length > 0 && tests.some((test) => test.test(String.fromCodePoint(code)))) !== not
}
