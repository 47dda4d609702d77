import type { AguiEvent, NumberedEvent } from '../agui/agui-event.ts'
import { dropSuperseded } from './drop-superseded.ts'

type Batches = AsyncGenerator<NumberedEvent[], void, undefined>

/**
 * Combines the events up to seq `until` into one short batch with the same result for the reader, and passes the rest on unchanged. Only the
 * last event of that batch has an id, so a reader that is disconnected inside it receives all of it again.
 */
export async function* foldBatches(batches: Batches, until: number): Batches {
  let held: NumberedEvent[] = []
  let folding = true
  try {
    for await (const batch of batches) {
      const seq = seqOf(batch)
      if (folding && seq <= until) held.push(...batch)
      if (folding && seq >= until) {
        folding = false
        if (held.length > 0) yield fold(held)
        held = []
        if (seq === until) continue
      }
      if (!folding) yield batch
    }
    if (held.length > 0) yield fold(held)
  } finally {
    await batches.return()
  }
}

/** Reads the seq from the id of the first event. A batch without an id is the end of a log that could not be read, and comes last. */
function seqOf(batch: readonly NumberedEvent[]): number {
  const [first] = batch
  if (!first) return 0
  return first.id === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(first.id, 10)
}

function fold(events: readonly NumberedEvent[]): NumberedEvent[] {
  const folded = dropSuperseded(joinDeltas(events.map(({ event }) => event)))
  const id = events.findLast((one) => one.id !== undefined)?.id
  return folded.map((event, index) => (index === folded.length - 1 && id !== undefined ? { id, event } : { event }))
}

const deltaKeys = {
  TEXT_MESSAGE_CONTENT: ({ messageId }) => `text ${messageId}`,
  REASONING_MESSAGE_CONTENT: ({ messageId }) => `reasoning ${messageId}`,
  TOOL_CALL_ARGS: ({ toolCallId }) => `args ${toolCallId}`,
} satisfies { [K in AguiEvent['type']]?: (event: Extract<AguiEvent, { type: K }>) => string }

type Delta = Extract<AguiEvent, { type: keyof typeof deltaKeys }>

/** Joins all deltas of a message or call into one, at the position of the first. */
function joinDeltas(events: readonly AguiEvent[]): AguiEvent[] {
  const partsByKey = new Map<string, string[]>()
  const joined: { event: AguiEvent; parts?: string[] }[] = []
  for (const event of events) {
    const key = deltaKey(event)
    const parts = key === undefined ? undefined : partsByKey.get(key)
    if (parts) parts.push((event as Delta).delta)
    else if (key === undefined) joined.push({ event })
    else {
      const newParts = [(event as Delta).delta]
      partsByKey.set(key, newParts)
      joined.push({ event, parts: newParts })
    }
  }
  return joined.map(({ event, parts }) => (parts ? { ...(event as Delta), delta: parts.join('') } : event))
}

function deltaKey(event: AguiEvent): string | undefined {
  const read = deltaKeys[event.type as keyof typeof deltaKeys] as ((event: AguiEvent) => string) | undefined
  return read?.(event)
}
