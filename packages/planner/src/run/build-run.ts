import { createArtifactCollector } from '@pf/artifacts'
import { type Lease, PfError, type Scope } from '@pf/core'
import { budgetError } from '../budgets/describe-budget.ts'
import { createLedger } from '../budgets/ledger.ts'
import { registryOf } from '../components/prepare-component.ts'
import { createGuardedAnswer } from '../hooks/guarded-answer.ts'
import { createAnswerView } from '../log/answer-view.ts'
import { createRunWriter } from '../log/run-writer.ts'
import type { RunState } from '../state/run-state.ts'
import { createContentRecorder, messageContent } from '../telemetry/content.ts'
import { type RunSpan, startRunSpan } from '../telemetry/run-span.ts'
import type { ComponentFailures } from '../tools/component-failures.ts'
import { createShownComponents } from '../tools/shown-components.ts'
import { createPauseSlot, createStreamNames, type ToolResources } from '../tools/tool-run.ts'
import { frontEndTools } from '../toolset/front-end-tools.ts'
import { responseFormatFor } from '../toolset/response-format.ts'
import type { CompiledAgent } from './compiled-agent.ts'
import { routeOf } from './route-of.ts'
import type { Run, RunServices } from './run.ts'

/** The abort signal of a run. Its reason is a PfError `cancelled`, `deadline` or `store_failed`, or a Fenced error. */
export interface RunSignal {
  readonly signal: AbortSignal
  /** Aborts the run. Only the first reason counts. */
  abort(reason: Error): void
  stop(): void
}

/** Creates the signal. It aborts with `deadline` after `deadlineMs` milliseconds. */
export function createRunSignal(deadlineMs: number): RunSignal {
  const controller = new AbortController()
  const abort = (reason: Error) => {
    if (!controller.signal.aborted) controller.abort(reason)
  }
  const timer = setTimeout(() => abort(new PfError('deadline', `The run reached its time limit of ${deadlineMs} ms.`)), deadlineMs)
  return { signal: controller.signal, abort, stop: () => clearTimeout(timer) }
}

/** The run and the lease under which a segment is written. */
export interface SegmentTarget {
  run_id: string
  thread_id: string
  parent_run_id?: string
  scope: Scope
  signal: RunSignal
  failures: ComponentFailures
  lease: () => Lease
  /** The end of the log, if the run already has one. */
  from?: { last_seq: number; state_version: number }
  /** The stored trace of the turn before, to which the trace of a new turn is linked. */
  linkedTrace?: string
}

/**
 * Builds a run from its state, which the run modifies from then on. Components, stream names and secrets are not part of the state and are
 * restored separately.
 */
export function buildRun(given: CompiledAgent, target: SegmentTarget, state: RunState): Run {
  const agent = isTaskWork(state) ? (given.subagent ?? given) : given
  const resources = createToolResources(agent, target, state)
  const span = startSpan(agent, target, { state, secrets: resources.secrets })
  const ids = { requestId: agent.newId(), traceId: span.traceId ?? agent.newId() }
  const services = { ...createServices(agent, target, state), ...ids }
  const writer = createWriter(agent, target)
  const base = { ...services, state, emit: writer.emit }
  const tools = { ...resources, span, signal: target.signal.signal }
  return {
    ...base,
    segment: {
      ...tools,
      writer,
      answer: createGuardedAnswer(createAnswerView(base), { ...base, segment: tools }),
      ledger: ledgerOf(agent, target, state),
      secretFields: new Map(),
      threadEntries: [],
      failures: target.failures,
    },
  }
}

/**
 * Returns the ledger. A run that continues after a question is charged to the budget of the first run of its turn, and a subagent to that
 * of the run which started it.
 */
function ledgerOf({ budgets, now, limits }: CompiledAgent, { run_id, thread_id, scope, signal }: SegmentTarget, { turn, budget }: RunState) {
  if (!budgets) return undefined
  const account = { threadId: budget?.thread_id ?? thread_id, budgetRunId: budget?.run_id ?? turn.runs[0] ?? run_id }
  return createLedger({
    budgets,
    scope,
    now,
    runId: run_id,
    maxMs: limits.deadlineMs,
    signal: signal.signal,
    ...account,
    onTimeSpent: (status) => signal.abort(budgetError(status)),
  })
}
/** True for a run that works on a task, which has the tools and limits of a subagent. */
const isTaskWork = ({ background }: RunState) => background?.kind === 'subagent' || background?.kind === 'job'

/** Starts the span of the segment, and stores it with a run that has no trace yet, so that later segments in any process belong to the same trace. */
function startSpan(
  agent: CompiledAgent,
  { run_id, thread_id, linkedTrace }: SegmentTarget,
  { state, secrets }: { state: RunState; secrets: ReadonlySet<string> },
): RunSpan {
  const { version, digest } = registryOf(agent.rich?.policy)
  const task = state.background && 'task_id' in state.background ? { 'pf.task_id': state.background.task_id } : {}
  const span = startRunSpan({
    agent: agent.name,
    threadId: thread_id,
    model: routeOf({ agent, state }).model,
    attributes: { 'pf.run_id': run_id, 'pf.registry.version': version, 'pf.registry.digest': digest, ...task },
    content: agent.capturesContent ? createContentRecorder(secrets) : undefined,
    input: messageContent(state.history),
    parent: state.trace,
    linked: linkedTrace,
  })
  if (state.trace === undefined && span.traceparent !== undefined) state.trace = span.traceparent
  return span
}

function createServices(agent: CompiledAgent, { run_id, thread_id, scope }: SegmentTarget, state: RunState): Omit<RunServices, 'requestId' | 'traceId'> {
  const { tools } = frontEndTools(state.client_tools, agent.tools)
  const offer = agent.offerTo(scope.owner)
  return {
    agent,
    scope,
    runId: run_id,
    threadId: thread_id,
    messageId: state.turn.message_id,
    tools: tools.length === 0 ? offer.tools : new Map([...offer.tools, ...tools.map((tool) => [tool.name, tool] as const)]),
    toolNames: [...new Set([...offer.toolNames, ...tools.map(({ name }) => name)])],
    systemPrompt: offer.systemPrompt,
    responseFormat: responseFormatFor(agent, offer, tools),
  }
}

function createWriter(agent: CompiledAgent, { run_id, thread_id, parent_run_id, scope, signal, lease, from }: SegmentTarget) {
  return createRunWriter({
    storage: agent.ports.storage,
    scope,
    run: { run_id, thread_id, ...(parent_run_id === undefined ? {} : { parent_run_id }) },
    agent: agent.name,
    lease,
    now: agent.now,
    onFailure: signal.abort,
    ...(from ? { from } : {}),
  })
}

function createToolResources(agent: CompiledAgent, { run_id, scope }: SegmentTarget, state: RunState): Omit<ToolResources, 'span' | 'signal'> {
  const collector = createArtifactCollector({ runId: run_id, scope, store: agent.ports.artifacts })
  if (state.artifacts !== null) collector.restore(state.artifacts)
  return {
    pause: createPauseSlot(),
    secrets: new Set(),
    collector,
    components: createShownComponents(agent.rich?.policy, state.components),
    streamNames: createStreamNames(),
    storedArtifacts: [],
  }
}
