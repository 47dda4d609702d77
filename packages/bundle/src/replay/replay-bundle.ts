import { type AgentInput, type AgentPort, type FinalPayload, type InteractionRef, type JsonValue, PfError, type PlannerEvent, type StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { type Agent, type AgentOptions, createAgent, type Model } from '@pf/planner'
import { createRecordedModel, type RecordedRequest as RecordedModelRequest, recordModel } from '@pf/planner/recording'
import type { Bundle, RecordedRequest } from '../format/bundle.ts'
import { compareValues, type ReplayDifference } from './compare.ts'
import { outlineOf, outlineOfBundle, type RunOutline } from './compare-runs.ts'
import { exchangeWithReplayMarker, withReplayMarker, withRequestedMarkers } from './draft-markers.ts'
import { normalizeEvents, normalizeValue, withoutOffsets } from './normalize-run.ts'
import { notRepeatedOf } from './not-repeated.ts'
import { createRecordedTools } from './recorded-tools.ts'
import { optionsFrom } from './replay-options.ts'

/** Options of `replayBundle`. */
export interface ReplayOptions {
  /** A model in place of the recorded outputs. The comparison then says what the new model does differently. */
  model?: Model
  /** Returns the options of the agent, from those that the bundle describes: with another model, prompt or registry. Ports and results of tools are replaced afterwards. */
  configure?: (described: AgentOptions) => AgentOptions
  /** Milliseconds until the replay is given up. Default 60,000. */
  timeoutMs?: number
}

/** The outcome of a replay. */
export interface ReplayResult {
  /** True if all events and the payload are equal after normalization, and every recorded call was used. */
  equal: boolean
  differences: ReplayDifference[]
  events: PlannerEvent[]
  payload?: FinalPayload
  /** The error with which the replay ended, such as a model request that was not recorded. */
  error?: { code: string; message: string }
  /** What the recorded run and the replay did: actions, components, answer, tokens. */
  outlines: { recorded: RunOutline; replayed: RunOutline }
  /** Recorded tool executions that the replay did not use. */
  unusedTools: number
  /** Options of the agent that are code and were not part of the bundle. */
  notDescribed: string[]
  /** Why the run does not replay equal, whatever the agent does: what it did and read that a bundle cannot repeat. Sentences; empty for most runs. */
  notRepeated: string[]
}

/** The owner of all replayed runs. */
const scope = { owner: { id: 'replay' } }

/**
 * Runs the requests of a bundle again with the recorded model outputs and tool results, in memory, and compares events and payload. Throws
 * PfError `invalid_input` for a bundle without a recorded request or without a description of its agent.
 */
export async function replayBundle(bundle: Bundle, { model, configure = (options) => options, timeoutMs = 60_000 }: ReplayOptions = {}): Promise<ReplayResult> {
  if (!bundle.agent) throw missing('describes no agent. Export it with the option agent.')
  const requests = bundle.runs.flatMap((run) => run.requests)
  if (requests[0]?.type !== 'start') throw missing('has no request. Export it with a recorder.')
  const ports = createMemoryStore()
  const options = configure(optionsFrom(bundle.agent, { model: model ?? recordedModel(bundle), ports }))
  const recorded = createRecordedTools(
    options.tools,
    bundle.runs.flatMap((run) => run.tool_executions),
  )
  const start = bundle.runs[0]?.events[0]?.ts ?? bundle.created
  const began = Date.now()
  const calls = { count: 0 }
  const counted = recordModel(options.model, () => {
    calls.count += 1
  })
  const agent = createAgent({ ...options, model: counted, ports, tools: recorded.tools, recoveryMs: false, now: () => start + (Date.now() - began) })
  try {
    const events = await playRequests({ agent, ports, signal: AbortSignal.timeout(timeoutMs) }, requests)
    return resultOf(bundle, { events, unusedTools: recorded.unused().length, replayed: outlineOf(events, calls.count) })
  } finally {
    await agent.close()
  }
}

interface Played extends Pick<ReplayResult, 'events' | 'unusedTools'> {
  replayed: RunOutline
}

function resultOf(bundle: Bundle, { events, unusedTools, replayed }: Played): ReplayResult {
  const recordedEvents = bundle.runs.flatMap((run) => run.events)
  const payload = payloadOf(events)
  const error = events.findLast((event) => event.type === 'finish')?.error
  // Removed texts have another length, so figures are elsewhere in the text.
  const compared = bundle.redaction.replaced > 0 ? withoutOffsets : (value: JsonValue) => value
  const differences = [
    ...compareValues('payload', {
      recorded: compared(normalizeValue(asJson(payloadOf(recordedEvents)))),
      replayed: compared(normalizeValue(asJson(payload))),
    }),
    ...compareValues('events', { recorded: compared(normalizeEvents(recordedEvents)), replayed: compared(normalizeEvents(events)) }),
  ]
  return {
    equal: differences.length === 0 && unusedTools === 0,
    differences,
    events,
    ...(payload ? { payload } : {}),
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
    outlines: { recorded: outlineOfBundle(bundle), replayed },
    unusedTools,
    notDescribed: bundle.agent?.not_described ?? [],
    notRepeated: notRepeatedOf(bundle),
  }
}

const asJson = (value: unknown) => (value ?? null) as JsonValue
const payloadOf = (events: readonly PlannerEvent[]) => events.findLast((event) => event.type === 'finish')?.payload
const missing = (what: string) => new PfError('invalid_input', `The bundle cannot be replayed, because it ${what}`)

/** Requests contain random ids, such as those of artifacts, which are others in a replay. */
function recordedModel({ runs, redaction }: Bundle): Model {
  const exchanges = runs.flatMap((run) => run.model_calls.map(exchangeWithReplayMarker))
  const normalize = (request: RecordedModelRequest) => normalizeValue(withReplayMarker(request) as unknown as JsonValue) as unknown as RecordedModelRequest
  const redacted = redaction.requests_omitted || redaction.replaced > 0
  return withRequestedMarkers(createRecordedModel(exchanges, { match: redacted ? 'order' : 'request', normalize }))
}

interface Replay {
  agent: Agent
  ports: StorePorts
  signal: AbortSignal
}

/** The run that a replay works on, and the calls that asked its questions. */
interface Position {
  run_id: string
  asked: Map<string, string>
}

async function playRequests({ agent, signal }: Replay, requests: readonly RecordedRequest[]): Promise<PlannerEvent[]> {
  const events: PlannerEvent[] = []
  const position: Position = { run_id: '', asked: new Map() }
  for (const request of requests) {
    position.run_id = await play(agent, request, position)
    for await (const event of (await agent.attach(position.run_id, 0, { scope, signal })) ?? []) {
      events.push(event)
      if (event.type === 'pause') for (const { id, tool_call_id } of event.interactions) position.asked.set(tool_call_id, id)
      if (event.type === 'finish') break
    }
    signal.throwIfAborted()
  }
  return events
}

/** Sends one request and returns the id of the run that works on it. */
async function play(agent: AgentPort, request: RecordedRequest, { asked, run_id }: Position): Promise<string> {
  if (request.type === 'start') {
    const result = await agent.start(withOwnQuestions(request.input, asked), scope)
    if (result.status !== 'started') throw missing(`starts a run that is ${result.status}.`)
    return result.run_id
  }
  const interaction_id = asked.get(request.tool_call_id)
  if (interaction_id === undefined)
    throw missing(`answers the call ${request.tool_call_id.slice(0, 60)}, which the replay did not ask in run ${run_id.slice(0, 60)}.`)
  const result = await agent.answer({ interaction_id }, request.envelope, scope)
  if (result.status !== 'accepted') throw missing(`has an answer that is ${result.status}.`)
  return result.run_id
}

/** Answers in the input name the questions of the replay instead of the recorded ones. */
function withOwnQuestions(input: AgentInput, asked: ReadonlyMap<string, string>): AgentInput {
  if (!input.answers) return input
  const toOwn = (ref: InteractionRef): InteractionRef => {
    const interaction_id = 'tool_call_id' in ref ? asked.get(ref.tool_call_id) : undefined
    return interaction_id === undefined ? ref : { interaction_id }
  }
  return { ...input, answers: input.answers.map(({ ref, envelope }) => ({ ref: toOwn(ref), envelope })) }
}
