import { attention } from 'micromark-core-commonmark'
import { isEastAsian, type Kind, kindOf } from './east-asian.ts'
import { LINK_STARTS, linkBeforeEastAsian } from './literal-link.ts'
import type { Construct, ParserData, State, Token } from './micromark.ts'

const ASTERISK = 42
const UNDERSCORE = 95
const TILDE = 126

/** A remark plugin, used after remark-gfm, for texts in Chinese, Japanese and Korean, in which spaces do not separate words, marks and URLs. */
export function remarkEastAsian(this: { data(): unknown }): void {
  const { micromarkExtensions = [] } = this.data() as ParserData
  const emphasis = attention as unknown as Construct
  for (const { text } of micromarkExtensions) if (text?.[TILDE]) text[TILDE] = [text[TILDE]].flat().map((construct) => withEastAsian(construct))
  const links = Object.fromEntries(LINK_STARTS.map((code) => [code, linkBeforeEastAsian]))
  micromarkExtensions.push({ text: { [ASTERISK]: withEastAsian(emphasis), [UNDERSCORE]: withEastAsian(emphasis, allowUnderscore), ...links } })
}

/**
 * Lets a run of `*`, `_` or `~` beside East Asian text open or close emphasis. In CommonMark, a run between punctuation and a letter does
 * neither, because a space is expected between words.
 */
function withEastAsian(construct: Construct, allowed = allow): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = kindOf(this.previous)
      const ended: State = (code) => {
        const after = kindOf(code)
        const token = this.events.at(-1)?.[1]
        if (token && (isEastAsian(before) || isEastAsian(after))) allowed(token, before, after)
        return ok(code)
      }
      return construct.tokenize.call(this, effects, ended, nok)
    },
  }
}

function allow(token: Token, before: Kind, after: Kind): void {
  token._open = after !== 'space' && (after !== 'punctuation' || before !== 'letter')
  token._close = before !== 'space' && (before !== 'punctuation' || after !== 'letter')
}

/** An underscore between letters is part of a name, so it opens or closes emphasis only beside punctuation. */
function allowUnderscore(token: Token, before: Kind, after: Kind): void {
  const isLetter = (kind: Kind) => kind === 'letter' || kind === 'east-asian letter'
  if (isLetter(before) && isPunctuation(after)) token._open = true
  if (isPunctuation(before) && isLetter(after)) token._close = true
}

const isPunctuation = (kind: Kind) => kind === 'punctuation' || kind === 'east-asian punctuation'
