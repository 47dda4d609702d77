import { encodeEvent } from '../sse/encode-event.ts'
import type { NumberedPlainEvent } from './plain-event.ts'

type Batches = AsyncGenerator<NumberedPlainEvent[], void, undefined>
type First = Promise<IteratorResult<NumberedPlainEvent[], void>>

/** Named events as SSE text. `first` is the first batch where it was asked for already. */
export async function* plainBlocks(batches: Batches, first?: First): AsyncGenerator<string, void, undefined> {
  try {
    for (let step = await (first ?? batches.next()); !step.done; step = await batches.next())
      yield step.value.map(({ id, event, data }) => encodeEvent({ ...(id === undefined ? {} : { id }), event, json: data })).join('')
  } finally {
    await batches.return()
  }
}
