/** What one process tells the others: events of a run were committed, a lease may be free, or the cancellation of a run is requested. */
export type Topic = 'event' | 'lease' | 'cancel'

/** Texts for NOTIFY, which takes less than 8,000 bytes. */
export interface Notifier {
  readonly channel: string
  payload(topic: Topic, key: string): string
}

const maxBytes = 7_000

/** A key that is too long is left out: everybody who waits for anything then looks. */
export function createNotifier(channel: string): Notifier {
  return { channel, payload: (topic, key) => JSON.stringify(Buffer.byteLength(key) > maxBytes ? [topic] : [topic, key]) }
}

/** The topic and key of a payload; undefined for the text of somebody else. */
export function readPayload(text: string): { topic: Topic; key?: string } | undefined {
  try {
    const [topic, key] = JSON.parse(text) as unknown[]
    if (topic !== 'event' && topic !== 'lease' && topic !== 'cancel') return undefined
    return typeof key === 'string' ? { topic, key } : { topic }
  } catch {
    return undefined
  }
}
