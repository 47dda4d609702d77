/** Code points that fit one place of a pattern. */
export interface CharSet {
  /** First and last code points, in turn. */
  readonly ranges: readonly number[]
  /** Tests of a single character, for Unicode categories. */
  readonly tests: readonly RegExp[]
  /** Everything else fits. */
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

/** `.`: everything but the ends of lines. */
export const anyChar = setOf([10, 10, 13, 13, 0x2028, 0x2029], true)

/** `\d \w \s`, as capitals everything else; undefined for any other letter. */
export function namedSet(letter: string): CharSet | undefined {
  const ranges = named.get(letter.toLowerCase())
  return ranges && setOf(letter === letter.toLowerCase() ? ranges : outside(ranges))
}

/** What lies between sorted ranges. */
function outside(ranges: readonly number[]): number[] {
  const ends = [-1, ...ranges, last + 1]
  return ends.flatMap((end, index) => (index % 2 === 0 ? [end + 1, (ends[index + 1] ?? 0) - 1] : [])).slice(0, ends.length)
}

const categories = /^(?:L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfn]?)$/

/** `\p{…}`: a Unicode general category, with `not` everything else; undefined for any other property. */
export const categorySet = (name: string, not: boolean): CharSet | undefined =>
  categories.test(name) ? setOf([], false, [new RegExp(`^\\${not ? 'P' : 'p'}{${name}}$`, 'u')]) : undefined

/** One set for what fits any of them. */
export const unite = (sets: readonly CharSet[], not: boolean): CharSet =>
  setOf(
    sets.flatMap(({ ranges }) => ranges),
    not,
    sets.flatMap(({ tests }) => tests),
  )

/** Whether a code point fits. */
export function fits({ ranges, tests, not }: CharSet, code: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) if (code >= (ranges[index] ?? 0) && code <= (ranges[index + 1] ?? 0)) return !not
  return (tests.length > 0 && tests.some((test) => test.test(String.fromCodePoint(code)))) !== not
}
