import { linkArtifacts, linkQuestions } from '../../agui/link-artifacts.ts'
import { chatError } from '../../plain/create-chat-mapper.ts'
import type { Call, PfContext, RouteHandler } from '../context.ts'
import { openChat } from '../open-plain.ts'
import { json, refusal, runGone } from '../respond.ts'
import { type RunEnd, runEnd } from '../run-end.ts'
import { type StartedChat, startChat } from '../start-chat.ts'

/** POST /chat: a turn in, its FinalPayload out; with `Accept: text/event-stream` the named events of the run instead. */
export const postChat: RouteHandler = async (context, call) => {
  const started = await startChat(context, call)
  if ('response' in started) return started.response
  if (!asksForEvents(call.request)) return wholeAnswer(context, call, started)
  const { thread_id, ...run } = started
  const headers = { 'pf-thread-id': encodeURIComponent(thread_id), 'pf-run-id': encodeURIComponent(run.run_id) }
  return (await openChat(context, { request: call.request, scope: call.scope, ...run, headers })) ?? runGone()
}

/** POST /chat/streams: starts a turn and says where its events are read, also by a plain EventSource. */
export const postChatStream: RouteHandler = async (context, call) => {
  const started = await startChat(context, call)
  if ('response' in started) return started.response
  const { thread_id, run_id, behind } = started
  const stream_url = `${context.basePath}/chat/streams/${encodeURIComponent(run_id)}${behind === undefined ? '' : `?after=${behind}`}`
  return json({ run_id, thread_id, stream_url }, { status: 201, headers: { location: stream_url } })
}

/** Plain JSON is what callers get that say nothing. */
const asksForEvents = (request: Request) => /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(request.headers.get('accept') ?? '')

/** A caller that leaves does not stop the run; with its run_id it can ask again. */
async function wholeAnswer(context: PfContext, { request, scope }: Call, { thread_id, run_id, behind = 0 }: StartedChat): Promise<Response> {
  const end = await runEnd(context, scope, { run_id, behind, signal: request.signal })
  if (!end) return refusal({ status: 503, code: 'unavailable', error: 'The run has no end here. Ask again with its run_id.', fields: { run_id } })
  const { payload, reason, error } = end.finish
  if (reason !== 'error')
    return json({
      payload: linked(context, end),
      thread_id,
      run_id,
      ...(end.interactions.length > 0 ? { interactions: linkQuestions(end.interactions, context.artifactUrl) } : {}),
    })
  const { data } = chatError(error ?? { code: 'internal', message: '', trace_id: '' })
  return json({ ...data, payload, thread_id, run_id }, { status: 500 })
}

const linked = ({ artifactUrl }: PfContext, { finish: { payload } }: RunEnd) => ({ ...payload, artifacts: linkArtifacts(payload.artifacts, artifactUrl) })
