import type { UncommittedEvent } from '../contracts/events.ts'

/**
 * Merges adjacent deltas of one stream, tool call or draft block into one event with the `ts` of the first one. A closing chunk (`done`) is
 * not merged. The order is kept, and the input is not modified. Used for the queue before `RunStore.commit`.
 */
export function mergeDeltas(events: readonly UncommittedEvent[]): UncommittedEvent[] {
  const merged: UncommittedEvent[] = []
  for (const event of events) {
    const last = merged.at(-1)
    const joined = last && sameEnvelope(last, event) ? join(last, event) : undefined
    if (joined) merged[merged.length - 1] = joined
    else merged.push(event)
  }
  return merged
}

function sameEnvelope(last: UncommittedEvent, next: UncommittedEvent): boolean {
  return last.run_id === next.run_id && last.thread_id === next.thread_id && last.step === next.step && last.parent_run_id === next.parent_run_id
}

function join(last: UncommittedEvent, next: UncommittedEvent): UncommittedEvent | undefined {
  if (last.type === 'llm_stream_chunk' && next.type === 'llm_stream_chunk') return joinText(last, next)
  if (last.type === 'tool_call_args' && next.type === 'tool_call_args') return joinArguments(last, next)
  if (last.type === 'draft_delta' && next.type === 'draft_delta') return joinDraft(last, next)
  return undefined
}

type Chunk = UncommittedEvent<'llm_stream_chunk'>
const chunkKeys = ['stream_id', 'channel', 'phase', 'attempt', 'action_seq'] as const satisfies (keyof Chunk)[]

function joinText(last: Chunk, next: Chunk): Chunk | undefined {
  const open = !last.done && !next.done && chunkKeys.every((key) => last[key] === next[key])
  return open ? { ...last, text: last.text + next.text } : undefined
}

function joinArguments(last: UncommittedEvent<'tool_call_args'>, next: UncommittedEvent<'tool_call_args'>) {
  return last.tool_call_id === next.tool_call_id ? { ...last, delta: last.delta + next.delta } : undefined
}

type Draft = UncommittedEvent<'draft_delta'>
const draftKeys = ['draft_id', 'block', 'attempt'] as const satisfies (keyof Draft)[]

function joinDraft(last: Draft, next: Draft): Draft | undefined {
  return draftKeys.every((key) => last[key] === next[key]) ? { ...last, text: last.text + next.text } : undefined
}
