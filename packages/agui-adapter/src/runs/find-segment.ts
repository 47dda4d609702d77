import type { AgentInput, PlannerEvent, Scope } from '@pf/core'
import type { PfContext } from './context.ts'

const timeoutMs = 1_000

/** Identifies a segment: the interactions that its request answered, and the tool calls whose results its request contained. */
export interface SegmentMarks {
  interactions: readonly string[]
  calls: readonly string[]
}

/** Returns the marks of a request; empty if it answers nothing. */
export function marksOf({ answers = [], messages }: Pick<AgentInput, 'answers' | 'messages'>): SegmentMarks {
  const interactions = answers.flatMap(({ ref }) => ('interaction_id' in ref ? [ref.interaction_id] : []))
  return { interactions, calls: messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])) }
}

/** The run in whose log a segment is searched. */
export interface RunLocation {
  scope: Scope
  runId: string
  threadId: string
}

/**
 * Finds the segment that the answers of a request started, and returns the seq before it. The first match is used, so that a repeated request
 * gets the same stream. Returns undefined without a match; the log is then read from its start.
 */
export async function findSegment({ agent }: PfContext, { scope, runId, threadId }: RunLocation, marks: SegmentMarks): Promise<number | undefined> {
  if (marks.interactions.length + marks.calls.length === 0) return undefined
  const view = await agent.thread(threadId, scope)
  const last = view?.last_run_id === runId ? view.last_seq : Number.POSITIVE_INFINITY
  const signal = AbortSignal.timeout(timeoutMs)
  const events = await agent.attach(runId, 0, { scope, signal }).catch(() => undefined)
  return events && findStart(events, { last, marks }).catch(() => undefined)
}

async function findStart(events: AsyncIterable<PlannerEvent>, { last, marks }: { last: number; marks: SegmentMarks }): Promise<number | undefined> {
  let start: number | undefined
  for await (const event of events) {
    if (event.type === 'run_start' && matches(event, marks)) start = event.seq - 1
    const answered = event.type === 'resume' && marks.interactions.includes(event.interaction_id)
    if (start !== undefined && (answered || marks.interactions.length === 0)) return start
    if (event.seq >= last) break
  }
  return undefined
}

const matches = ({ client }: PlannerEvent<'run_start'>, { calls }: SegmentMarks) => calls.every((id) => client.answered.includes(id))
