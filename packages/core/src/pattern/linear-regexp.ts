import { type Automaton, buildAutomaton } from './build-automaton.ts'
import { PatternError, parsePattern } from './parse-pattern.ts'
import { runAutomaton } from './run-automaton.ts'

const maxLength = 5_000
const maxStates = 5_000

/**
 * A regular expression whose `test` takes at most text length × states steps for any pattern. The syntax and the results are those that
 * ECMAScript defines for `new RegExp(source, 'u')`; look-around and back-references are refused.
 */
export class LinearRegExp {
  readonly source: string
  readonly flags: string
  readonly #automaton: Automaton

  /**
   * `u` is always in effect; the flag `s` lets `.` match line terminators; other flags are refused. Throws PatternError (a SyntaxError) for
   * a pattern that is not a regular expression, uses look-around or back-references, or is too large.
   */
  constructor(source: string, flags = 'u') {
    if (source.length > maxLength) throw new PatternError(`more than ${maxLength} characters`, maxLength)
    if (!/^[su]{0,2}$/.test(flags)) throw new PatternError(`only the flags u and s are supported, not ${flags.slice(0, 10)}`, 0)
    this.source = source
    this.flags = flags
    this.#automaton = buildAutomaton(parsePattern(source, { dialect: 'ecmascript', dotAll: flags.includes('s') }), maxStates)
  }

  /** The number of states of the pattern. */
  get states(): number {
    return this.#automaton.sets.length
  }

  /** Returns true if the pattern matches anywhere in the text. `onSteps` is called periodically with the number of steps since the last call, and may throw. */
  test(text: string, onSteps?: (steps: number) => void): boolean {
    return runAutomaton(this.#automaton, text, onSteps)
  }
}
