import { splitField } from './sse-block.ts'

const rules = new Map<string, (value: string) => boolean>([
  ['', () => true],
  ['data', () => true],
  ['event', (value) => value !== ''],
  ['id', (value) => !value.includes('\0')],
  ['retry', (value) => /^\d+$/.test(value)],
])

/** Throws on CR: the lines of our streams end with LF only. */
export function checkText(text: string): void {
  if (text.includes('\r')) throw new Error('The event stream holds a CR. Lines end with LF only.')
}

/** Throws on a line that a reader would have to ignore. */
export function checkLine(line: string): void {
  const { name, value } = splitField(line)
  if (!rules.get(name)?.(value)) throw new Error(`The event stream holds a line that says nothing: ${JSON.stringify(line.slice(0, 80))}`)
}

/** Throws when a stream ends inside a block. */
export function checkRest(line: string, empty: boolean): void {
  if (line !== '' || !empty) throw new Error('The event stream ends inside a block: its last event has no blank line.')
}
