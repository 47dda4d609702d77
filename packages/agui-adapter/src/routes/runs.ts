import type { AgentInput, MessageFile, Scope, StartResult } from '@pf/core'
import { isEmptyState, isRecord } from '@pf/core/internal'
import { linkArtifacts, linkInteractions } from '../agui/link-artifacts.ts'
import { readJson, readPosition } from '../http/request.ts'
import { errorResponse, invalidInput, jsonResponse, noContent, noContentWhenEmpty, notFound, runNotFound } from '../http/response.ts'
import { storable } from '../input/clean-json.ts'
import { type ParsedInput, parseRunInput } from '../input/parse-run-input.ts'
import type { Call, PfContext, RouteHandler } from '../runs/context.ts'
import { findSegment, marksOf } from '../runs/find-segment.ts'
import { openRun, type RunReading } from '../runs/open-run.ts'
import { startRun } from '../runs/start-run.ts'
import { storeFiles } from '../runs/store-files.ts'

/**
 * POST /agui/agent: starts the run of a RunAgentInput and streams its events. A known run_id replays the run from RUN_STARTED. Answers in
 * the request are never refused, because an error status ends the thread in third-party clients: a request whose run is already active
 * joins that run. With Last-Event-ID no run is started; the stream continues after that event.
 */
export const postAgent: RouteHandler = async (context, call) => {
  const { request, scope } = call
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const parsed = parseRunInput(body.value, context.limits)
  if (!parsed.ok) return invalidRunInput(parsed)
  const place = { runId: parsed.input.run_id, threadId: parsed.input.thread_id }
  for (const warning of parsed.warnings) context.onWarning(warning, place)
  if (context.agent.usesState === false && !isEmptyState(parsed.input.state)) context.onWarning(stateIgnored, place)
  if (request.headers.has('last-event-id')) return continueRun(context, call, parsed)
  const placed = await storeFiles(context, call, parsed)
  if ('response' in placed) return placed.response
  const { echo } = parsed
  const { input } = placed
  const started = await startRun(context, input, scope)
  const joins = started.status === 'busy' && input.answers !== undefined && input.client.pf === undefined
  if (started.status === 'busy' && !joins) return errorResponse({ status: 409, code: 'busy', fields: { busy: true, run_id: started.run_id } })
  if (joins) context.onWarning(joinedWarning, place)
  const segmentAfter = await findSegmentStart(context, scope, { input, started })
  const response = await openRun(context, {
    request,
    scope,
    runId: started.run_id,
    cancelOnLeave: context.cancelsOrphans && input.client.pf === undefined,
    ...(echo ? { messages: echo } : {}),
    ...(segmentAfter === undefined ? {} : { segmentAfter }),
    ...(joins ? { reportedRunId: input.run_id } : {}),
    ...(started.status === 'exists' ? { inspect: requireThread(input.thread_id) } : {}),
  })
  return response ?? notFound()
}

/**
 * Streams a run after Last-Event-ID to a client that sends its request again. Unlike a GET, the request contains the messages that the
 * client has, which are needed to withdraw an answer from a third-party client.
 */
async function continueRun(context: PfContext, { request, url, scope }: Call, { input, echo }: ReadInput): Promise<Response> {
  const position = readPosition(request, url)
  if ('response' in position) return position.response
  const response = await openRun(context, {
    request,
    scope,
    runId: input.run_id,
    after: position.after,
    inspect: noContentWhenEmpty,
    failEarly: true,
    cancelOnLeave: context.cancelsOrphans && input.client.pf === undefined,
    ...(echo ? { messages: echo } : {}),
  })
  return response ?? runNotFound()
}

type ReadInput = Extract<ParsedInput, { ok: true }>

const stateIgnored = { code: 'state_ignored', text: 'The agent has no shared state, so the state of requests is ignored. Set its option `state`.' }

const joinedWarning = { code: 'answer_repeated', text: 'An answer arrived while its run was already active. The request was attached to that run.' }

/**
 * Finds the seq after which the segment of this request starts. A new segment of an existing log has a known start. For a repeated request,
 * the segment that it started the first time is searched.
 */
async function findSegmentStart(
  context: PfContext,
  scope: Scope,
  { input, started }: { input: AgentInput; started: StartResult },
): Promise<number | undefined> {
  if (started.status === 'started') return started.after
  return findSegment(context, { scope, runId: started.run_id, threadId: input.thread_id }, marksOf(input))
}

function invalidRunInput({ code, issues }: Extract<ParsedInput, { ok: false }>): Response {
  return errorResponse({ status: code === 'too_large' ? 413 : 400, code, fields: { issues } })
}

/** Refuses a run id that belongs to another thread. */
function requireThread(thread_id: string): NonNullable<RunReading['inspect']> {
  return (first) => {
    const started = first?.[0]?.event
    if (started?.type !== 'RUN_STARTED' || started.threadId === thread_id) return undefined
    const issues = [{ code: 'invalid_input', pointer: '/runId', expected: 'a runId that no other thread uses' }]
    return errorResponse({ status: 409, code: 'invalid_input', error: 'This runId belongs to a run of another thread.', fields: { issues } })
  }
}

/**
 * GET /agui/runs/{run_id}/events: streams a run after Last-Event-ID or ?after=, by default from its start; 204 if no event is left. With
 * `?fold` the stored events are combined into one short batch with the same result for the reader.
 */
export const getRunEvents: RouteHandler = async (context, call) => {
  const position = readPosition(call.request, call.url)
  if ('response' in position) return position.response
  const { request, scope, params } = call
  const run_id = params.get('run_id') ?? ''
  const wantsFold = call.url.searchParams.has('fold') && position.after.seq === 0
  const fold = wantsFold ? await lastStoredSeq(context, scope, run_id) : undefined
  const reading = {
    request,
    scope,
    runId: run_id,
    after: position.after,
    inspect: noContentWhenEmpty,
    failEarly: true,
    ...(fold === undefined ? {} : { fold }),
  }
  return (await openRun(context, reading)) ?? runNotFound()
}

/** Returns the last seq that is stored now, or Infinity for a run that is not the newest of its thread, because that run has ended. */
async function lastStoredSeq({ agent }: PfContext, scope: Scope, run_id: string): Promise<number | undefined> {
  const stop = new AbortController()
  try {
    for await (const { thread_id } of (await agent.attach(run_id, 0, { scope, signal: stop.signal })) ?? []) {
      const view = await agent.thread(thread_id, scope)
      return view?.last_run_id === run_id ? view.last_seq : Number.POSITIVE_INFINITY
    }
    return undefined
  } finally {
    stop.abort()
  }
}

/** GET /agui/threads/{thread_id}: returns the state of a thread, for a reload or a second tab. 204 for one that has no run yet or belongs to another owner. */
export const getThread: RouteHandler = async ({ agent, artifactUrl }, { params, scope }) => {
  const view = await agent.thread(params.get('thread_id') ?? '', scope)
  if (!view) return noContent()
  const components = view.components.map((component) => ({ ...component, props: linkArtifacts(component.props, artifactUrl) }))
  const messages = view.messages.map((message) => ({
    ...message,
    ...(message.files ? { files: message.files.map((file) => linkFile(file, artifactUrl)) } : {}),
  }))
  return jsonResponse({ ...view, messages, components, pending: linkInteractions(view.pending, artifactUrl) })
}

/** Returns a file with the address from which it is served, if it is stored. */
const linkFile = (file: MessageFile, artifactUrl: (artifact_id: string) => string): MessageFile =>
  file.artifact_id === undefined ? file : { ...file, url: artifactUrl(file.artifact_id) }

/**
 * POST /agui/cancel {run_id}: cancels a run, regardless of the process that executes it. 404 for a run that is unknown, had already ended
 * or belongs to another owner.
 */
export const postCancel: RouteHandler = async (context, { request, scope }) => {
  const body = await readJson(request, context.limits.bodyBytes)
  if ('response' in body) return body.response
  const run_id = isRecord(body.value) && Object.hasOwn(body.value, 'run_id') ? body.value.run_id : undefined
  if (typeof run_id !== 'string' || run_id === '') return invalidInput([{ code: 'invalid_input', pointer: '/run_id', expected: 'a non-empty string' }])
  const id = storable(run_id)
  return (await context.agent.cancel(id, scope)) ? jsonResponse({ run_id, cancelled: true }) : notFound()
}
