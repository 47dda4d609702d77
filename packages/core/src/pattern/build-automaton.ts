import type { CharSet } from './char-set.ts'
import { type Assertion, PatternError, type PatternNode } from './parse-pattern.ts'

/**
 * A nondeterministic automaton. A state is an index into the lists. A state with a set consumes one character and leads to `out`; a state
 * with an assertion leads to `out` if the assertion holds; any other state leads to `out` and `or` unconditionally.
 */
export interface Automaton {
  sets: (CharSet | undefined)[]
  assertions: (Assertion | undefined)[]
  out: number[]
  or: number[]
  start: number
  /** The text matches when this state is reached. */
  accept: number
  /** True if the pattern can match only at the start of the text. */
  isAnchored: boolean
}

/**
 * Builds an automaton with Thompson's construction. Throws PatternError for a pattern of more than `maxStates` states. The number of steps
 * is limited as well, because empty groups create no states.
 */
export function buildAutomaton(pattern: PatternNode, maxStates: number): Automaton {
  const automaton: Automaton = { sets: [], assertions: [], out: [], or: [], start: 0, accept: 0, isAnchored: startsAnchored(pattern) }
  const { sets, assertions, out, or } = automaton
  let steps = 0
  const spend = () => {
    if (++steps > maxStates * 4 || sets.length > maxStates) throw new PatternError('too large: use fewer or smaller repetitions', 0)
  }
  const addState = (to: number, other = to, set?: CharSet, assertion?: Assertion) => {
    spend()
    out.push(to)
    or.push(other)
    assertions.push(assertion)
    return sets.push(set) - 1
  }

  /** Returns the first state of a node whose match continues at `next`. */
  function build(node: PatternNode, next: number): number {
    spend()
    if ('set' in node) return addState(next, next, node.set)
    if ('assertion' in node) return addState(next, next, undefined, node.assertion)
    if ('parts' in node) return node.parts.reduceRight((to, inner) => build(inner, to), next)
    if ('choices' in node) return node.choices.map((choice) => build(choice, next)).reduce((one, other) => addState(one, other))
    return buildRepeat(node, next)
  }

  function buildRepeat({ repeat: part, min, max }: Extract<PatternNode, { repeat: PatternNode }>, next: number): number {
    let first = next
    let left = min
    if (max === Number.POSITIVE_INFINITY) {
      const loop = addState(next)
      out[loop] = build(part, loop)
      first = min === 0 ? loop : (out[loop] ?? 0)
      left = Math.max(0, min - 1)
    } else for (let extra = min; extra < max; extra++) first = addState(build(part, first), next)
    for (; left > 0; left--) first = build(part, first)
    return first
  }

  addState(0)
  automaton.start = build(pattern, automaton.accept)
  return automaton
}

function startsAnchored(node: PatternNode | undefined): boolean {
  if (node === undefined) return false
  if ('assertion' in node) return node.assertion === '^'
  if ('parts' in node) return startsAnchored(node.parts[0])
  return 'choices' in node && node.choices.every(startsAnchored)
}
