import type { AguiEvent } from '../agui/agui-event.ts'

/** Components are sent as artifacts and as activities. A reader uses one of the two channels. */
type Channel = 'activity' | 'artifact'

/** The value that an event describes. */
interface Update {
  /** Identifies the value. */
  key: string
  /** True if the event contains the entire value and therefore supersedes earlier events of the same value. */
  whole: boolean
  /** Set for values that a reader shows at the position of their first event. */
  channel?: Channel
}

type Fields = { [key: string]: unknown }

const updateReaders = {
  STATE_SNAPSHOT: () => ({ key: 'state', whole: true }),
  STATE_DELTA: () => ({ key: 'state', whole: false }),
  ACTIVITY_SNAPSHOT: ({ messageId }) => ({ key: `activity ${messageId}`, whole: true, channel: 'activity' as const }),
  ACTIVITY_DELTA: ({ messageId }) => ({ key: `activity ${messageId}`, whole: false, channel: 'activity' as const }),
  CUSTOM: ({ name, value }) =>
    Object.hasOwn(customUpdateReaders, name) ? customUpdateReaders[name as keyof typeof customUpdateReaders]((value ?? {}) as Fields) : undefined,
} satisfies { [K in AguiEvent['type']]?: (event: Extract<AguiEvent, { type: K }>) => Update | undefined }

const customUpdateReaders = {
  tool_call_progress: ({ tool_call_id }) => ({ key: `progress ${tool_call_id}`, whole: true }),
  artifact_chunk: ({ meta, stream_id, mode = 'replace' }) => ({
    key: artifactKey(((meta ?? {}) as Fields).message_id, stream_id),
    whole: mode === 'replace',
    channel: 'artifact' as const,
  }),
  artifact_update: ({ message_id, id }) => ({ key: artifactKey(message_id, id), whole: false, channel: 'artifact' as const }),
} satisfies Record<string, (value: Fields) => Update>

const artifactKey = (message_id: unknown, id: unknown) => `artifact ${JSON.stringify([message_id, id])}`

function updateOf(event: AguiEvent): Update | undefined {
  const read = updateReaders[event.type as keyof typeof updateReaders] as ((event: AguiEvent) => Update | undefined) | undefined
  return read?.(event)
}

/**
 * Removes events that a later event supersedes. The first event of a component is kept if another event that is kept lies between it and
 * the event that supersedes it, because it determines the position of the component. The remaining artifact chunks are renumbered from 0.
 */
export function dropSuperseded(events: readonly AguiEvent[]): AguiEvent[] {
  const updates = events.map(updateOf)
  const firstIndexes = firstIndexesOf(updates)
  const current = findCurrent(updates)
  const isFirst = (index: number, update: Update) => update.channel !== undefined && firstIndexes.get(update.key) === index
  const stays = updates.map((update, index) => !update || current.has(index) || isFirst(index, update))
  const countBefore = {
    activity: cumulativeCounts(stays, (index) => updates[index]?.channel !== 'artifact'),
    artifact: cumulativeCounts(stays, (index) => updates[index]?.channel !== 'activity'),
  }
  const determinesPosition = (index: number, { key, channel = 'artifact' }: Update) =>
    (countBefore[channel][current.startOf(key)] ?? 0) > (countBefore[channel][index + 1] ?? 0)
  return renumberChunks(
    events.filter((_, index) => {
      const update = updates[index]
      return !update || current.has(index) || (isFirst(index, update) && determinesPosition(index, update))
    }),
  )
}

/** Returns for each index the number of kept events before it that `counts` accepts. */
function cumulativeCounts(stays: readonly boolean[], counts: (index: number) => boolean): number[] {
  const before = [0]
  for (const [index, stay] of stays.entries()) before.push((before[index] ?? 0) + (stay && counts(index) ? 1 : 0))
  return before
}

function firstIndexesOf(updates: readonly (Update | undefined)[]): Map<string, number> {
  const indexes = new Map<string, number>()
  for (const [index, update] of updates.entries()) if (update && !indexes.has(update.key)) indexes.set(update.key, index)
  return indexes
}

/** Finds the events that no later event supersedes: those from the last complete update of each key on. */
function findCurrent(updates: readonly (Update | undefined)[]) {
  const lastWhole = new Map<string, number>()
  for (const [index, update] of updates.entries()) if (update?.whole) lastWhole.set(update.key, index)
  const startOf = (key: string) => lastWhole.get(key) ?? 0
  return {
    /** Index of the last complete update of a key. */
    startOf,
    /** True if the event at this index is not superseded. */
    has(index: number) {
      const update = updates[index]
      return !update || index >= startOf(update.key)
    },
  }
}

function renumberChunks(events: readonly AguiEvent[]): AguiEvent[] {
  const counts = new Map<string, number>()
  return events.map((event) => {
    if (event.type !== 'CUSTOM' || event.name !== 'artifact_chunk') return event
    const key = updateOf(event)?.key ?? ''
    const seq = counts.get(key) ?? 0
    counts.set(key, seq + 1)
    return { ...event, value: { ...(event.value as Fields), seq } }
  })
}
