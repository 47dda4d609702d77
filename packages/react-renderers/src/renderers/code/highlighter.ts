import type { GrammarState, HighlighterCore } from 'shiki/core'
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { LanguageLoader } from './languages.ts'

/** A part of a line in one colour. `kind` is the suffix of a `--pf-code-token-…` property, or '' for plain text. */
export interface Token {
  text: string
  kind: string
  /** Offset in the text that was tokenized. */
  at: number
}

/** Tokenizes consecutive lines. */
export interface LineTokenizer {
  /** Returns the tokens of the next lines, which are given without line breaks. */
  read(lines: readonly string[]): Token[][]
}

const THEME = 'pf'
const MAX_LINE_LENGTH = 1_000
/** Time limit for one line. The first lines of a grammar take longer; a line that exceeds the limit stays plain from there on. */
const LINE_MS = 300

let highlighterPromise: Promise<HighlighterCore> | undefined

const highlighter = () => {
  highlighterPromise ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--pf-code-' })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
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
      read(lines) {
        const options = {
          lang: name,
          theme: THEME,
          tokenizeMaxLineLength: MAX_LINE_LENGTH,
          tokenizeTimeLimit: LINE_MS,
          ...(state ? { grammarState: state } : {}),
        }
        const tokens = core.codeToTokensBase(lines.join('\n'), options)
        state = core.getLastGrammarState(tokens)
        return tokens.map((line) => line.map(({ content, color, offset }) => ({ text: content, kind: kindOf(color), at: offset })))
      },
    }
  }
}

const kindOf = (color: string | undefined) => /^var\(--pf-code-token-([a-z-]+)\)$/.exec(color ?? '')?.[1] ?? ''
