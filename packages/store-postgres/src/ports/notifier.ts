import { randomUUID } from 'node:crypto'

/**
 * What one process tells the others: events of runs were committed, a lease may be free, the cancellation of a run is requested,
 * or a process has left a run that it has not ended.
 */
export type Topic = (typeof topics)[number]
const topics = ['event', 'lease', 'cancel', 'left'] as const

/** A notification that was read. Without keys it concerns everything of its topic. */
export interface Notification {
  topic: Topic
  keys: string[]
  /** Whether this process has sent it and knows already. */
  isOwn: boolean
}

/** Texts for NOTIFY, which takes less than 8,000 bytes. */
export interface Notifier {
  readonly channel: string
  /** The text that tells all processes, this one included. */
  payload(topic: Topic, key?: string): string
  /** Tells the other processes soon that events of a run were committed, which this process has handed to its own readers. */
  announceEvents(key: string): void
  /** Reads a text of the channel. Undefined for the text of somebody else. */
  read(text: string): Notification | undefined
  /** Sends what has not been sent. */
  close(): Promise<void>
}

const maxBytes = 7_000

/** How long events wait for others that are told with them, in milliseconds: all notifications of a database take one lock in turn. */
const collectMs = 10

/** Creates the notifications of one process. `send` tells texts; a failure is ignored, since readers also look without having been told. */
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
    // A key that is too long is left out: everybody who waits for anything then looks.
    payload: (topic, key = '') => JSON.stringify([topic, '', ...(key === '' || Buffer.byteLength(key) > maxBytes ? [] : [key])]),
    announceEvents(key) {
      keys.add(key)
      timer ??= setTimeout(() => void flush(), collectMs)
    },
    read: (text) => readPayload(text, source),
    close: flush,
  }
}

/** As many keys in each text as fit. A single key that is too long becomes a text without keys. */
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
