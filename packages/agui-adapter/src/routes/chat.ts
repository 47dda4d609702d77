import type { ChatMessage, Scope } from '@pf/core'
import { linkArtifacts, linkInteractions } from '../agui/link-artifacts.ts'
import { readJson, readPosition } from '../http/request.ts'
import { errorResponse, invalidInput, jsonResponse, noContentWhenEmpty, runNotFound } from '../http/response.ts'
import { type ChatTurn, parseChat } from '../input/parse-chat.ts'
import { chatError } from '../plain/plain-mappers.ts'
import type { Call, PfContext, RouteHandler } from '../runs/context.ts'
import { findSegment, marksOf, type RunLocation } from '../runs/find-segment.ts'
import { type SegmentEnd, waitForSegmentEnd } from '../runs/inspect-log.ts'
import { openChat } from '../runs/open-plain.ts'
import { startRun } from '../runs/start-run.ts'

/** POST /chat: runs a turn and returns its FinalPayload, or with `Accept: text/event-stream` the named events of the run. */
export const postChat: RouteHandler = async (context, call) => {
  const started = await startChat(context, call)
  if ('response' in started) return started.response
  if (!acceptsEvents(call.request)) return payloadResponse(context, call, started)
  const { threadId, ...run } = started
  const headers = { 'pf-thread-id': encodeURIComponent(threadId), 'pf-run-id': encodeURIComponent(run.runId) }
  return (await openChat(context, { request: call.request, scope: call.scope, ...run, headers })) ?? runNotFound()
}

/** POST /chat/streams: starts a turn and returns the URL of its events, which a plain EventSource can read. */
export const postChatStream: RouteHandler = async (context, call) => {
  const started = await startChat(context, call)
  if ('response' in started) return started.response
  const { threadId, runId, segmentAfter } = started
  const stream_url = `${context.basePath}/chat/streams/${encodeURIComponent(runId)}${segmentAfter === undefined ? '' : `?after=${segmentAfter}`}`
  return jsonResponse({ run_id: runId, thread_id: threadId, stream_url }, { status: 201, headers: { location: stream_url } })
}

/** True if the client accepts an event stream. Without an Accept header, the response is JSON. */
const acceptsEvents = (request: Request) => /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.get('accept') ?? '')

/** Returns the payload of a run, which continues even if the caller disconnects. The caller can repeat the request with the same run_id. */
async function payloadResponse(context: PfContext, { request, scope }: Call, { threadId, runId, segmentAfter = 0 }: StartedChat): Promise<Response> {
  const end = await waitForSegmentEnd(context, scope, { runId, segmentAfter, signal: request.signal })
  if (!end)
    return errorResponse({
      status: 503,
      code: 'unavailable',
      error: 'The run has not ended on this server. Repeat the request with its run_id.',
      fields: { run_id: runId },
    })
  const { payload, reason, error } = end.finish
  if (reason !== 'error')
    return jsonResponse({
      payload: linkedPayload(context, end),
      thread_id: threadId,
      run_id: runId,
      ...(end.interactions.length > 0 ? { interactions: linkInteractions(end.interactions, context.artifactUrl) } : {}),
    })
  const { data } = chatError(error ?? { code: 'internal', message: '', trace_id: '' })
  return jsonResponse({ ...data, payload, thread_id: threadId, run_id: runId }, { status: 500 })
}

const linkedPayload = ({ artifactUrl }: PfContext, { finish: { payload } }: SegmentEnd) => ({
  ...payload,
  artifacts: linkArtifacts(payload.artifacts, artifactUrl),
})

/** GET /chat/streams/{run_id}: streams the named events of a run after Last-Event-ID; 204 if no event is left, which stops an EventSource. */
export const getChatStream: RouteHandler = async (context, call) => {
  const position = readPosition(call.request, call.url)
  if ('response' in position) return position.response
  const { request, scope, params } = call
  return (await openChat(context, { request, scope, runId: params.get('run_id') ?? '', after: position.after, inspect: noContentWhenEmpty })) ?? runNotFound()
}

/** A started turn. `segmentAfter` is the seq before its segment in an existing log. */
interface StartedChat {
  threadId: string
  runId: string
  segmentAfter?: number
}

/** Parses a turn of plain chat and starts its run with the stored conversation. Returns the error response if it cannot be started. */
async function startChat(context: PfContext, { request, scope }: Call): Promise<StartedChat | { response: Response }> {
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body
  const parsed = parseChat(body.value, context.limits)
  if (!parsed.ok) return { response: invalidInput(parsed.issues) }
  const ids = { thread_id: parsed.turn.thread_id ?? crypto.randomUUID(), run_id: parsed.turn.run_id ?? crypto.randomUUID() }
  const input = await createInput(context, scope, { ...parsed.turn, ...ids })
  const started = await startRun(context, input, scope)
  if (started.status === 'busy') return { response: errorResponse({ status: 409, code: 'busy', fields: { busy: true, run_id: started.run_id } }) }
  const location = { scope, runId: started.run_id, threadId: ids.thread_id }
  if (started.status === 'exists' && !(await isOfThread(context, location)))
    return { response: errorResponse({ status: 409, code: 'invalid_input', error: 'This run_id belongs to a run of another thread.' }) }
  const segmentAfter = started.status === 'started' ? started.after : await findSegment(context, location, marksOf(input))
  return { threadId: ids.thread_id, runId: started.run_id, ...(segmentAfter === undefined ? {} : { segmentAfter }) }
}

/** Creates the input of a run from the stored conversation. The messages of this run are omitted, because a repeated request has stored its message before. */
async function createInput({ agent }: PfContext, scope: Scope, { thread_id, run_id, message, answers }: ChatTurn & { thread_id: string; run_id: string }) {
  const view = await agent.thread(thread_id, scope)
  const stored = (view?.messages ?? []).filter((entry) => entry.run_id !== run_id)
  const history = stored.map(({ id, role, content, files }): ChatMessage => (role === 'user' && files ? { id, role, content, files } : { id, role, content }))
  const newMessages: ChatMessage[] = message.trim() === '' ? [] : [{ id: `${run_id}:input`, role: 'user', content: message }]
  return {
    thread_id,
    run_id,
    messages: [...history, ...newMessages],
    client_tools: [],
    context: [],
    client: { pf: {} },
    ...(answers.length > 0 ? { answers } : {}),
  }
}

/** True if the run belongs to this thread. A run_id that is already used must belong to a run of the same thread. */
async function isOfThread({ agent }: PfContext, { scope, runId, threadId }: RunLocation): Promise<boolean> {
  const events = await agent.attach(runId, 0, { scope, signal: AbortSignal.timeout(1_000) })
  for await (const event of events ?? []) return event.thread_id === threadId
  return true
}
