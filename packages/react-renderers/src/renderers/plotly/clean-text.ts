const KEPT = /^<\/?(?:b|i|em|strong|sub|sup|s|u|br|extra)\s*\/?>$/i
const MOST = 2_000

/** Text of a chart without the tags that Plotly would make links and styles of. */
export function cleanText(text: string): string {
  let rest = text.length > MOST ? text.slice(0, MOST).toWellFormed() : text
  if (!rest.includes('<')) return rest
  // What is taken out may join what stands around it.
  for (let round = 0; round < 4; round++) {
    const next = rest.replace(/<[^<>]*>/g, (tag) => (KEPT.test(tag) ? tag : ''))
    if (next === rest) return rest
    rest = next
  }
  return rest.replaceAll('<', '')
}

/** A number format; undefined where it asks for hundreds of digits or blanks. */
export const cleanFormat = (format: string): string | undefined => (format.length > 60 || /\d{3}/.test(format) ? undefined : cleanText(format))

/** A template with formats in it; undefined where one of them may not stay. */
export function cleanTemplate(template: string): string | undefined {
  const formats = template.match(/%\{[^}]*\}/g) ?? []
  return formats.some((format) => /[:|].*\d{3}/.test(format)) ? undefined : cleanText(template)
}
