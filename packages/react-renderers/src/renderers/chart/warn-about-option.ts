import { plainText } from '../../text/plain-text.ts'

const MAX_WARNINGS = 20
const warned = new Set<string>()

/** Warns once that an option does not reach the library of a chart, and returns false. The name is text from outside. */
export function warnAboutOption(library: string, name: string): false {
  const label = `${library} ${plainText(name, 60)}`
  if (warned.size < MAX_WARNINGS && !warned.has(label)) {
    warned.add(label)
    console.warn(`The option "${label.slice(library.length + 1)}" of ${library} is not in the list of supported options and was dropped.`)
  }
  return false
}
