import { PfError } from '@pf/core'

/** What an event stream says, as it says it. */
export interface SseSink {
  /** `id` is that of this block, `data` its lines with LF between them; at least one of the two is there. */
  onBlock(data: string | undefined, id: string | undefined): void
  onRetry(ms: number): void
  onComment(): void
}

/**
 * Reads an event stream as the WHATWG standard has it: feed it text in any pieces, a leading BOM already taken off. Each character is
 * looked at once, also in an event that comes in many pieces. Names of events are passed over. Throws PfError `protocol` for an event of
 * more than `maxChars` characters.
 */
export function createSseParser(sink: SseSink, maxChars: number): (text: string) => void {
  const takeLine = createLineTaker(sink)
  let rest = ''
  let waiting = 0
  let afterCr = false

  /** The line that began in an earlier piece is only put together when its end has come. */
  const takeFirst = (text: string, end: number) => {
    const line = rest + text.slice(0, end)
    rest = ''
    waiting = takeLine(line, 0, line.length)
  }
  const takeAll = (text: string, start: number, endOf: FindEnd) => {
    let from = start
    for (let end = endOf(text, from); end >= 0; end = endOf(text, from)) {
      if (rest === '') waiting = takeLine(text, from, end)
      else takeFirst(text, end)
      from = end + 1
      if (text.charCodeAt(end) === cr) {
        afterCr = from === text.length
        if (text.charCodeAt(from) === lf) from += 1
      }
    }
    return from
  }
  return (text) => {
    if (text === '') return
    const start = afterCr && text.charCodeAt(0) === lf ? 1 : 0
    afterCr = false
    const from = takeAll(text, start, text.includes('\r') ? anyEnd : lfEnd)
    rest += from === 0 ? text : text.slice(from)
    if (rest.length + waiting > maxChars) throw new PfError('protocol', `The server sent an event of more than ${maxChars} characters.`)
  }
}

type FindEnd = (text: string, from: number) => number

const [lf, cr, space, colon] = [10, 13, 32, 58]
const lfEnd: FindEnd = (text, from) => (text.charCodeAt(from) === lf ? from : text.indexOf('\n', from))
const anyEnd: FindEnd = (text, from) => {
  const at = text.slice(from).search(/[\r\n]/)
  return at < 0 ? -1 : from + at
}

/** Takes one line, `text` from `from` to `end`; returns how many characters of data wait for the end of their event. */
function createLineTaker({ onBlock, onRetry, onComment }: SseSink) {
  let data: string | undefined
  let id: string | undefined
  const setters = new Map<string, (value: string) => void>([
    [
      'data',
      (value) => {
        data = data === undefined ? value : `${data}\n${value}`
      },
    ],
    [
      'id',
      (value) => {
        if (!value.includes('\0')) id = value
      },
    ],
    [
      'retry',
      (value) => {
        if (/^\d+$/.test(value)) onRetry(Number(value))
      },
    ],
  ])
  const dispatch = () => {
    const [whole, of] = [data, id]
    data = undefined
    id = undefined
    if (whole !== undefined || of !== undefined) onBlock(whole, of)
  }
  const takeField = (line: string) => {
    const end = line.indexOf(':')
    if (end < 0) return setters.get(line)?.('')
    setters.get(line.slice(0, end))?.(line.slice(line.charCodeAt(end + 1) === space ? end + 2 : end + 1))
  }
  return (text: string, from: number, end: number): number => {
    if (from === end) dispatch()
    else if (data === undefined && isData(text, from)) data = text.slice(from + 6, end)
    else if (isPlainId(text, from, end)) id = text.slice(from + 4, end)
    else if (text.charCodeAt(from) === colon) onComment()
    else takeField(text.slice(from, end))
    return data === undefined ? 0 : data.length
  }
}

/** `data: ` as servers write it, looked at code by code: startsWith takes longer than all the rest of a line. */
function isData(text: string, at: number): boolean {
  const isName = text.charCodeAt(at) === 100 && text.charCodeAt(at + 1) === 97 && text.charCodeAt(at + 2) === 116 && text.charCodeAt(at + 3) === 97
  return isName && text.charCodeAt(at + 4) === colon && text.charCodeAt(at + 5) === space
}

/** `id: ` and nothing below a space. */
function isPlainId(text: string, at: number, end: number): boolean {
  if (text.charCodeAt(at) !== 105 || text.charCodeAt(at + 1) !== 100) return false
  if (text.charCodeAt(at + 2) !== colon || text.charCodeAt(at + 3) !== space) return false
  for (let next = at + 4; next < end; next++) if (text.charCodeAt(next) < space) return false
  return true
}
