/** First code points of a mathematical alphabet in Unicode: capitals, small letters, digits, Greek capitals and small Greek letters. */
interface Alphabet {
  capitals: number
  small: number
  digits?: number
  greek?: { capitals: number; small: number }
}

/** Alphabets by the value of `mathvariant`, according to the Unicode chart U+1D400 to U+1D7FF. */
const alphabets: ReadonlyMap<string, Alphabet> = new Map([
  ['bold', { capitals: 0x1d400, small: 0x1d41a, digits: 0x1d7ce, greek: { capitals: 0x1d6a8, small: 0x1d6c2 } }],
  ['italic', { capitals: 0x1d434, small: 0x1d44e, greek: { capitals: 0x1d6e2, small: 0x1d6fc } }],
  ['bold-italic', { capitals: 0x1d468, small: 0x1d482, greek: { capitals: 0x1d71c, small: 0x1d736 } }],
  ['script', { capitals: 0x1d49c, small: 0x1d4b6 }],
  ['bold-script', { capitals: 0x1d4d0, small: 0x1d4ea }],
  ['fraktur', { capitals: 0x1d504, small: 0x1d51e }],
  ['double-struck', { capitals: 0x1d538, small: 0x1d552, digits: 0x1d7d8 }],
  ['bold-fraktur', { capitals: 0x1d56c, small: 0x1d586 }],
  ['sans-serif', { capitals: 0x1d5a0, small: 0x1d5ba, digits: 0x1d7e2 }],
  ['bold-sans-serif', { capitals: 0x1d5d4, small: 0x1d5ee, digits: 0x1d7ec, greek: { capitals: 0x1d756, small: 0x1d770 } }],
  ['sans-serif-italic', { capitals: 0x1d608, small: 0x1d622 }],
  ['sans-serif-bold-italic', { capitals: 0x1d63c, small: 0x1d656, greek: { capitals: 0x1d790, small: 0x1d7aa } }],
  ['monospace', { capitals: 0x1d670, small: 0x1d68a, digits: 0x1d7f6 }],
])

/** Letters that already had a code point when the alphabets were added. Their code points in the alphabets are unassigned. */
const earlier = new Map([
  [0x1d455, 'ℎ'],
  [0x1d49d, 'ℬ'],
  [0x1d4a0, 'ℰ'],
  [0x1d4a1, 'ℱ'],
  [0x1d4a3, 'ℋ'],
  [0x1d4a4, 'ℐ'],
  [0x1d4a7, 'ℒ'],
  [0x1d4a8, 'ℳ'],
  [0x1d4ad, 'ℛ'],
  [0x1d4ba, 'ℯ'],
  [0x1d4bc, 'ℊ'],
  [0x1d4c4, 'ℴ'],
  [0x1d506, 'ℭ'],
  [0x1d50b, 'ℌ'],
  [0x1d50c, 'ℑ'],
  [0x1d515, 'ℜ'],
  [0x1d51d, 'ℨ'],
  [0x1d53a, 'ℂ'],
  [0x1d53f, 'ℍ'],
  [0x1d545, 'ℕ'],
  [0x1d547, 'ℙ'],
  [0x1d548, 'ℚ'],
  [0x1d549, 'ℝ'],
  [0x1d551, 'ℤ'],
])

/** Returns a letter or digit in a mathematical alphabet. Other characters are returned unchanged. */
export function inAlphabet(character: string, variant: string): string {
  const alphabet = alphabets.get(variant)
  const code = character.codePointAt(0) ?? 0
  const mapped = alphabet && mappedCode(code, alphabet)
  return mapped === undefined ? character : (earlier.get(mapped) ?? String.fromCodePoint(mapped))
}

function mappedCode(code: number, { capitals, small, digits, greek }: Alphabet): number | undefined {
  if (code >= 65 && code <= 90) return capitals + code - 65
  if (code >= 97 && code <= 122) return small + code - 97
  if (code >= 48 && code <= 57) return digits === undefined ? undefined : digits + code - 48
  if (code >= 0x391 && code <= 0x3a9) return greek && greek.capitals + code - 0x391
  return code >= 0x3b1 && code <= 0x3c9 ? greek && greek.small + code - 0x3b1 : undefined
}
