import { type CharSet, fits } from '../../src/pattern/char-set.ts'
import { type Part, parsePattern } from '../../src/pattern/parse-pattern.ts'

/** Repetitions that differ by fewer counts than this cost little even together. */
const longFrom = 64
/** Ways through the alternatives of a pattern that are looked at. */
const mostPaths = 500
/** Up to here lie the letters of nearly all alphabets; sets that share none of them share none that matters. */
const probes = Array.from({ length: 0x3000 }, (_, code) => code)

/**
 * Why a pattern may be slow in the engine of JavaScript, which tries everything anew: what repeats must not repeat or branch inside,
 * and two repetitions must not be able to share one text between them. undefined when it is not; throws for what cannot be read.
 */
export function slowness(pattern: string): string | undefined {
  const branches = parsePattern(pattern)
  if (branches.some(({ part }) => isNested(part, false))) return 'a repetition inside a repeated group of a pattern may be slow'
  return branches.some(({ part }) => paths(part).some(hasRivals))
    ? 'two repetitions of a pattern that can share the same text may be slow: count one of them, or put between them what neither takes'
    : undefined
}

function isNested(part: Part, repeated: boolean): boolean {
  if ('set' in part) return false
  if ('parts' in part) return part.parts.some((inner) => isNested(inner, repeated))
  if ('choices' in part) return (repeated && part.choices.length > 1) || part.choices.some((inner) => isNested(inner, repeated))
  if (repeated && part.min !== part.max) return true
  return isNested(part.repeat, repeated || part.max > 1)
}

/** One step on a way through a pattern: all of these sets, once or over and over. */
interface Step {
  sets: readonly CharSet[]
  skippable: boolean
  long: boolean
}

function paths(part: Part): Step[][] {
  if ('set' in part) return [[{ sets: [part.set], skippable: false, long: false }]]
  if ('choices' in part) return part.choices.flatMap(paths).slice(0, mostPaths)
  if ('parts' in part)
    return part.parts.reduce<Step[][]>((before, next) => before.flatMap((way) => paths(next).map((more) => [...way, ...more])).slice(0, mostPaths), [[]])
  const { repeat, min, max } = part
  if (max <= 1) return min === 0 ? [[], ...paths(repeat)] : paths(repeat)
  const sets = paths(repeat).flatMap((way) => way.flatMap((step) => step.sets))
  return [[{ sets, skippable: min === 0, long: max - min >= longFrom }]]
}

/** Whether two long repetitions take the same character and so does all that must stand between them. */
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

const takes = ({ sets }: Step, code: number) => sets.every((set) => fits(set, code))
