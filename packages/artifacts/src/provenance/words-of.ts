/** Returns the words of a text or of the name of a field with at least three letters, in lower case and without the endings of a plural. */
export function wordsOf(text: string): string[] {
  const words = text
    .slice(0, 2_000)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}{3,40}/gu)
  return (words ?? []).map((word) => word.replace(/(?:ies|es|s|y|e)$/, ''))
}
