import type { GrammarState, HighlighterCore } from 'shiki/core'
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { LanguageLoader } from './languages.ts'

/** A stretch of a line in one colour: `kind` is the end of a `--pf-code-…` token, '' for plain text. */
export interface Token {
  text: string
  kind: string
  /** Place in what was read with it. */
  at: number
}

/** Gives the tokens of lines that follow each other. */
export interface LineTokenizer {
  /** Tokens of the next lines, given without line ends. */
  read(lines: readonly string[]): Token[][]
}

const THEME = 'pf'
const MAX_LINE_LENGTH = 1_000
/** A cold grammar needs some time for its first lines; what takes longer stays plain from there on. */
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

/** Makes readers for a language; rejects when its grammar does not load. */
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
