/** Parts of an answer whose digits are not figures. Every pattern is linear: its repetitions are bounded or cannot overlap. */
const patterns: readonly RegExp[] = [
  // Code, tags, links, addresses and identifiers.
  /(?:^|\n)[ \t]{0,3}(?:```|~~~)[^\n]*\n(?:(?![ \t]{0,3}(?:```|~~~))[^\n]*(?:\n|$))*/g,
  /<\/?[a-zA-Z!][^<>]{0,2000}>/g,
  /\]\([^()\n]{0,2000}\)/g,
  /(?<![a-z0-9])[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>)\]]+/gi,
  /(?<!\w)www\.[^\s<>)\]]+/gi,
  /[\w.+-]{1,64}@[\w.-]{1,255}/g,
  /(?<!\w)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
  /(?<![\w/])(?:~|\.{1,2})?(?:\/[\w.-]{1,100}){2,30}/g,
  /[[【]\^?\d{1,3}(?:[,–-][ \u00a0]?\d{1,3}){0,20}[\]】](?!\()/g,
  /(?<!10)[_^](?:\{[^{}\n]{0,100}\}|-?\d{1,30})/g,
  // Times, ratios, fractions, telephone numbers and versions.
  /(?<![\d.,:])\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[ \u00a0]?[ap]\.?m\b\.?)?(?!\d)/gi,
  /(?<![\d.,:])\d{1,2}[ \u00a0]?[ap]\.?m\b\.?/gi,
  /(?<![\d.,:/])\d{1,3}[:/]\d{1,3}(?![\d:/]|[.,]\d)/g,
  /(?<![\d\w])\+\d[\d ().\u00a0-]{8,18}\d(?!\d)/g,
  /(?<![\d\w-])(?:\(\d{3}\)[ \u00a0]?|\d{3}-)\d{3}-\d{4}(?![\d-])/g,
  /(?<![\w.])v\d[\w.]{0,40}/gi,
  /(?<![\w.])(?:Q[1-4]|H[12]|FY|CY|KW[ \u00a0]?\d{1,2})[ \u00a0/-]?\d{4}(?!\d)/g,
  // Numbers that count the parts of a document or name something.
  /^[ \t]*(?:[-*+>#|]+[ \t]+)*(?:\*\*)?\d{1,3}(?:\.\d{1,2}){0,4}[.)](?=\s|\*)/gm,
  /^[ \t]*#{1,6}[ \t]+\d{1,3}(?:\.\d{1,3}){1,4}(?=[ \t])/gm,
  /(?<!\p{L})(?:figures?|fig\.?|tables?|sections?|chapters?|steps?|pages?|no\.|nr\.|numbers?|appendix|options?|versions?|questions?|items?|lines?|notes?|phases?|levels?|grades?|tiers?|releases?|issues?|tickets?|iso|rfc|din|ieee|ansi|rooms?|routes?|flights?|articles?|annex|cluster|class|schritt|tabelle|abbildung|seite|kapitel|étape|tableau|página|tabla|paso)[ \u00a0]\d{1,4}(?![\d]|[.,]\d)/giu,
  /(?<!\p{L})(?:versions?|releases?|builds?|sections?|chapters?|kapitel|abschnitt|§)[ \u00a0]\d{1,5}(?:\.\d{1,5}){1,4}(?![\d.,]\d|[ \u00a0]?[%\p{L}]{1,2}(?!\p{L}))/giu,
  /(?:#|§[ \u00a0]?)\d{1,9}(?![.,]\d)/g,
  /第[ \u00a0]?\d{1,4}/g,
  /(?<![\d.,])\d{1,4}(?:st|nd|rd|th|er|ère|ème|º|ª)(?!\p{L})/giu,
  /(?<![\d.,'’])['’]?\d{2,4}s(?!\p{L})/gu,
  /(?<![\d.,])\d{1,3}-(?=(?:year|month|week|day|hour|minute|point|star|man|person|part|way|step|fold|door|cylinder|column|row|page|item|digit|term|time|letter|stage|bit)s?(?!\p{L}))/giu,
]

const inlineCode = /`([^`\n]{1,200})`/g
const figureOnly = /^[\s+$€£¥(-]*\d[\d.,' \u00a0]*[\s%)°\p{L}]{0,12}$/u

/** Marks the characters of a text that are not searched for figures. */
export function markNotFigures(text: string): Uint8Array {
  const taken = new Uint8Array(text.length)
  for (const pattern of patterns.slice(0, 9)) mark(text, pattern, taken)
  for (const match of text.matchAll(inlineCode)) if (!figureOnly.test(match[1] ?? '')) taken.fill(1, match.index, match.index + match[0].length)
  return taken
}

/** Marks what is not a figure and can look like a date, after the dates were found. */
export function markAfterDates(text: string, taken: Uint8Array): void {
  for (const pattern of patterns.slice(9)) mark(text, pattern, taken)
}

function mark(text: string, pattern: RegExp, taken: Uint8Array): void {
  for (const match of text.matchAll(pattern)) if (!taken[match.index]) taken.fill(1, match.index, match.index + match[0].length)
}
