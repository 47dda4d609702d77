import type { PlannerEvent } from '@pf/core'
import { within } from './within.ts'

/** Yields bytes in pieces of `size`, like a stream. */
export async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

/** Reads all bytes of a body. */
export async function allBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(new Uint8Array(part))
  return new Uint8Array(Buffer.concat(parts))
}

/** Collects all items until the end. */
export function collect<T>(source: AsyncIterable<T>, what = 'the end of a reader'): Promise<T[]> {
  const read = async () => {
    const items: T[] = []
    for await (const item of source) items.push(item)
    return items
  }
  return within(read(), what)
}

/** Reads the next `count` events; the reader stays open. */
export async function take(reader: AsyncIterator<PlannerEvent>, count: number): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  while (events.length < count) {
    const step = await within(reader.next(), `event ${events.length + 1} of ${count}`)
    if (step.done) break
    events.push(step.value)
  }
  return events
}

/** True if the reader has ended. */
export async function ended(reader: AsyncIterator<PlannerEvent>): Promise<boolean> {
  return (await within(reader.next(), 'the end of a reader')).done === true
}
