import type { NumberedEvent } from '../agui/agui-event.ts'
import { encodeEvent } from '../sse/encode-event.ts'

type Batches = AsyncGenerator<NumberedEvent[], void, undefined>

/**
 * Encodes batches of wire events as SSE text, one string for each batch. An event that cannot be written as JSON ends the run with an error.
 * `first` is the result of a `next()` that was already called.
 */
export async function* runBlocks(batches: Batches, first?: Promise<IteratorResult<NumberedEvent[], void>>): AsyncGenerator<string, void, undefined> {
  try {
    let step = await (first ?? batches.next())
    while (!step.done) {
      if (step.value.length > 0) yield await encodeOrFail(batches, step.value)
      step = await batches.next()
    }
  } finally {
    await batches.return()
  }
}

async function encodeOrFail(batches: Batches, batch: NumberedEvent[]): Promise<string> {
  try {
    return encodeBatch(batch)
  } catch (error) {
    const last = await batches.throw(error)
    return encodeBatch(last.value ?? [])
  }
}

const encodeBatch = (batch: NumberedEvent[]) => batch.map(({ id, event }) => encodeEvent(id === undefined ? { json: event } : { id, json: event })).join('')
