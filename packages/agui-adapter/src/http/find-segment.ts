import type { AgentInput, PlannerEvent, Scope } from '@pf/core'
import type { PfContext } from './context.ts'

const patienceMs = 1_000

/** What tells a segment apart: the questions it was given answers for, and the calls that its request had results of. */
export interface SegmentMarks {
  interactions: readonly string[]
  calls: readonly string[]
}

/** The marks of a request; empty for a plain one. */
export function marksOf({ answers = [], messages }: Pick<AgentInput, 'answers' | 'messages'>): SegmentMarks {
  const interactions = answers.flatMap(({ ref }) => ('interaction_id' in ref ? [ref.interaction_id] : []))
  return { interactions, calls: messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])) }
}

/** Where in a log a reader looks for a segment. */
export interface SegmentPlace {
  scope: Scope
  run_id: string
  thread_id: string
}

/**
 * The seq behind which a run's segment stands that these answers began: of several the first one that fits, so that a request that comes
 * twice gets the same stream. Undefined where none does, which means the log from its start.
 */
export async function findSegment({ agent }: PfContext, { scope, run_id, thread_id }: SegmentPlace, marks: SegmentMarks): Promise<number | undefined> {
  if (marks.interactions.length + marks.calls.length === 0) return undefined
  const view = await agent.thread(thread_id, scope)
  const last = view?.last_run_id === run_id ? view.last_seq : Number.POSITIVE_INFINITY
  const stop = AbortSignal.timeout(patienceMs)
  const events = await agent.attach(run_id, 0, { scope, signal: stop }).catch(() => undefined)
  return events && seek(events, { last, marks }).catch(() => undefined)
}

async function seek(events: AsyncIterable<PlannerEvent>, { last, marks }: { last: number; marks: SegmentMarks }): Promise<number | undefined> {
  let begin: number | undefined
  for await (const event of events) {
    if (event.type === 'run_start' && fits(event, marks)) begin = event.seq - 1
    const answered = event.type === 'resume' && marks.interactions.includes(event.interaction_id)
    if (begin !== undefined && (answered || marks.interactions.length === 0)) return begin
    if (event.seq >= last) break
  }
  return undefined
}

const fits = ({ client }: PlannerEvent<'run_start'>, { calls }: SegmentMarks) => calls.every((id) => client.answered.includes(id))
