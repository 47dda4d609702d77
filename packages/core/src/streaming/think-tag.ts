const partial = /^<\/?[a-z]*$/i
const whole = /^<(\/?)(?:think|thinking|thought|reasoning)>$/i
const longest = 12

/** What a piece of text that starts with `<` is: a reasoning tag, the beginning of one, or neither. */
export type TagKind = 'open' | 'close' | 'partial' | 'none'

/** Classifies a text that starts with `<`. */
export function tagKind(text: string): TagKind {
  const match = whole.exec(text)
  if (match) return match[1] === '/' ? 'close' : 'open'
  return text.length <= longest && partial.test(text) ? 'partial' : 'none'
}
