/** Maximum number of characters of a question. A longer one is refused. */
export const maxQuestionChars = 1000

/** A word, a number or a symbol of a question. */
export interface Token {
  /** The normalized text: lower case, without contractions, numbers without separators. */
  text: string
  /** The original text. */
  raw: string
}

const replacements: readonly [RegExp, string][] = [
  [/[’‘`´]/g, "'"],
  [/[“”«»„]/g, '"'],
  [/\bcan't\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/n't\b/gi, ' not'],
  [/'(s|re|ll|d|m|ve)\b/gi, ''],
  [/\bu\.\s?s\.(\s?a\.)?/gi, 'USA '],
  [/\bu\.\s?k\./gi, 'UK '],
  [/\bkm\/h\b/gi, 'kmh'],
  [/\bm\/s\b/gi, 'ms'],
  [/\bmiles?\/gal(lon)?s?\b/gi, 'miles per gallon'],
  [/\bnon-(?=\p{L})/giu, 'not '],
  [/°\s*c\b/gi, ' °C '],
  [/°\s*f\b/gi, ' °F '],
  [/\b(\d{4})\s*[-–—]\s*(\d{4})\b/g, '$1 to $2'],
  [/≥|=>/g, '>='],
  [/≤|=</g, '<='],
]

const token =
  /\d{4}-\d{2}-\d{2}|\d{4}-\d{2}(?![\d-])|'?\d{2,4}'?s\b|\d+(?:st|nd|rd|th)\b|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\p{L}\p{N}])-\d+(?:\.\d+)?|°[CF]|[\p{L}\p{M}][\p{L}\p{M}\p{N}]*|>=|<=|[<>=%&+,/°]|[^\s\p{P}]/giu

/** Splits a question into tokens. Punctuation without meaning is dropped. */
export function tokensOf(question: string): Token[] {
  let text = question.slice(0, maxQuestionChars).normalize('NFKC')
  for (const [pattern, replacement] of replacements) text = text.replaceAll(pattern, replacement)
  return Array.from(text.matchAll(token), ([raw]) => ({ raw, text: normalize(raw) }))
}

function normalize(raw: string): string {
  const text = raw.toLowerCase()
  return /^\d{1,3}(,\d{3})+/.test(text) ? text.replaceAll(',', '') : text
}
