const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Words before a full stop that does not end a sentence, in lower case. A word that is missing here only makes a check see a part of a sentence. */
const abbreviations = new Set(
  (
    'adj adm adv al approx art assoc aug ave bd bldg blvd bzgl bzw ca cap cf cmdr co col corp dec dept dipl dr ebd ed eds ek etc evtl excl feb ff fig ' +
    'figs fr gem gen ges ggf gov hon hr hrsg inc incl inkl inst jan jr kap lt ltd max min mio mlle mme mr mrd mrs ms mt nat no nos nov nr num oct ' +
    'op par pf ph pp prof rd ref rep rev sec sen sep sept sgt sog sr sra st str tab tel trans univ usf usw vgl vol vols vs zb zzgl'
  ).split(' '),
)

/**
 * Returns the ends of the sentences of a block in UTF-16 code units; the last one is the length of the block if it is `whole`. In a block that
 * is not, only sentences that no later text can change are ended: a letter must follow, because a small letter continues a sentence. Line
 * breaks in a block do not end a sentence. Abbreviations, initials and ordinal numbers with a full stop do
 * not either.
 */
export function sentenceEnds(block: string, whole: boolean): number[] {
  // The segmenter ends a sentence at each line break. Lines have the same length with a space in place of it.
  const flat = block.replace(/[\n\r\u2028\u2029\u0085]/g, ' ')
  const ends: number[] = []
  let start = 0
  for (const { index, segment } of segmenter.segment(flat)) {
    const end = index + segment.length
    if (end < flat.length && continues(flat.slice(start, end))) continue
    if (!whole && !/\p{L}/u.test(flat.slice(end, end + 200))) break
    ends.push(end)
    start = end
  }
  if (whole && block !== '' && ends.at(-1) !== block.length) ends.push(block.length)
  return ends
}

/** True if a text ends in an abbreviation, an initial or a number of a day with a full stop, or inside a word such as an address. */
function continues(text: string): boolean {
  if (/[.!?]$/.test(text)) return true
  const last = /(?:^|[\s("'“‘«[])([\p{L}\p{N}.]{1,24})\.[)\]"'”’»]*\s*$/u.exec(text.slice(-60))?.[1]
  if (last === undefined) return false
  const isInitial = /^\p{L}$/u.test(last) && !/^[iI]$/.test(last)
  return isInitial || /^\d{1,2}$/.test(last) || /\p{L}\.\p{L}/u.test(last) || abbreviations.has(last.toLowerCase())
}
