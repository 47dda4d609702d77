import type { CharSet } from './char-set.ts'
import { type Branch, type Part, PatternFault } from './parse-pattern.ts'

/** States by number: one with a set takes a character and leads `out`; one without leads both ways at once. */
export interface Automaton {
  sets: (CharSet | undefined)[]
  out: number[]
  or: number[]
  /** Where branches start that are tied to the start of the text. */
  starts: number[]
  /** Where the others start, at any character. */
  floating: number[]
  /** Reached: the text matches, whatever follows. */
  accept: number
  /** Reached with the last character: the text matches. */
  acceptEnd: number
}

const most = 1000

/** Thompson's construction. Throws PatternFault for patterns that are too large; counts its own steps, as empty groups make no states. */
export function buildAutomaton(branches: readonly Branch[]): Automaton {
  const automaton: Automaton = { sets: [], out: [], or: [], starts: [], floating: [], accept: 0, acceptEnd: 1 }
  const { sets, out, or } = automaton
  let steps = 0
  const spend = () => {
    if (++steps > most * 4 || sets.length > most) throw new PatternFault('too large: fewer or smaller repetitions', 0)
  }
  const state = (to: number, other = to, set?: CharSet) => {
    spend()
    out.push(to)
    or.push(other)
    return sets.push(set) - 1
  }

  /** First state of a part that leads on to `next`. */
  function build(part: Part, next: number): number {
    spend()
    if ('set' in part) return state(next, next, part.set)
    if ('parts' in part) return part.parts.reduceRight((to, inner) => build(inner, to), next)
    if ('choices' in part) return part.choices.map((choice) => build(choice, next)).reduce((one, other) => state(one, other))
    return repeat(part, next)
  }

  function repeat({ repeat: part, min, max }: Extract<Part, { repeat: Part }>, next: number): number {
    let first = next
    let left = min
    if (max === Number.POSITIVE_INFINITY) {
      const loop = state(next)
      out[loop] = build(part, loop)
      first = min === 0 ? loop : (out[loop] ?? 0)
      left = Math.max(0, min - 1)
    } else for (let extra = min; extra < max; extra++) first = state(build(part, first), next)
    for (; left > 0; left--) first = build(part, first)
    return first
  }

  state(0)
  state(0)
  for (const { part, start, end } of branches) (start ? automaton.starts : automaton.floating).push(build(part, end ? automaton.acceptEnd : automaton.accept))
  return automaton
}
