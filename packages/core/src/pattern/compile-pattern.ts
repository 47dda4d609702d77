import { buildAutomaton } from './build-automaton.ts'
import { PatternError, parsePattern } from './parse-pattern.ts'
import { runAutomaton } from './run-automaton.ts'

/** A compiled pattern, or the reason why it was refused. `at` is a position in code points from the start. */
export type CompiledPattern =
  | {
      ok: true
      /** Number of states. A test takes at most text length × states steps. */
      states: number
      /** Equivalent to `new RegExp(source, 'u').test(text)`, in time linear in the length of the text. */
      matches(text: string): boolean
    }
  | { ok: false; reason: string; at: number }

const maxLength = 500
const maxStates = 1000

/**
 * Compiles a regular expression written by a model. The supported subset (docs/patterns.md of the registry) is that of RFC 9485 with
 * anchors at the ends. Look-around, back-references, lazy and possessive repetition are refused, as are patterns of more than 1,000 states.
 */
export function compilePattern(source: string): CompiledPattern {
  if (typeof source !== 'string' || source.length > maxLength) return { ok: false, reason: `more than ${maxLength} characters`, at: maxLength }
  try {
    const automaton = buildAutomaton(parsePattern(source, { dialect: 'subset' }), maxStates)
    return { ok: true, states: automaton.sets.length, matches: (text) => runAutomaton(automaton, text) }
  } catch (error) {
    if (error instanceof PatternError) return { ok: false, reason: error.message, at: error.at }
    throw error
  }
}
