import { buildAutomaton } from './build-automaton.ts'
import { PatternError, parsePattern } from './parse-pattern.ts'
import { runAutomaton } from './run-automaton.ts'

/** A pattern that can be tested, or why it cannot; `at` counts code points from the start. */
export type CompiledPattern =
  | {
      ok: true
      /** The size of the pattern: a test takes at most text length × states steps. */
      states: number
      /** As `new RegExp(source, 'u').test(text)`, in time that is linear in the text. */
      matches(text: string): boolean
    }
  | { ok: false; reason: string; at: number }

const maxLength = 500
const maxStates = 1000

/**
 * Compiles a regular expression that a model wrote. The subset (docs/patterns.md of the registry) is that of RFC 9485 with anchors at
 * the ends. Look-around, back-references, lazy and possessive repetition are refused, and so is a pattern of more than 1,000 states.
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
