/** A file name as it may be stored and shown: one path segment of at most 120 characters, without control characters; `fallback` where nothing is left. */
export function cleanName(wanted: string, fallback: string): string {
  const name = [...wanted.toWellFormed()]
    .map((char) => (/[\p{C}/\\:*?"<>|]/u.test(char) ? '_' : char))
    .slice(0, 120)
    .join('')
    .trim()
  return /^\.*$/.test(name) ? fallback : name
}
