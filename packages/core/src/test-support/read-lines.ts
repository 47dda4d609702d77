import { readFileSync } from 'node:fs'

/** Reads a file of one JSON object a line. For our own tests only; not part of the package. */
export function readLines<T>(url: URL): T[] {
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
