import { readAnswer } from '../../input/read-answer.ts'
import { notTaken, taken } from '../answered.ts'
import type { RouteHandler } from '../context.ts'
import { findSegment } from '../find-segment.ts'
import { openRun } from '../open-run.ts'
import { readJson } from '../read-json.ts'
import { invalid, notFound } from '../respond.ts'

/** POST /agui/resume: an answer, and the events of the run that goes on with it. The same answer again gets the same stream. */
export const postResume: RouteHandler = async (context, { request, scope }) => {
  const { agent, limits, pending } = context
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const read = readAnswer(body.value, ['thread_id', 'interrupt_id'], limits.depth)
  if (!read.ok) return invalid(read.issues)
  const { thread_id, interrupt_id } = read.ids
  const question = await pending?.get(scope, interrupt_id)
  if (pending && question?.thread_id !== thread_id) return notFound()
  const result = await agent.answer({ interaction_id: interrupt_id }, read.envelope, scope)
  if (!('run_id' in result)) return notTaken(result)
  const behind = await findSegment(context, { scope, run_id: result.run_id, thread_id }, { interactions: [interrupt_id], calls: [] })
  const reading = { request, scope, run_id: result.run_id, ...(behind === undefined ? {} : { behind }) }
  return (await openRun(context, reading)) ?? taken(result)
}
