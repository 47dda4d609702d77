import type { NumberedEvent } from '../agui/numbered-event.ts'
import { encodeEvent } from './encode-event.ts'

type Batches = AsyncGenerator<NumberedEvent[], void, undefined>

/**
 * Wire events as SSE text, one piece for the events of one planner event. An event without a JSON form ends the run with an error.
 * `first` is the first batch where it was asked for already.
 */
export async function* runBlocks(batches: Batches, first?: Promise<IteratorResult<NumberedEvent[], void>>): AsyncGenerator<string, void, undefined> {
  try {
    let step = await (first ?? batches.next())
    while (!step.done) {
      if (step.value.length > 0) yield await encode(batches, step.value)
      step = await batches.next()
    }
  } finally {
    await batches.return()
  }
}

async function encode(batches: Batches, batch: NumberedEvent[]): Promise<string> {
  try {
    return toText(batch)
  } catch (error) {
    const last = await batches.throw(error)
    return toText(last.value ?? [])
  }
}

const toText = (batch: NumberedEvent[]) => batch.map(({ id, event }) => encodeEvent(id === undefined ? { json: event } : { id, json: event })).join('')
