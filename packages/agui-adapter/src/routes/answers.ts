import type { AnswerResult } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readJson } from '../http/request.ts'
import { errorResponse, invalidInput, jsonResponse, notFound } from '../http/response.ts'
import { readAnswer } from '../input/answers.ts'
import type { RouteHandler } from '../runs/context.ts'
import { findSegment } from '../runs/find-segment.ts'
import { openRun } from '../runs/open-run.ts'

const callKeys = ['thread_id', 'run_id', 'tool_call_id'] as const
const interactionKeys = ['interaction_id'] as const

/** POST /agui/tool_result: answers an interaction, identified by its id or by its tool call. The events of the run continue on the open stream. */
export const postToolResult: RouteHandler = async ({ agent, limits }, { request, scope }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const keys = isRecord(body.value) && Object.hasOwn(body.value, 'interaction_id') ? interactionKeys : callKeys
  const read = readAnswer<string>(body.value, keys, limits.depth)
  if (!read.ok) return invalidInput(read.issues)
  const result = await agent.answer(read.ids as Parameters<typeof agent.answer>[0], read.envelope, scope)
  return 'run_id' in result ? acceptedResponse(result) : rejectedResponse(result)
}

/** POST /agui/resume: answers an interaction and streams the run that continues with it. A repeated request gets the same stream. */
export const postResume: RouteHandler = async (context, { request, scope }) => {
  const { agent, limits, pending } = context
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const read = readAnswer(body.value, ['thread_id', 'interrupt_id'], limits.depth)
  if (!read.ok) return invalidInput(read.issues)
  const { thread_id, interrupt_id } = read.ids
  const interaction = await pending?.get(scope, interrupt_id)
  if (pending && interaction?.thread_id !== thread_id) return notFound()
  const result = await agent.answer({ interaction_id: interrupt_id }, read.envelope, scope)
  if (!('run_id' in result)) return rejectedResponse(result)
  const segmentAfter = await findSegment(context, { scope, runId: result.run_id, threadId: thread_id }, { interactions: [interrupt_id], calls: [] })
  const reading = { request, scope, runId: result.run_id, ...(segmentAfter === undefined ? {} : { segmentAfter }) }
  return (await openRun(context, reading)) ?? acceptedResponse(result)
}

type Rejected = Exclude<AnswerResult, { run_id: string }>

/** Returns the response to an answer that was accepted, now or by an earlier request. */
const acceptedResponse = ({ status, run_id }: Extract<AnswerResult, { run_id: string }>) => jsonResponse({ status, run_id })

const rejections = {
  unknown: () => notFound(),
  invalid: ({ issues }) => invalidInput(issues),
  conflict: ({ hash }) => errorResponse({ status: 409, code: 'conflict', error: 'The interaction was already answered with another value.', fields: { hash } }),
  gone: () => errorResponse({ status: 410, code: 'gone' }),
} satisfies { [S in Rejected['status']]: (result: Extract<Rejected, { status: S }>) => Response }

/** Returns the response to an answer that was not accepted: 404, 400 (the interaction stays open), 409 or 410. */
function rejectedResponse(result: Rejected): Response {
  const respond: (result: never) => Response = rejections[result.status]
  return respond(result as never)
}
