/** A line of source code as it is displayed. */
export interface CodeLine {
  text: string
  /** Line number. */
  number: number
  marked: boolean
  change: 'added' | 'removed' | undefined
}

/** Options for the display of source code. */
export interface LineOptions {
  start: number
  /** Line numbers of the highlighted lines. */
  marked: ReadonlySet<unknown>
  diff: boolean
}

const INVISIBLE_CONTROLS = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Replaces bidirectional and invisible control characters with their code points, so that the displayed code is what a compiler reads. */
const showControls = (text: string) => text.replace(INVISIBLE_CONTROLS, (control) => `\u27e8U+${control.charCodeAt(0).toString(16).toUpperCase()}\u27e9`)

/** Splits source code into lines. With `diff`, the leading sign is removed and returned as `change`. */
export function readLines(code: string, { start, marked, diff }: LineOptions): CodeLine[] {
  const lines = showControls(code.replace(/\r\n?/g, '\n').replace(/\n$/, '')).split('\n')
  return lines.map((line, index) => {
    const change = diff && !/^(?:\+\+\+|---) /.test(line) ? changes.get(line.charAt(0)) : undefined
    const number = start + index
    return { text: diff && /^[+\- ]/.test(line) ? line.slice(1) : line, number, marked: marked.has(number), change }
  })
}

const changes = new Map<string, CodeLine['change']>([
  ['+', 'added'],
  ['-', 'removed'],
])
