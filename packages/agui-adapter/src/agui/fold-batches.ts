import type { AguiEvent } from './agui-event.ts'
import { dropReplaced } from './drop-replaced.ts'
import type { NumberedEvent } from './numbered-event.ts'

type Batches = AsyncGenerator<NumberedEvent[], void, undefined>

/**
 * The events up to seq `until` as one short batch with the same outcome for who reads it, then the rest as it comes. Only the batch's last
 * event has an id, that of the last event folded: whoever is cut off inside it reads it anew.
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

/** The wire knows the log's seq only by the ids; an end that no log holds comes behind everything. */
function seqOf(batch: readonly NumberedEvent[]): number {
  const [first] = batch
  if (!first) return 0
  return first.id === undefined ? Number.POSITIVE_INFINITY : Number.parseInt(first.id, 10)
}

function fold(events: readonly NumberedEvent[]): NumberedEvent[] {
  const folded = dropReplaced(join(events.map(({ event }) => event)))
  const id = events.findLast((one) => one.id !== undefined)?.id
  return folded.map((event, index) => (index === folded.length - 1 && id !== undefined ? { id, event } : { event }))
}

const joined = {
  TEXT_MESSAGE_CONTENT: ({ messageId }) => `text ${messageId}`,
  REASONING_MESSAGE_CONTENT: ({ messageId }) => `reasoning ${messageId}`,
  TOOL_CALL_ARGS: ({ toolCallId }) => `args ${toolCallId}`,
} satisfies { [K in AguiEvent['type']]?: (event: Extract<AguiEvent, { type: K }>) => string }

type Delta = Extract<AguiEvent, { type: keyof typeof joined }>

/** All deltas of a message or call become one, in the place of the first. */
function join(events: readonly AguiEvent[]): AguiEvent[] {
  const firsts = new Map<string, string[]>()
  const slots: { event: AguiEvent; parts?: string[] }[] = []
  for (const event of events) {
    const key = deltaKey(event)
    const known = key === undefined ? undefined : firsts.get(key)
    if (known) known.push((event as Delta).delta)
    else if (key === undefined) slots.push({ event })
    else {
      const parts = [(event as Delta).delta]
      firsts.set(key, parts)
      slots.push({ event, parts })
    }
  }
  return slots.map(({ event, parts }) => (parts ? { ...(event as Delta), delta: parts.join('') } : event))
}

function deltaKey(event: AguiEvent): string | undefined {
  const read = joined[event.type as keyof typeof joined] as ((event: AguiEvent) => string) | undefined
  return read?.(event)
}
