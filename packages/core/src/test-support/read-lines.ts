import { readFileSync } from 'node:fs'

/** Reads a file with one JSON object on each line. For tests only; not part of the package. */
export function readLines<T>(url: URL): T[] {
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T)
}
