import { isWithinOneEdit } from '../request/keywords.ts'
import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'

const minLength = 5

/** Correct words that differ from a word of the lexicon by one letter. */
const ownWords = new Set(
  'whether leather feather father lather heather weather graphic graphics metric could cloud clouds should world words word works where there these those their which while white write wrote think thing things great greet green greens greed state stage store story power tower lower slower flower plane plans plant plate place price prime prize pride point print paint faint found sound round count court short shirt sport spore spare share shape shade shame blame china chine chain chair charm chart charts start smart heart earth death depth month mouth south north worth forth fourth forty forts trade grade grape grave crane train trail trial trend friend spend sense since fence hence whence pence peace piece niece never newer fever lever level clever cover lover hover over other mother brother bother another father rather gather later water eater latte matte media median medial means beans lines wines mines pines pine spine shine whine live love loves lived lives hives dives drive drove drivers rivers winds kinds minds binds finds hands lands sands bands bonds ponds cords cards carts parts party parties ports sorts forms norms farms warms worms wears bears tears years fears gears nears pears spears yearn learn earns large barge merge verge range orange grange change chance glance dance lance trance stance income outcome become welcome male mail nail fail tail sail rails mails female email emails tribes bribes scribe describe prescribe rates dates mates gates hates fates lates plates states estates roots boots foots hoods goods moods foods woods roads loads toads boards beards words swords lords passes masses classes glasses grasses brass grass glass class marks parks larks barks banks ranks tanks thanks thank blank flank frank dream cream bread break bream creams dreamy stream steam team teams seams beams'.split(
    ' ',
  ),
)

/** A token that was replaced by another word. */
export interface Correction {
  raw: string
  read: string
}

/** Replaces words with one typing error by the only word of the lexicon that is one edit away. */
export function correctSpelling(tokens: readonly Token[], lexicon: Lexicon): { tokens: Token[]; corrections: Correction[] } {
  const corrections: Correction[] = []
  const corrected = tokens.map((token) => {
    const read = correctionOf(token.text, lexicon)
    if (read === undefined) return token
    corrections.push({ raw: token.raw, read })
    return { raw: token.raw, text: read }
  })
  return { tokens: corrected, corrections }
}

function correctionOf(text: string, { words, content }: Lexicon): string | undefined {
  if (text.length < minLength || !/^\p{L}+$/u.test(text) || words.has(text) || ownWords.has(text)) return undefined
  // "Sunniest" is not a typing error of "sunnies", because another ending makes another word.
  const suffix = /(?:est|ier|er|ing|ed|ly|ness|less|ful)$/.exec(text)?.[0]
  const near = [...content].filter(
    (word) =>
      word.length >= minLength &&
      word.charAt(0) === text.charAt(0) &&
      /^\p{L}+$/u.test(word) &&
      isWithinOneEdit(text, word) &&
      (suffix === undefined || word.endsWith(suffix)),
  )
  return mostLikely(near)
}

/** Returns the correction if the candidates are one word, possibly in singular and plural. Several different words are not a correction. */
function mostLikely(near: readonly string[]): string | undefined {
  const [first, ...others] = near.toSorted((left, right) => left.length - right.length)
  return others.every((word) => word === `${first}s`) ? first : undefined
}
