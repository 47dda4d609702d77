import type { SseFrame } from './sse-frame.ts'

type Fields = Pick<SseFrame, 'id' | 'event' | 'retry' | 'comment'>

/** The block that is being read; the resume point lives on from block to block. */
export interface SseBlock {
  readonly empty: boolean
  add(line: string): void
  /** The frame of a blank line: none for a block that says nothing. */
  end(): SseFrame[]
}

const readers = new Map<string, (value: string, fields: Fields) => Fields>([
  ['', (value, { comment }) => ({ comment: comment === undefined ? value : `${comment}\n${value}` })],
  ['event', (value) => ({ event: value })],
  ['id', (value) => (value.includes('\0') ? {} : { id: value })],
  ['retry', (value) => (/^\d+$/.test(value) ? { retry: Number(value) } : {})],
])

/** Starts with no resume point. */
export function createSseBlock(): SseBlock {
  let lastEventId = ''
  let fields: Fields = {}
  let data: string[] = []
  const isEmpty = () => data.length === 0 && Object.keys(fields).length === 0

  return {
    get empty() {
      return isEmpty()
    },
    add(line) {
      const { name, value } = splitField(line)
      if (name === 'data') data.push(value)
      else fields = { ...fields, ...readers.get(name)?.(value, fields) }
    },
    end() {
      if (isEmpty()) return []
      lastEventId = fields.id ?? lastEventId
      const frame: SseFrame = { ...fields, data: data.join('\n'), lastEventId, dispatched: data.length > 0 }
      fields = {}
      data = []
      return [frame]
    },
  }
}

/** Name and value of a line; one space behind the colon belongs to neither, a comment has no name. */
export function splitField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1) }
}
