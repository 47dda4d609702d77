import type { ChatMessage, Scope } from '@pf/core'
import { type ChatTurn, parseChat } from '../input/parse-chat.ts'
import type { Call, PfContext } from './context.ts'
import { findSegment, marksOf, type SegmentPlace } from './find-segment.ts'
import { readJson } from './read-json.ts'
import { invalid, refusal } from './respond.ts'
import { startRun } from './start-run.ts'

/** A turn that runs, and behind which seq of its log it stands. */
export interface StartedChat {
  thread_id: string
  run_id: string
  behind?: number
}

/** Reads a turn of plain chat and starts its run over the stored conversation; or the response that refuses it. */
export async function startChat(context: PfContext, { request, scope }: Call): Promise<StartedChat | { response: Response }> {
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body
  const parsed = parseChat(body.value, context.limits)
  if (!parsed.ok) return { response: invalid(parsed.issues) }
  const ids = { thread_id: parsed.turn.thread_id ?? crypto.randomUUID(), run_id: parsed.turn.run_id ?? crypto.randomUUID() }
  const input = await inputOf(context, scope, { ...parsed.turn, ...ids })
  const started = await startRun(context, input, scope)
  if (started.status === 'busy') return { response: refusal({ status: 409, code: 'busy', fields: { busy: true, run_id: started.run_id } }) }
  const place = { scope, run_id: started.run_id, thread_id: ids.thread_id }
  if (started.status === 'exists' && !(await ofThread(context, place)))
    return { response: refusal({ status: 409, code: 'invalid_input', error: 'This run_id is taken by a run of another thread.' }) }
  const behind = started.status === 'started' ? started.after : await findSegment(context, place, marksOf(input))
  return { thread_id: ids.thread_id, run_id: started.run_id, ...(behind === undefined ? {} : { behind }) }
}

/** On our own routes the stored conversation is the conversation. A retried turn has its message in there already. */
async function inputOf({ agent }: PfContext, scope: Scope, { thread_id, run_id, message, answers }: ChatTurn & { thread_id: string; run_id: string }) {
  const view = await agent.thread(thread_id, scope)
  const known = (view?.messages ?? []).filter((entry) => entry.run_id !== run_id)
  const history = known.map(({ id, role, content }): ChatMessage => ({ id, role, content }))
  const line: ChatMessage[] = message.trim() === '' ? [] : [{ id: `${run_id}:input`, role: 'user', content: message }]
  return { thread_id, run_id, messages: [...history, ...line], client_tools: [], context: [], client: { pf: {} }, ...(answers.length > 0 ? { answers } : {}) }
}

/** A run_id that was used before names a run of the same conversation, or nothing that this request may read. */
async function ofThread({ agent }: PfContext, { scope, run_id, thread_id }: SegmentPlace): Promise<boolean> {
  const events = await agent.attach(run_id, 0, { scope, signal: AbortSignal.timeout(1_000) })
  for await (const event of events ?? []) return event.thread_id === thread_id
  return true
}
