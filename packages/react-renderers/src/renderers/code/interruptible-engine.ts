import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript'

type RegexEngine = ReturnType<typeof createJavaScriptRegexEngine>
type RegexScanner = ReturnType<RegexEngine['createScanner']>

/** A regular expression engine with a time limit. */
export interface InterruptibleEngine extends RegexEngine {
  /** Runs a task. Returns undefined if the time limit was reached. Patterns compiled so far are kept, so that a second attempt gets further. */
  runFor<Result>(limitMs: number, task: () => Result): Result | undefined
  /** Time spent on compiling patterns so far, in milliseconds. */
  readonly compileMs: number
}

class TimeIsUp extends Error {}

/**
 * Creates an engine for large grammars: C++ compiles hundreds of patterns for its first line, which takes over a second, and the tokenizer
 * checks its time limit only between two tokens. This engine checks the time before each pattern and each search.
 */
export function createInterruptibleEngine(): InterruptibleEngine {
  const compiled = new Map<string, RegExp | Error>()
  const engine = createJavaScriptRegexEngine({ forgiving: true, cache: compiled })
  let end = Number.POSITIVE_INFINITY
  let compileMs = 0
  const checkTime = () => {
    if (performance.now() > end) throw new TimeIsUp()
  }
  function compile(pattern: string | RegExp) {
    if (typeof pattern !== 'string' || compiled.has(pattern)) return
    checkTime()
    const before = performance.now()
    compiled.set(pattern, compilePattern(pattern))
    compileMs += performance.now() - before
  }
  return {
    ...engine,
    get compileMs() {
      return compileMs
    },
    createScanner(patterns) {
      for (const pattern of patterns) compile(pattern)
      const scanner: RegexScanner = engine.createScanner(patterns)
      return {
        findNextMatchSync(text, from, options) {
          checkTime()
          return scanner.findNextMatchSync(text, from, options)
        },
      }
    },
    runFor(limitMs, task) {
      end = performance.now() + limitMs
      try {
        return task()
      } catch (error) {
        if (error instanceof TimeIsUp) return undefined
        throw error
      } finally {
        end = Number.POSITIVE_INFINITY
      }
    },
  }
}

function compilePattern(pattern: string): RegExp | Error {
  try {
    const regex = defaultJavaScriptRegexConstructor(pattern, { target: 'auto' })
    // Browsers compile a pattern when it is first used.
    regex.exec('')
    regex.lastIndex = 0
    return regex
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
