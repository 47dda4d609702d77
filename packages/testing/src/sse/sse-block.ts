/** One block of an event stream: its fields, and how a browser interprets them. */
export interface SseFrame {
  /** Set only if the block itself has an `id:` line. */
  id?: string
  /** Set only if the block itself has an `event:` line. */
  event?: string
  /** The data lines joined by LF; "" if there are none. */
  data: string
  /** Reconnection delay in milliseconds. */
  retry?: number
  /** Comment lines joined by LF, without the colon and one space. */
  comment?: string
  /** The last event id of the stream after this block. */
  lastEventId: string
  /** True if the block has a data line, so that an EventSource dispatches an event for it. */
  dispatched: boolean
}

type Fields = Pick<SseFrame, 'id' | 'event' | 'retry' | 'comment'>

/** Collects the lines of the current block. The last event id is kept from block to block. */
export interface SseBlock {
  readonly empty: boolean
  add(line: string): void
  /** Ends the block at a blank line. Returns no frame for an empty block. */
  end(): SseFrame[]
}

const readers = new Map<string, (value: string, fields: Fields) => Fields>([
  ['', (value, { comment }) => ({ comment: comment === undefined ? value : `${comment}\n${value}` })],
  ['event', (value) => ({ event: value })],
  ['id', (value) => (value.includes('\0') ? {} : { id: value })],
  ['retry', (value) => (/^\d+$/.test(value) ? { retry: Number(value) } : {})],
])

/** Creates an empty block without a last event id. */
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

/** Splits a line into field name and value. One space after the colon is dropped. The name of a comment is empty. */
export function splitField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1) }
}
