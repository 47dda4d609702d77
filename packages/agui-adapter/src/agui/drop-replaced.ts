import type { AguiEvent } from './agui-event.ts'

/** Components go out twice, and a reader looks at one of both. */
type Lane = 'activity' | 'artifact'

/** What an event tells of. `whole`: it says all of it. `lane`: where it was told of first is where it stands for who reads that. */
interface Part {
  key: string
  whole: boolean
  lane?: Lane
}

type Fields = { [key: string]: unknown }

/** What a later event says as a whole replaces what came before. */
const parts = {
  STATE_SNAPSHOT: () => ({ key: 'state', whole: true }),
  STATE_DELTA: () => ({ key: 'state', whole: false }),
  ACTIVITY_SNAPSHOT: ({ messageId }) => ({ key: `activity ${messageId}`, whole: true, lane: 'activity' as const }),
  ACTIVITY_DELTA: ({ messageId }) => ({ key: `activity ${messageId}`, whole: false, lane: 'activity' as const }),
  CUSTOM: ({ name, value }) => (Object.hasOwn(customParts, name) ? customParts[name as keyof typeof customParts]((value ?? {}) as Fields) : undefined),
} satisfies { [K in AguiEvent['type']]?: (event: Extract<AguiEvent, { type: K }>) => Part | undefined }

const customParts = {
  tool_call_progress: ({ tool_call_id }) => ({ key: `progress ${tool_call_id}`, whole: true }),
  artifact_chunk: ({ meta, stream_id, mode = 'replace' }) => ({
    key: artifactKey(((meta ?? {}) as Fields).message_id, stream_id),
    whole: mode === 'replace',
    lane: 'artifact' as const,
  }),
  artifact_update: ({ message_id, id }) => ({ key: artifactKey(message_id, id), whole: false, lane: 'artifact' as const }),
} satisfies Record<string, (value: Fields) => Part>

const artifactKey = (message_id: unknown, id: unknown) => `artifact ${JSON.stringify([message_id, id])}`

function partOf(event: AguiEvent): Part | undefined {
  const read = parts[event.type as keyof typeof parts] as ((event: AguiEvent) => Part | undefined) | undefined
  return read?.(event)
}

/**
 * Without what a later event replaces. Where something stands before the event that replaces it, the first of its kind stays as well, as it
 * keeps the place. Chunks that are left are numbered from 0, never above their number in the history.
 */
export function dropReplaced(events: readonly AguiEvent[]): AguiEvent[] {
  const told = events.map(partOf)
  const firsts = firstsOf(told)
  const kept = keptOf(told)
  const opens = (index: number, part: Part) => part.lane !== undefined && firsts.get(part.key) === index
  const stays = told.map((part, index) => !part || kept.has(index) || opens(index, part))
  const before = {
    activity: countsOf(stays, (index) => told[index]?.lane !== 'artifact'),
    artifact: countsOf(stays, (index) => told[index]?.lane !== 'activity'),
  }
  const isOvertaken = (index: number, { key, lane = 'artifact' }: Part) => (before[lane][kept.starts(key)] ?? 0) > (before[lane][index + 1] ?? 0)
  return renumbered(
    events.filter((_, index) => {
      const part = told[index]
      return !part || kept.has(index) || (opens(index, part) && isOvertaken(index, part))
    }),
  )
}

/** How many of those that stay stand before each place. */
function countsOf(stays: readonly boolean[], counts: (index: number) => boolean): number[] {
  const before = [0]
  for (const [index, stay] of stays.entries()) before.push((before[index] ?? 0) + (stay && counts(index) ? 1 : 0))
  return before
}

function firstsOf(told: readonly (Part | undefined)[]): Map<string, number> {
  const firsts = new Map<string, number>()
  for (const [index, part] of told.entries()) if (part && !firsts.has(part.key)) firsts.set(part.key, index)
  return firsts
}

/** What no later whole replaces, and where of each key that begins. */
function keptOf(told: readonly (Part | undefined)[]) {
  const wholes = new Map<string, number>()
  for (const [index, part] of told.entries()) if (part?.whole) wholes.set(part.key, index)
  const starts = (key: string) => wholes.get(key) ?? 0
  return {
    starts,
    has(index: number) {
      const part = told[index]
      return !part || index >= starts(part.key)
    },
  }
}

function renumbered(events: readonly AguiEvent[]): AguiEvent[] {
  const counts = new Map<string, number>()
  return events.map((event) => {
    if (event.type !== 'CUSTOM' || event.name !== 'artifact_chunk') return event
    const key = partOf(event)?.key ?? ''
    const seq = counts.get(key) ?? 0
    counts.set(key, seq + 1)
    return { ...event, value: { ...(event.value as Fields), seq } }
  })
}
