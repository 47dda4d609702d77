import { type ParsedInput, parseRunInput } from '../../input/parse-run-input.ts'
import type { RouteHandler } from '../context.ts'
import { openRun, type RunReading } from '../open-run.ts'
import { readJson } from '../read-json.ts'
import { notFound, refusal } from '../respond.ts'
import { startRun } from '../start-run.ts'

/** POST /agui/agent: RunAgentInput in, a run's events out. A known run_id attaches and replays from RUN_STARTED. */
export const postAgent: RouteHandler = async (context, { request, scope }) => {
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const parsed = parseRunInput(body.value, context.limits)
  if (!parsed.ok) return refuse(parsed)
  for (const warning of parsed.warnings) context.onWarning(warning)
  const { input, echo } = parsed
  const started = await startRun(context, input, scope)
  if (started.status === 'busy') return refusal({ status: 409, code: 'busy', fields: { busy: true, run_id: started.run_id } })
  const response = await openRun(context, {
    request,
    scope,
    run_id: started.run_id,
    stock: context.stopsOrphans && input.client.pf === undefined,
    ...(echo ? { messages: echo } : {}),
    ...(started.status === 'exists' ? { inspect: sameThread(input.thread_id) } : {}),
  })
  return response ?? notFound()
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
