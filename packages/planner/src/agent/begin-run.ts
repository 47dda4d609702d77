import { createArtifactCollector } from '@pf/artifacts'
import type { AgentInput, ChatMessage, Lease, Scope, ThreadEntry } from '@pf/core'
import { turnMessageId } from '@pf/core'
import { registryDigest, registryVersion } from '@pf/registry'
import { historyMessages } from '../prompt/history.ts'
import { createComponentBook } from '../rich-output/component-book.ts'
import { createAnswerView } from '../run/answer-view.ts'
import type { Place } from '../run/place.ts'
import type { Run } from '../run/run.ts'
import type { RunSignal } from '../run/run-signal.ts'
import { stateOf } from '../run/run-state.ts'
import { createRunWriter } from '../run/run-writer.ts'
import { createStreamNames } from '../run/stream-names.ts'
import { startRunSpan } from '../telemetry/run-span.ts'
import type { AgentCore } from './agent-core.ts'

/** What a run begins with. */
export interface BeginOptions {
  input: AgentInput
  scope: Scope
  signal: RunSignal
  lease: () => Lease
}

/** Builds a run and writes its first commit: run_start, the user's line of the thread and the first state. */
export async function beginRun(agent: AgentCore, options: BeginOptions): Promise<Run> {
  const run = buildRun(agent, options)
  const { input } = options
  const answered = input.messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []))
  run.emit({
    type: 'run_start',
    registry_version: registryVersion,
    registry_digest: registryDigest,
    message_id: run.message_id,
    client: { ...input.client, client_tools: input.client_tools.map(({ name }) => name), answered },
  })
  for (const warning of inputWarnings(input)) run.emit({ type: 'warning', ...warning })
  await run.writer.commit({ state: stateOf(run), thread: [await userEntry(run)] })
  return run
}

function buildRun(agent: AgentCore, { input, scope, signal, lease }: BeginOptions): Run {
  const { run_id, thread_id, parent_run_id } = input
  const span = startRunSpan({ 'pf.run_id': run_id, 'pf.registry.version': registryVersion, 'pf.registry.digest': registryDigest })
  const writer = createRunWriter({
    storage: agent.ports.storage,
    scope,
    run: { run_id, thread_id, ...(parent_run_id === undefined ? {} : { parent_run_id }) },
    lease,
    now: agent.now,
    onFailure: signal.abort,
  })
  const place: Place = { step: 0, attempt: 1, modelCalls: 0 }
  const base = { run_id, place, emit: writer.emit }
  return {
    ...base,
    agent,
    input,
    scope,
    thread_id,
    message_id: turnMessageId(run_id),
    request_id: agent.newId(),
    trace_id: span.traceId ?? agent.newId(),
    span,
    signal: signal.signal,
    writer,
    answer: createAnswerView(base),
    collector: createArtifactCollector({ run_id, scope, store: agent.ports.artifacts }),
    components: createComponentBook(agent.rich?.policy),
    streamNames: createStreamNames(),
    history: [
      { role: 'system', content: agent.systemPrompt },
      ...historyMessages(input, { format: agent.format, observationChars: agent.limits.observationChars }),
    ],
    transcript: [],
    sources: [],
    warnings: [],
    storedArtifacts: [],
    entries: [],
    inFlight: new Map(),
    fruitless: 0,
  }
}

/** What this agent cannot do with the input is said, not passed over. */
function inputWarnings(input: AgentInput) {
  const tools =
    input.client_tools.length > 0
      ? [{ code: 'client_tools_unsupported', text: "This agent does not call the front end's tools; they were not offered to the model." }]
      : []
  const answers = input.answers?.length ? [{ code: 'answer_unknown', text: 'An answer in the input belongs to no open question.' }] : []
  return [...tools, ...answers]
}

/** The newest line of the user, under this run, so that a reload finds the run while it still works; empty when the run was asked nothing new. */
async function userEntry(run: Run): Promise<ThreadEntry> {
  const { messages } = run.input
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[index]
  const goesOn = messages.slice(index + 1).some(({ role }) => role === 'assistant' || role === 'tool')
  const text = !message || (goesOn && (await isStored(run, message))) ? '' : message.content
  return { id: message?.id ?? `${run.message_id}:input`, role: 'user', run_id: run.run_id, text, ts: run.agent.now() }
}

/** A run that goes on behind an answer would otherwise show the question before it a second time. */
async function isStored({ agent, scope, thread_id }: Run, { id, content }: ChatMessage): Promise<boolean> {
  const entries = await agent.ports.threads.read(scope, thread_id)
  return entries.some((entry) => entry.role === 'user' && entry.id === id && entry.text === content)
}
