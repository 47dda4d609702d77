import type { NewRunMessage, SendMessageResult } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readJson } from '../http/request.ts'
import { errorResponse, jsonResponse, notFound } from '../http/response.ts'
import { storable } from '../input/clean-json.ts'
import type { Call, PfContext, RouteHandler } from '../runs/context.ts'

/**
 * POST /agui/runs/{run_id}/messages {id, kind, text?}: sends a message to a run at work, which reads it before its next step. 202 with the
 * id once it is stored; the same id again is stored once. 404 for a run that is unknown or belongs to another owner, 409 for one that has
 * ended, has too many messages or does not read messages.
 */
export const postRunMessage: RouteHandler = (context, call) =>
  post(context, call, async (message) => context.agent.sendMessage?.(call.params.get('run_id') ?? '', message, call.scope))

/** POST /tasks/{id}/messages: the same for the run of a background task. */
export const postTaskMessage: RouteHandler = (context, call) =>
  post(context, call, async (message) => context.tasks?.sendMessage?.(call.params.get('id') ?? '', message, call.scope))

async function post({ limits }: PfContext, { request }: Call, send: (message: NewRunMessage) => Promise<SendMessageResult | undefined>): Promise<Response> {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const { id, kind, text } = isRecord(body.value) ? body.value : {}
  // The agent refuses values of other types and unknown kinds.
  const message = { id: clean(id), kind, ...(text === undefined ? {} : { text: clean(text) }) } as NewRunMessage
  const result = await send(message)
  if (result === 'accepted') return jsonResponse({ id: message.id }, { status: 202 })
  return result === undefined || result === 'unknown' ? notFound() : errorResponse({ status: 409, code: 'conflict', error: reasons[result] })
}

const clean = (value: unknown) => (typeof value === 'string' ? storable(value) : value)

const reasons = {
  finished: 'The run has ended. Send the message as a new request.',
  full: 'The run has as many messages as it may have.',
  unsupported: 'The run does not read messages.',
} satisfies Record<Exclude<SendMessageResult, 'accepted' | 'unknown'>, string>
