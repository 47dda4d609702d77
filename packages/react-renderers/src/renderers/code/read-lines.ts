/** A line as it is shown. */
export interface CodeLine {
  text: string
  /** Number beside it. */
  number: number
  marked: boolean
  change: 'added' | 'removed' | undefined
}

/** How source text is shown. */
export interface LineOptions {
  start: number
  /** Numbers as they stand beside the lines. */
  marked: ReadonlySet<unknown>
  diff: boolean
}

const INVISIBLE_CONTROLS = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** Controls that reorder text or are not seen are written out: what a reader sees is what a compiler reads. */
const showControls = (text: string) => text.replace(INVISIBLE_CONTROLS, (control) => `\u27e8U+${control.charCodeAt(0).toString(16).toUpperCase()}\u27e9`)

/** The lines of a source text; with `diff` the sign in front is taken off and told as a change. */
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
