import { kindOf } from './east-asian.ts'
import { type Code, type Construct, isLineEnding, type State, type Token, type TokenizeContext } from './micromark.ts'

/** Code units of H, W, h and w. */
export const LINK_STARTS: readonly number[] = [72, 87, 104, 119]

const URL_START = /^(?:https?:\/\/|www\.)[\p{L}\p{N}]/iu
const LATIN_HOST = /^(?:https?:\/\/|www\.)(?:[\w-]+\.)*[a-z]{2,}(?::\d+)?$/i
/** Quotation marks and dots that are also used in other languages. */
const CLOSING_QUOTES = /[“”‘’…]/
const MAX_LENGTH = 2_000

/**
 * A URL that ends at East Asian punctuation, or at an East Asian letter after a host in Latin letters. In GFM, everything up to the next
 * space would be part of the URL. GFM parses all other URLs.
 */
export const linkBeforeEastAsian: Construct = {
  name: 'literalLink',
  tokenize(effects, ok, nok) {
    let length = 0
    const found = (text: string) => {
      length = text.length
    }
    const consume: State = (code) => {
      if (length === 0) return end(code)
      length--
      effects.consume(code)
      return consume
    }
    const end: State = (code) => {
      effects.exit(kind)
      effects.exit('literalAutolink')
      return ok(code)
    }
    let kind = ''
    // This reads earlier events of the paragraph, so it is called for URLs and not for every word that begins like one.
    const start: State = (code) => (isInLabel(this) ? nok(code) : consume(code))
    return (code) => {
      if (/[A-Za-z0-9_]/.test(characterOf(this.previous))) return nok(code)
      kind = code === 72 || code === 104 ? 'literalAutolinkHttp' : 'literalAutolinkWww'
      effects.enter('literalAutolink')
      effects.enter(kind)
      return effects.check(urlBeforeEastAsian(found), start, nok)(code)
    }
  },
}

const characterOf = (code: Code) => (code === null || code < 0 ? '' : String.fromCharCode(code))

function urlBeforeEastAsian(found: (url: string) => void): Construct {
  return {
    partial: true,
    tokenize(effects, ok, nok) {
      let text = ''
      return function read(code): State | undefined {
        if (code === null || isLineEnding(code) || code === 60 || text.length > MAX_LENGTH) return nok(code)
        if (!endsUrl(text, code)) {
          if (kindOf(code) === 'space') return nok(code)
          text += characterOf(code)
          effects.consume(code)
          return read
        }
        const url = withoutPunctuation(text)
        if (!URL_START.test(url)) return nok(code)
        found(url)
        return ok(code)
      }
    },
  }
}

function endsUrl(text: string, code: number): boolean {
  const kind = kindOf(code)
  return kind === 'east-asian punctuation' || CLOSING_QUOTES.test(characterOf(code)) || (kind === 'east-asian letter' && LATIN_HOST.test(text))
}

/** Removes punctuation at the end, and a closing bracket that was not opened inside the URL. */
function withoutPunctuation(text: string): string {
  const url = text.replace(/[!"'*,.:;?_~]+$/, '')
  return url.endsWith(')') && url.split(')').length > url.split('(').length ? withoutPunctuation(url.slice(0, -1)) : url
}

/** Tokens before which no text of a link is open. The search for one ends there, so that it takes linear time for all URLs of a paragraph. */
const outsideOfLabels = new WeakSet<Token>()

/** True inside the text of a link, which cannot contain another link. */
function isInLabel({ events }: TokenizeContext): boolean {
  for (let at = events.length - 1; at >= 0; at--) {
    const [kind, token] = events[at] ?? []
    if (!token || outsideOfLabels.has(token)) break
    if (kind === 'enter' && (token.type === 'labelLink' || token.type === 'labelImage') && !token._balanced) return true
  }
  const last = events.at(-1)?.[1]
  if (last) outsideOfLabels.add(last)
  return false
}
