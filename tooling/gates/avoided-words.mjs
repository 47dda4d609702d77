/** Words of docs/naming.md that have no other meaning in this repository, and what to write instead. */
const avoided = [
  [/\bshel(?:f|ves)\b/gi, 'store'],
  [/\btold\b/gi, 'informed, reported or distinguished'],
  [/\b(?:go|goes|going|went) on\b/gi, 'continue or resume'],
  [/\bstock (?:client|server)s?\b/gi, 'third-party client'],
  [/\bodd payloads?\b/gi, 'adversarial payload'],
  [/\bfruitless steps?\b/gi, 'consecutive failures'],
  [/\b(?:the|its|their|a) laws?\b/gi, 'invariant'],
  [/\b(?:a|the|no|its) way out\b/gi, 'remedy'],
  [/\bodd-payloads?\b/gi, 'adversarial-payloads'],
  [/\bmost(?:Bytes|Chars|Rows|Items|Options|Steps|Depth)\b/g, 'maxX'],
  [/\bgoOn\b|\bWentOn\b|\bwentOn\b/g, 'resumeX'],
]

/** Finds words that docs/naming.md discourages. Returns the line (from 1), the word, and what to write instead. */
export function avoidedWords(text) {
  return text
    .split('\n')
    .flatMap((line, index) => avoided.flatMap(([pattern, instead]) => Array.from(line.matchAll(pattern), ([word]) => ({ line: index + 1, word, instead }))))
}
