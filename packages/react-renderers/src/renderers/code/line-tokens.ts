import type { LineTokenizer, Token } from './highlighter.ts'

const SLICE_MS = 10
/**
 * Total time for one text; further lines stay plain. Compiling the patterns of a language does not count: it ends, and the next text needs
 * them too. For C++ it takes a second on a fast machine, and longer than this limit on a slow one.
 */
const BUDGET_MS = 3_000
const MAX_CHARS = 50_000

/** The tokens of a growing text. Complete lines are tokenized once. */
export interface LineTokens {
  /** Tokenizes lines for a few milliseconds. Returns false if no lines are left. */
  step(lines: readonly string[]): boolean
  readonly tokens: readonly (readonly Token[])[]
  /** Gives the tokens of a text that is no longer shown back to the budget. */
  release(): void
}

interface LineTokensOptions {
  createTokenizer: () => LineTokenizer
  /** Returns the current time in milliseconds. */
  now: () => number
  /** Maximum number of tokens, shared with other texts. Default: unlimited. */
  budget?: { left: number }
}

/** Creates tokens in small time slices, so that the page stays responsive. */
export function createLineTokens({ createTokenizer, now, budget = { left: Number.POSITIVE_INFINITY } }: LineTokensOptions): LineTokens {
  let reader = createTokenizer()
  let seen: string[] = []
  let tokens: (readonly Token[])[] = []
  let chars = 0
  let taken = 0
  let spent = 0
  function release() {
    budget.left += taken
    taken = 0
  }
  function restart() {
    release()
    reader = createTokenizer()
    ;[seen, tokens, chars] = [[], [], 0]
  }
  function readLine(lines: readonly string[], read: (readonly Token[])[]): boolean {
    const line = lines[seen.length]
    if (line === undefined || spent > BUDGET_MS || chars + line.length > MAX_CHARS) return false
    const found = reader.read(line)
    // An unfinished line is read again later. The patterns that it needs may be compiled by then.
    if (!found) return true
    if (found.length > budget.left) return false
    budget.left -= found.length
    taken += found.length
    chars += line.length
    read.push(found)
    seen.push(line)
    return seen.length < lines.length
  }
  return {
    release,
    get tokens() {
      return tokens
    },
    step(lines) {
      if (seen.some((line, index) => line !== lines[index])) restart()
      const before = now()
      const { compileMs } = reader
      const read: (readonly Token[])[] = []
      let more = true
      while (more && now() - before < SLICE_MS) more = readLine(lines, read)
      if (read.length > 0) tokens = [...tokens, ...read]
      spent += now() - before - (reader.compileMs - compileMs)
      return more && spent <= BUDGET_MS
    },
  }
}
