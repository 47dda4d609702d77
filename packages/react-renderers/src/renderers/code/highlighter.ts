import type { GrammarState, HighlighterCore } from 'shiki/core'
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createInterruptibleEngine } from './interruptible-engine.ts'
import type { LanguageLoader } from './languages.ts'

/** A part of a line in one colour. `kind` is the suffix of a `--pf-code-token-…` property, or '' for plain text. */
export interface Token {
  text: string
  kind: string
  /** Offset in the tokenized text. */
  at: number
}

/** Tokenizes consecutive lines. */
export interface LineTokenizer {
  /** Returns the tokens of the next line, which is given without its line break; undefined if the time limit was reached before its end. */
  read(line: string): Token[] | undefined
  /** Time spent so far on compiling patterns, which all texts share, in milliseconds. */
  readonly compileMs: number
}

const THEME = 'pf'
const MAX_LINE_LENGTH = 1_000
/** Time limit for one attempt at a line. */
const LINE_MS = 50

const engine = createInterruptibleEngine()

let highlighterPromise: Promise<HighlighterCore> | undefined

const highlighter = () => {
  highlighterPromise ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--pf-code-' })],
    langs: [],
    engine,
  })
  return highlighterPromise
}

/** Loads a grammar and returns a function that creates tokenizers for it. Rejects when the grammar does not load. */
export async function loadTokenizer(name: string, load: LanguageLoader): Promise<() => LineTokenizer> {
  const core = await highlighter()
  if (!core.getLoadedLanguages().includes(name)) await core.loadLanguage((await load()).default)
  return () => {
    let state: GrammarState | undefined
    return {
      get compileMs() {
        return engine.compileMs
      },
      read(line) {
        const options = { lang: name, theme: THEME, tokenizeMaxLineLength: MAX_LINE_LENGTH, ...(state ? { grammarState: state } : {}) }
        const tokens = engine.runFor(LINE_MS, () => core.codeToTokensBase(line, options))
        if (!tokens) return undefined
        state = core.getLastGrammarState(tokens)
        return (tokens[0] ?? []).map(({ content, color, offset }) => ({ text: content, kind: kindOf(color), at: offset }))
      },
    }
  }
}

const kindOf = (color: string | undefined) => /^var\(--pf-code-token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? ''
