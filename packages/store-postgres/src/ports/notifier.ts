/**
 * What one process tells the others: events of a run were committed, a lease may be free, the cancellation of a run is requested,
 * or a process has left a run that it has not ended.
 */
export type Topic = (typeof topics)[number]
const topics = ['event', 'lease', 'cancel', 'left'] as const

/** Texts for NOTIFY, which takes less than 8,000 bytes. */
export interface Notifier {
  readonly channel: string
  payload(topic: Topic, key?: string): string
}

const maxBytes = 7_000

/** A key that is too long is left out: everybody who waits for anything then looks. */
export function createNotifier(channel: string): Notifier {
  return { channel, payload: (topic, key = '') => JSON.stringify(key === '' || Buffer.byteLength(key) > maxBytes ? [topic] : [topic, key]) }
}

/** The topic and key of a payload; undefined for the text of somebody else. */
export function readPayload(text: string): { topic: Topic; key?: string } | undefined {
  try {
    const [topic, key] = JSON.parse(text) as unknown[]
    const known = topics.find((one) => one === topic)
    return known && (typeof key === 'string' ? { topic: known, key } : { topic: known })
  } catch {
    return undefined
  }
}
