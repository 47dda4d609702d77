import type { Chunk, Meaning } from './chunk.ts'
import { fillerWords } from './grammar.ts'
import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Groups tokens into phrases of the lexicon, the longest first; numbers and dates are recognized by their form. */
export function chunksOf(tokens: readonly Token[], lexicon: Lexicon): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = lexicon.phrases.get(tokens[at]?.text ?? '')?.find(({ words }) => words.every((word, index) => tokens[at + index]?.text === word))
    const length = found?.words.length ?? 1
    const text = tokens
      .slice(at, at + length)
      .map(({ raw }) => raw)
      .join(' ')
    chunks.push({ ...(found?.meaning ?? meaningOf(tokens, at)), text })
    at += length
  }
  return chunks
}

const askingVerbs = new Set(['tell', 'show', 'give', 'let', 'allow', 'send'])

function meaningOf(tokens: readonly Token[], at: number): Meaning {
  const text = tokens[at]?.text ?? ''
  if (fillerWords.has(text)) return { kind: 'filler' }
  return readForm(text) ?? { kind: 'unknown' }
}

/** True for "us" in "show us", which does not refer to the country. */
export function isPronoun(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === 'us' && tokens[at]?.raw !== 'US' && askingVerbs.has(tokens[at - 1]?.text ?? '')
}

const multipliers: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1000,
  million: 1e6,
  millions: 1e6,
  mio: 1e6,
  billion: 1e9,
  billions: 1e9,
  k: 1000,
}

function readForm(text: string): Meaning | undefined {
  if (/^-?\d+(\.\d+)?$/.test(text)) return { kind: 'number', value: Number(text) }
  if (/^\d+(st|nd|rd|th)$/.test(text)) return { kind: 'ordinal', value: Number.parseInt(text, 10) }
  const decade = /^'?(\d{2}|\d{4})'?s$/.exec(text)?.[1]
  if (decade?.endsWith('0')) return { kind: 'decade', from: decade.length === 2 ? 1900 + Number(decade) : Number(decade) }
  const date = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text)
  if (date) return dateMeaning(Number(date[1]), Number(date[2]), date[3])
  return undefined
}

function dateMeaning(year: number, month: number, day: string | undefined): Meaning | undefined {
  if (day === undefined) return month >= 1 && month <= 12 ? { kind: 'year month', year, month } : undefined
  const text = `${year}-${String(month).padStart(2, '0')}-${day}`
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? { kind: 'date', date: text } : undefined
}

/** Joins the tokens of "2.5 million" and "five hundred" to one number. */
export function joinNumbers(tokens: readonly Token[], numberWords: ReadonlyMap<string, number>): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const factor = multipliers[token.text]
    const before = joined.at(-1)
    const base = before ? (numberWords.get(before.text) ?? Number(before.text)) : Number.NaN
    if (factor === undefined || !before || !Number.isFinite(base)) joined.push(token)
    else joined.splice(-1, 1, { raw: `${before.raw} ${token.raw}`, text: String(base * factor) })
  }
  return joined
}
