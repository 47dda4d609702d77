import { plainText } from '../../text/plain-text.ts'

/** Maximum number of names that are warned about, for each library. */
const MAX_WARNINGS = 20
const warned = new Map<string, Set<string>>()

/** Warns once that an option does not reach the library of a chart, and returns false. The name is text from outside. */
export function warnAboutOption(library: string, name: string): false {
  const names = warned.get(library) ?? new Set<string>()
  const label = plainText(name, 60)
  warned.set(library, names)
  if (names.size < MAX_WARNINGS && !names.has(label)) {
    names.add(label)
    console.warn(`The option "${label}" of ${library} is not in the list of supported options and was dropped.`)
  }
  return false
}
