import type { AgentInput, Scope, StartResult } from '@pf/core'
import { type ParsedInput, parseRunInput } from '../../input/parse-run-input.ts'
import type { PfContext, RouteHandler } from '../context.ts'
import { findSegment, marksOf } from '../find-segment.ts'
import { openRun, type RunReading } from '../open-run.ts'
import { readJson } from '../read-json.ts'
import { notFound, refusal } from '../respond.ts'
import { startRun } from '../start-run.ts'

/**
 * POST /agui/agent: RunAgentInput in, a run's events out. A known run_id attaches and replays from RUN_STARTED. Answers in the request are
 * never refused, as that would end the thread in stock clients: one that comes while its run works joins that run.
 */
export const postAgent: RouteHandler = async (context, { request, scope }) => {
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const parsed = parseRunInput(body.value, context.limits)
  if (!parsed.ok) return refuse(parsed)
  for (const warning of parsed.warnings) context.onWarning(warning)
  const started = await startRun(context, parsed.input, scope)
  const { input, echo } = parsed
  const joins = started.status === 'busy' && input.answers !== undefined && input.client.pf === undefined
  if (started.status === 'busy' && !joins) return refusal({ status: 409, code: 'busy', fields: { busy: true, run_id: started.run_id } })
  if (joins) context.onWarning(joined)
  const behind = await segmentOf(context, scope, { input, started })
  const response = await openRun(context, {
    request,
    scope,
    run_id: started.run_id,
    stock: context.stopsOrphans && input.client.pf === undefined,
    ...(echo ? { messages: echo } : {}),
    ...(behind === undefined ? {} : { behind }),
    ...(joins ? { underId: input.run_id } : {}),
    ...(started.status === 'exists' ? { inspect: sameThread(input.thread_id) } : {}),
  })
  return response ?? notFound()
}

const joined = { code: 'answer_repeated', text: 'An answer came while its run was at work already; the request was joined to that run.' }

/** A run that goes on in its own log says where; a request that comes again looks for what it began the first time. */
async function segmentOf(context: PfContext, scope: Scope, { input, started }: { input: AgentInput; started: StartResult }): Promise<number | undefined> {
  if (started.status === 'started') return started.after
  return findSegment(context, { scope, run_id: started.run_id, thread_id: input.thread_id }, marksOf(input))
}

function refuse({ code, issues }: Extract<ParsedInput, { ok: false }>): Response {
  return refusal({ status: code === 'too_large' ? 413 : 400, code, fields: { issues } })
}

/** A run id belongs to one thread; under another one its events would be those of a stranger. */
function sameThread(thread_id: string): NonNullable<RunReading['inspect']> {
  return (first) => {
    const started = first?.[0]?.event
    if (started?.type !== 'RUN_STARTED' || started.threadId === thread_id) return undefined
    const issues = [{ code: 'invalid_input', pointer: '/runId', expected: 'a runId that no other thread uses' }]
    return refusal({ status: 409, code: 'invalid_input', error: 'This runId is taken by a run of another thread.', fields: { issues } })
  }
}
