import { type Automaton, buildAutomaton } from './build-automaton.ts'
import { fits } from './char-set.ts'
import { PatternFault, parsePattern } from './parse-pattern.ts'

/** A pattern that can be tested, or why it cannot; `at` counts code points from the start. */
export type CompiledPattern =
  | {
      ok: true
      /** Its size: a test takes at most text × states steps. */
      states: number
      /** As `new RegExp(source, 'u').test(text)`, in time that grows with the text only. */
      matches(text: string): boolean
    }
  | { ok: false; reason: string; at: number }

const longest = 500

/**
 * Compiles a regular expression that a model wrote. The subset (docs/patterns.md) is that of RFC 9485 with anchors at the ends;
 * look-around, back-references, lazy and possessive repetition are refused, and so is what would take over 1,000 states.
 */
export function compilePattern(source: string): CompiledPattern {
  if (typeof source !== 'string' || source.length > longest) return { ok: false, reason: `more than ${longest} characters`, at: longest }
  try {
    const automaton = buildAutomaton(parsePattern(source))
    return { ok: true, states: automaton.sets.length, matches: (text) => run(automaton, text) }
  } catch (error) {
    if (error instanceof PatternFault) return { ok: false, reason: error.message, at: error.at }
    throw error
  }
}

/** All states at once, each at most once a character: nothing is ever tried twice. */
function run({ sets, out, or, starts, floating, accept, acceptEnd }: Automaton, text: string): boolean {
  const seen = new Uint32Array(sets.length)
  const stack: number[] = []
  let turn = 0
  let next: number[] = []
  const add = (state: number) => {
    stack.push(state)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (seen[at] === turn) continue
      seen[at] = turn
      if (sets[at] !== undefined || at === accept || at === acceptEnd) next.push(at)
      else stack.push(or[at] ?? 0, out[at] ?? 0)
    }
  }
  const step = (states: readonly number[]) => {
    turn++
    next = []
    for (const state of states) add(state)
  }
  step([...starts, ...floating])
  for (const char of text) {
    if (seen[accept] === turn) return true
    const code = char.codePointAt(0) ?? 0
    const current = next
    step(floating)
    for (const state of current) {
      const set = sets[state]
      if (set !== undefined && fits(set, code)) add(out[state] ?? 0)
    }
    if (next.length === 0) return false
  }
  return seen[accept] === turn || seen[acceptEnd] === turn
}
