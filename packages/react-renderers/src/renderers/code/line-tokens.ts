import type { LineTokenizer, Token } from './highlighter.ts'

const SLICE_LINES = 5
const SLICE_MS = 10
/** Total time for one text; further lines stay plain. */
const BUDGET_MS = 1_000
const MAX_CHARS = 50_000

/** The tokens of a growing text; complete lines are tokenized once. */
export interface LineTokens {
  /** Tokenizes lines for a few milliseconds. Returns false when no lines are left. */
  step(lines: readonly string[]): boolean
  readonly tokens: readonly (readonly Token[])[]
}

/** Tokenizes in small slices so that the page stays responsive. `now` returns milliseconds. */
export function createLineTokens(createTokenizer: () => LineTokenizer, now: () => number): LineTokens {
  let reader = createTokenizer()
  let seen: string[] = []
  let tokens: (readonly Token[])[] = []
  let chars = 0
  let spent = 0
  function restart() {
    reader = createTokenizer()
    ;[seen, tokens, chars] = [[], [], 0]
  }
  function readSlice(lines: readonly string[]): boolean {
    const slice = lines.slice(seen.length, seen.length + SLICE_LINES)
    chars += slice.reduce((sum, line) => sum + line.length, 0)
    if (slice.length === 0 || spent > BUDGET_MS || chars > MAX_CHARS) return false
    tokens = [...tokens, ...reader.read(slice)]
    seen = [...seen, ...slice]
    return seen.length < lines.length
  }
  return {
    get tokens() {
      return tokens
    },
    step(lines) {
      if (seen.some((line, index) => line !== lines[index])) restart()
      const before = now()
      let more = true
      while (more && now() - before < SLICE_MS) more = readSlice(lines)
      spent += now() - before
      return more && spent <= BUDGET_MS
    },
  }
}
