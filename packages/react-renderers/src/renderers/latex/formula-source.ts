const DELIMITERS = [
  /^\$\$((?:\\[\s\S]|(?!\$\$)[\s\S])*)\$\$$/,
  /^\$((?:\\[\s\S]|[^\\$])*)\$$/,
  /^\\\[((?:\\[^\]]|[^\\])*)\\\]$/,
  /^\\\(((?:\\[^)]|[^\\])*)\\\)$/,
  /^`{3,}[ \t]*(?:latex|tex|math|katex)?[ \t]*\n([^`]*)`{3,}$/i,
]

/** Removes the delimiters that models write around a formula: dollars, brackets or a code fence. */
export function formulaSource(expression: string): string {
  const trimmed = expression.trim()
  const inner = DELIMITERS.map((pattern) => pattern.exec(trimmed)?.[1]).find((found) => found !== undefined)
  return inner === undefined ? trimmed : formulaSource(inner)
}

/** Escapes percent signs. TeX would treat them as the start of a comment and not show the following text. */
export const escapePercents = (source: string): string => source.replace(/\\[\s\S]|%/g, (found) => (found === '%' ? '\\%' : found))
