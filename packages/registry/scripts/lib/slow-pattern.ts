import { type CharSet, holds, type PatternNode, parsePattern } from '@pf/core/internal'

/** Two repetitions whose counts vary by less than this cost little, even together. */
const longFrom = 64
/** The number of paths through the alternatives of a pattern that are examined. */
const maxPaths = 500
/** The code points of nearly all alphabets. Sets that share none of these share none that matters. */
const probes = Array.from({ length: 0x3000 }, (_, code) => code)

/**
 * Why a pattern may be slow in the backtracking engine of JavaScript; undefined when it is not. What repeats must neither repeat nor
 * branch inside, and two repetitions must not be able to share one text between them. Throws PatternError for what the subset of
 * docs/patterns.md does not include.
 */
export function slowness(pattern: string): string | undefined {
  const root = parsePattern(pattern, { dialect: 'subset' })
  if (isNested(root, false)) return 'a repetition inside a repeated group of a pattern may be slow'
  return paths(root).some(hasRivals)
    ? 'two repetitions of a pattern that can share the same text may be slow: count one of them, or put between them what neither takes'
    : undefined
}

function isNested(part: PatternNode, repeated: boolean): boolean {
  if ('set' in part || 'assertion' in part) return false
  if ('parts' in part) return part.parts.some((inner) => isNested(inner, repeated))
  if ('choices' in part) return (repeated && part.choices.length > 1) || part.choices.some((inner) => isNested(inner, repeated))
  if (repeated && part.min !== part.max) return true
  return isNested(part.repeat, repeated || part.max > 1)
}

/** One step on a path through a pattern: all of these sets, once or repeatedly. */
interface Step {
  sets: readonly CharSet[]
  skippable: boolean
  long: boolean
}

function paths(part: PatternNode): Step[][] {
  if ('set' in part) return [[{ sets: [part.set], skippable: false, long: false }]]
  if ('assertion' in part) return [[]]
  if ('choices' in part) return part.choices.flatMap(paths).slice(0, maxPaths)
  if ('parts' in part)
    return part.parts.reduce<Step[][]>((before, next) => before.flatMap((way) => paths(next).map((more) => [...way, ...more])).slice(0, maxPaths), [[]])
  const { repeat, min, max } = part
  if (max <= 1) return min === 0 ? [[], ...paths(repeat)] : paths(repeat)
  const sets = paths(repeat).flatMap((way) => way.flatMap((step) => step.sets))
  return [[{ sets, skippable: min === 0, long: max - min >= longFrom }]]
}

/** Whether two long repetitions match the same character, and everything required between them matches it too. */
function hasRivals(way: readonly Step[]): boolean {
  return way.some((first, at) => {
    if (!first.long) return false
    let shared = probes.filter((code) => takes(first, code))
    for (const step of way.slice(at + 1)) {
      const taken = shared.filter((code) => takes(step, code))
      if (step.long && taken.length > 0) return true
      if (!step.skippable) shared = taken
    }
    return false
  })
}

const takes = ({ sets }: Step, code: number) => sets.every((set) => holds(set, code))
