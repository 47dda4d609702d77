import { randomUUID } from 'node:crypto'

/**
 * Topics of notifications between processes: events of runs were committed, a lease may be free, the cancellation of a run is requested, or
 * a process has left a run that it has not ended.
 */
export type Topic = (typeof topics)[number]
const topics = ['event', 'lease', 'cancel', 'left'] as const

/** A notification that was read. Without keys, it concerns everything of its topic. */
export interface Notification {
  topic: Topic
  keys: string[]
  /** True if this process has sent it and needs no action. */
  isOwn: boolean
}

/** Creates and reads texts for NOTIFY, which are limited to 8,000 bytes. */
export interface Notifier {
  readonly channel: string
  /** Returns the text that notifies all processes, including this one. */
  payload(topic: Topic, key?: string): string
  /** Notifies the other processes soon that events of a run were committed, which this process has already delivered to its own readers. */
  announceEvents(key: string): void
  /** Reads a text of the channel. Returns undefined for the text of another sender. */
  read(text: string): Notification | undefined
  /** Sends pending notifications. */
  close(): Promise<void>
}

const maxBytes = 7_000

/** Time in milliseconds for which events wait for others of the same notification, because all notifications of a database take one lock in turn. */
const collectMs = 10

/** Creates the notifications of one process. `send` sends texts; a failure is ignored, because readers also read without notifications. */
export function createNotifier(channel: string, send: (payloads: string[]) => Promise<unknown>): Notifier {
  const source = randomUUID()
  let keys = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    if (keys.size === 0) return
    const payloads = toPayloads([...keys], source)
    keys = new Set()
    await send(payloads).catch(() => undefined)
  }
  return {
    channel,
    // A key that is too long is omitted; all waiting callers of any key then query the database.
    payload: (topic, key = '') => JSON.stringify([topic, '', ...(key === '' || Buffer.byteLength(key) > maxBytes ? [] : [key])]),
    announceEvents(key) {
      keys.add(key)
      timer ??= setTimeout(() => void flush(), collectMs)
    },
    read: (text) => readPayload(text, source),
    close: flush,
  }
}

/** Puts as many keys in each text as fit. A single key that is too long becomes a text without keys. */
function toPayloads(keys: string[], source: string): string[] {
  const lists: string[][] = []
  let left = 0
  for (const key of keys) {
    const bytes = Buffer.byteLength(JSON.stringify(key)) + 1
    if (bytes > maxBytes) return [JSON.stringify(['event', source])]
    if (bytes > left) {
      lists.push([])
      left = maxBytes
    }
    lists.at(-1)?.push(key)
    left -= bytes
  }
  return lists.map((list) => JSON.stringify(['event', source, ...list]))
}

function readPayload(text: string, source: string): Notification | undefined {
  try {
    const [topic, from, ...rest] = JSON.parse(text) as unknown[]
    const known = topics.find((one) => one === topic)
    const keys = rest.filter((key) => typeof key === 'string')
    return known && { topic: known, keys, isOwn: from === source }
  } catch {
    return undefined
  }
}
