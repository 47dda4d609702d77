import {
  type AgentInput,
  type ChatMessage,
  type InteractionRecord,
  type Lease,
  PfError,
  type Scope,
  type TaskWrite,
  type ThreadEntry,
  turnMessageId,
} from '@pf/core'
import { isEmptyState } from '@pf/core/internal'
import { registryOf } from '../components/prepare-component.ts'
import type { EventDraft } from '../log/open-items.ts'
import type { ModelMessage } from '../model/model.ts'
import { clientNote, historyMessages } from '../prompt/history.ts'
import { resolutionOf, shownOutcome } from '../questions/question-outcome.ts'
import { buildRun, type SegmentTarget } from '../run/build-run.ts'
import { snapshotState } from '../run/commit-step.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { Run } from '../run/run.ts'
import { announceState, firstSharedState, stateIgnored, stateKept } from '../shared-state/shared-state.ts'
import type { Background } from '../state/background.ts'
import { readRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'
import { mergedResults } from '../tasks/task-texts.ts'
import { frontEndTools, toolsContext } from '../toolset/front-end-tools.ts'

/**
 * Replaces the results of calls that asked the user by the stored outcomes, without secrets. The history sent by a front end cannot change
 * them: a forged result is replaced, and a missing one is inserted.
 */
async function withStoredOutcomes(
  agent: CompiledAgent,
  { scope, thread_id }: { scope: Scope; thread_id: string },
  messages: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  if (!messages.some((message) => message.role === 'tool' || (message.role === 'assistant' && message.tool_calls?.length))) return [...messages]
  const records = await agent.ports.pending.list(scope, thread_id)
  const stored = new Map(records.map((record) => [record.tool_call_id, contentOf(agent, record)]))
  const answered = new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : [])))
  return messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return [withContent(message, stored.get(message.tool_call_id))]
    const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
    const missing = calls.flatMap(({ id }): ChatMessage[] => {
      const content = answered.has(id) ? undefined : stored.get(id)
      return content === undefined ? [] : [{ id: `result-${id}`, role: 'tool', tool_call_id: id, content }]
    })
    return [message, ...missing]
  })
}

function withContent(message: Extract<ChatMessage, { role: 'tool' }>, content: string | undefined): ChatMessage {
  if (content === undefined) return message
  const { error: _, ...rest } = message
  return { ...rest, content }
}

function contentOf(agent: CompiledAgent, record: InteractionRecord): string {
  const resolution = resolutionOf(record)
  return JSON.stringify(resolution ? shownOutcome(record, resolution.status, agent.rich?.policy) : { status: 'open' })
}

type Warning = { code: string; text: string }

/** The origin of a run that was not requested by a user, and additional content of its first commit. */
export interface RunOrigin {
  background: Background
  tasks: TaskWrite[]
  events: EventDraft[]
  /** The traceparent of the run that started the task. */
  trace?: string
}

/** The input of a new run. */
export interface BeginOptions {
  input: AgentInput
  target: SegmentTarget
  /** Warnings about answers in the input that do not belong to an open question. */
  warnings: readonly Warning[]
  /** Further leases that the first commit requires. */
  fences: Lease[]
  /** The origin of the run, if it was not requested by a user. */
  origin?: RunOrigin
}

/** Builds a run and writes its first commit: run_start, the user entry of the thread and the initial state. */
export async function beginRun(agent: CompiledAgent, { input, target, warnings, fences, origin }: BeginOptions): Promise<Run> {
  const messages = await withStoredOutcomes(agent, target, input.messages)
  const budget = await budgetOf(agent, { input, target })
  const isTask = origin !== undefined && origin.background.kind !== 'report'
  const shared = isTask ? {} : await firstSharedState(agent, { scope: target.scope, input })
  const state = firstState(agent, { ...input, messages }, { warnings, origin })
  const run = buildRun(agent, target, { ...state, ...(budget ? { budget } : {}), ...shared })
  const line = await userEntry(run, input)
  if (agent.tasks && !origin) run.state.history.unshift(...(await backgroundResults(run)))
  // There must be no await before the commit, or the first event would be written without the state.
  run.emit(runStart(run, answeredIn(input)))
  warnOf(run, [...warnings, ...toolWarnings(agent, input.client_tools), ...stateWarnings(run, input)])
  announceState(run)
  for (const event of origin?.events ?? []) run.emit(event)
  await run.segment.writer.commit({ state: snapshotState(run), thread: [line], fences, tasks: origin?.tasks ?? [] })
  return run
}

/** Returns the budget to which the run is charged: its own, or that of the run that started it as a subagent, which may be a subagent itself. */
async function budgetOf({ budgets, ports }: CompiledAgent, { input, target }: Pick<BeginOptions, 'input' | 'target'>): Promise<RunState['budget']> {
  if (!budgets) return undefined
  const parent = input.spends_from === undefined ? undefined : await ports.storage.load(target.scope, input.spends_from)
  const read = parent && readRunState(parent.state)
  if (!parent || !read?.ok) return { run_id: input.run_id, thread_id: input.thread_id, warned: [] }
  const { turn, budget } = read.state
  return { run_id: budget?.run_id ?? turn.runs[0] ?? parent.run_id, thread_id: budget?.thread_id ?? parent.thread_id, warned: [] }
}

/** Returns the first event of a segment of a run. */
export function runStart({ agent, messageId, state: { client, client_tools } }: Run, answered: string[]) {
  const { version, digest } = registryOf(agent.rich?.policy)
  return {
    type: 'run_start',
    registry_version: version,
    registry_digest: digest,
    message_id: messageId,
    client: { ...client, client_tools: client_tools.map(({ name }) => name), answered },
  } as const
}

/** Returns the ids of the calls that the messages answer. */
export const answeredIn = ({ messages }: Pick<AgentInput, 'messages'>) => messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []))

/** Emits warnings in the run. A refused tool of a front end and an outdated state are faults of the host's own app, so they are reported to the host as well. */
export function warnOf(run: Run, warnings: readonly Warning[]): void {
  for (const { code, text } of warnings) {
    run.emit({ type: 'warning', code, text })
    if (code !== refusedTool && code !== stateKept.code) continue
    const error = new PfError('invalid_input', text)
    run.agent.hooks.onLog({ level: 'warn', message: text, tool: '', owner: run.scope.owner, runId: run.runId, threadId: run.threadId, error })
  }
}

const refusedTool = 'client_tool_refused'

/** Returns warnings that name the front-end tools that are not offered, with the reason. */
export function toolWarnings(agent: CompiledAgent, client_tools: AgentInput['client_tools']): Warning[] {
  const names = new Map<string, string[]>()
  for (const { name, reason } of frontEndTools(client_tools, agent.tools).refused.slice(0, 20)) names.set(reason, [...(names.get(reason) ?? []), name])
  return [...names].map(([reason, refused]) => ({ code: refusedTool, text: `Front-end tools are not offered: ${refused.join(', ')}: ${reason}.` }))
}

/**
 * Returns a warning for a state sent by a client, because it would otherwise be ignored silently. Every AG-UI client sends an empty state,
 * which causes no warning.
 */
function stateWarnings({ agent }: Run, { state }: Pick<AgentInput, 'state'>): Warning[] {
  return agent.sharedState || isEmptyState(state) ? [] : [stateIgnored]
}

function firstState(agent: CompiledAgent, input: AgentInput, { warnings, origin }: { warnings: readonly Warning[]; origin: RunOrigin | undefined }): RunState {
  const { background, trace } = origin ?? {}
  const { tools } = frontEndTools(input.client_tools, agent.tools)
  const context = [...input.context, ...toolsContext(tools)]
  const history = historyMessages({ messages: input.messages, context }, { format: agent.format, observationChars: agent.limits.observationChars })
  return {
    version: 10,
    status: 'running',
    turn: { message_id: turnMessageId(input.run_id), runs: [input.run_id] },
    client: input.client,
    client_tools: input.client_tools,
    known_message_ids: userMessageIds(input.messages),
    context: input.context,
    step: 0,
    attempt: 1,
    model_calls: 0,
    tokens: 0,
    chars_per_token: 4,
    consecutive_failures: 0,
    // The route and the memory are needed only if a model is called.
    prepared: background !== undefined && !needsModel(background),
    history: [...history, ...warnings.map(({ text }) => clientNote(text))],
    transcript: [],
    deferred_messages: [],
    sources: [],
    warnings: [],
    artifacts: null,
    components: { spent: 0, inlined: 0 },
    secret_refs: [],
    in_flight: [],
    takeovers: 0,
    ...(background ? { background } : {}),
    ...(trace === undefined ? {} : { trace }),
  }
}

const needsModel = (background: Background) => background.kind === 'subagent' || (background.kind === 'report' && background.mode === 'answer')

/** Returns the results of background tasks in the conversation, as data for the model. */
async function backgroundResults({ agent, scope, threadId }: Run): Promise<ModelMessage[]> {
  const results = mergedResults((await agent.ports.tasks?.list(scope, threadId)) ?? [])
  return results.length === 0 ? [] : [{ role: 'user', content: JSON.stringify({ background_results: results }) }]
}

/** Returns the ids of the user messages. */
export const userMessageIds = (messages: readonly ChatMessage[]) => messages.flatMap(({ role, id }) => (role === 'user' ? [id] : []))

/**
 * Returns the newest user message as a thread entry of this run, so that a reload finds the run while it is active. Its text is empty if
 * the user asked nothing new, as in a report. The threads of drafts and of background tasks are not listed as conversations.
 */
async function userEntry(run: Run, { messages }: AgentInput): Promise<ThreadEntry> {
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[index]
  const isContinued = messages.slice(index + 1).some(({ role }) => role === 'assistant' || role === 'tool')
  const isReport = run.state.background?.kind === 'report'
  const isShown = message !== undefined && !isReport && !(isContinued && (await isStored(run, message)))
  const text = isShown ? message.content : ''
  const files = isShown ? filesOf(message) : {}
  const entry: ThreadEntry = { id: message?.id ?? `${run.messageId}:input`, role: 'user', run_id: run.runId, text, ts: run.agent.now(), ...files }
  const isUnlisted = run.agent.strategy === 'artifact-first' || (run.state.background && !isReport)
  return isUnlisted ? { ...entry, unlisted: true } : entry
}

/** Returns the files of a user message, as a member of its thread entry. */
export const filesOf = (message: ChatMessage): Pick<ThreadEntry, 'files'> =>
  message.role === 'user' && message.files && message.files.length > 0 ? { files: message.files } : {}

/** True if the thread already has the message. Otherwise a run that follows an answer would show the question twice. */
async function isStored({ agent, scope, threadId }: Run, { id, content }: ChatMessage): Promise<boolean> {
  const entries = await agent.ports.threads.read(scope, threadId)
  return entries.some((entry) => entry.role === 'user' && entry.id === id && entry.text === content)
}
