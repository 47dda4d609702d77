import { createArtifactCollector } from '@pf/artifacts'
import type { Lease, Scope } from '@pf/core'
import { registryOf } from '../components/registry-of.ts'
import { createGuardedAnswer } from '../hooks/guarded-answer.ts'
import { createAnswerView } from '../log/answer-view.ts'
import { createRunWriter } from '../log/run-writer.ts'
import type { SavedRun } from '../state/saved-run.ts'
import { startRunSpan } from '../telemetry/run-span.ts'
import { createComponentBook } from '../tools/component-book.ts'
import { createPauseSlot } from '../tools/pause-slot.ts'
import { createStreamNames } from '../tools/stream-names.ts'
import { frontEndTools } from '../toolset/front-end-tools.ts'
import { responseFormatFor } from '../toolset/response-format.ts'
import type { AgentCore } from './agent-core.ts'
import { routeOf } from './route-of.ts'
import type { Run } from './run.ts'
import type { RunSignal } from './run-signal.ts'

/** Where a segment is written. */
export interface SegmentPlace {
  run_id: string
  thread_id: string
  parent_run_id?: string
  scope: Scope
  signal: RunSignal
  lease: () => Lease
  /** Where the log stands, when it goes on. */
  from?: { last_seq: number; state_version: number }
}

/** Builds a run from its state; what only logs hold (components, names of streams) and secrets are put in by who goes on with one. */
export function buildRun(agent: AgentCore, place: SegmentPlace, saved: SavedRun): Run {
  const { run_id, thread_id, parent_run_id, scope, signal, lease, from } = place
  const { version, digest } = registryOf(agent.rich?.policy)
  const span = startRunSpan({ 'pf.run_id': run_id, 'pf.registry.version': version, 'pf.registry.digest': digest })
  const writer = createRunWriter({
    storage: agent.ports.storage,
    scope,
    run: { run_id, thread_id, ...(parent_run_id === undefined ? {} : { parent_run_id }) },
    lease,
    now: agent.now,
    onFailure: signal.abort,
    ...(from ? { from } : {}),
  })
  const { tools } = frontEndTools(saved.client_tools, agent.tools)
  const offer = agent.offerTo(scope.owner)
  const { last_call, last_observation, waiting, settled } = saved
  const at = { step: saved.step, attempt: saved.attempt, modelCalls: saved.model_calls, tokens: saved.tokens ?? 0, charsPerToken: saved.chars_per_token ?? 4 }
  const base = { run_id, place: at, emit: writer.emit }
  const collector = createArtifactCollector({ run_id, scope, store: agent.ports.artifacts })
  if (saved.artifacts !== null) collector.restore(saved.artifacts)
  return {
    ...base,
    agent,
    scope,
    thread_id,
    turn: saved.turn,
    message_id: saved.turn.message_id,
    client: saved.client,
    client_tools: saved.client_tools,
    known: saved.known,
    context: saved.context,
    tools: tools.length === 0 ? offer.tools : new Map([...offer.tools, ...tools.map((tool) => [tool.name, tool] as const)]),
    toolNames: [...new Set([...offer.toolNames, ...tools.map(({ name }) => name)])],
    responseFormat: responseFormatFor(agent, offer, tools),
    request_id: agent.newId(),
    trace_id: span.traceId ?? agent.newId(),
    span,
    signal: signal.signal,
    writer,
    answer: createGuardedAnswer(createAnswerView(base), { ...base, agent, scope, thread_id, signal: signal.signal }),
    collector,
    components: createComponentBook(agent.rich?.policy, saved.components),
    streamNames: createStreamNames(),
    history: [{ role: 'system', content: offer.systemPrompt }, ...saved.history],
    transcript: saved.transcript,
    later: saved.later,
    pause: createPauseSlot(),
    ...(waiting ? { waiting } : {}),
    ...(settled ? { settled } : {}),
    ...(saved.planned ? { planned: saved.planned } : {}),
    secrets: new Set(),
    secretPlaces: saved.secrets,
    secretFields: new Map(),
    sources: saved.sources,
    warnings: saved.warnings,
    storedArtifacts: [],
    entries: [],
    inFlight: new Map(saved.in_flight.map((call) => [call.tool_call_id, call])),
    takeovers: saved.takeovers,
    fruitless: saved.fruitless,
    prepared: saved.prepared ?? false,
    route: routeOf(agent, saved.route),
    ...(saved.memory ? { memory: saved.memory } : {}),
    ...(last_call ? { lastCall: last_call } : {}),
    ...(last_observation === undefined ? {} : { lastObservation: last_observation }),
  }
}
