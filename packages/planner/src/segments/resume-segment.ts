import { metrics } from '@opentelemetry/api'
import { type InteractionRecord, resultMessageId, turnMessageId } from '@pf/core'
import { endCall } from '../log/call-events.ts'
import { secretsOf, shownOutcome } from '../questions/question-outcome.ts'
import { buildRun, type SegmentTarget } from '../run/build-run.ts'
import { snapshotState } from '../run/commit-step.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { takeOverMessages } from '../run/read-messages.ts'
import type { Run } from '../run/run.ts'
import { announceState } from '../shared-state/shared-state.ts'
import type { Handover, RunState, Turn } from '../state/run-state.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import { sealWrites } from '../tasks/seal-writes.ts'
import { inSpan } from '../telemetry/in-span.ts'
import { clampJson } from '../util/clamp-json.ts'
import { runStart, warnOf } from './begin-run.ts'
import { restoreRun } from './restore.ts'

/**
 * Builds the continued run and writes its first commit: run_start, then the resume event and the result of the call that asked. The state
 * is part of the same commit, so that a process that takes over later has the answer.
 */
export async function resumeSegment(agent: CompiledAgent, target: SegmentTarget, { saved, handover }: { saved: RunState; handover: Handover }): Promise<Run> {
  const turn = turnOf(saved, handover)
  const former = saved.turn.runs.at(-1)
  const unread = former === undefined || former === handover.to ? undefined : await takeOverMessages(agent, { scope: target.scope, run_id: former }, saved)
  const run = buildRun(agent, targetOf(target, saved, handover), nextState(unread ? withMessages(saved, unread) : saved, handover, turn))
  await restoreRun(run, { runs: saved.turn.runs, sameTurn: !handover.new_turn })
  const asked = run.state.waiting?.asked
  const record = asked && (await agent.ports.pending.get(target.scope, asked.id))
  // There must be no await before the commit, or the first event would be written without the state.
  run.emit(runStart(run, handover.answered))
  warnOf(run, handover.warnings)
  announceState(run)
  unread?.announce(run)
  if (run.state.waiting && handover.resolution) emitResolution(run, run.state.waiting, { resolution: handover.resolution, record })
  const { line } = handover
  run.segment.threadEntries.unshift({
    id: line?.id ?? `${run.messageId}:${run.runId}:input`,
    role: 'user',
    run_id: run.runId,
    text: line?.text ?? '',
    ts: agent.now(),
    ...(line?.files ? { files: line.files } : {}),
  })
  await run.segment.writer.commit({ state: snapshotState(run), thread: run.segment.threadEntries.splice(0), tasks: handover.new_turn ? sealWrites(saved) : [] })
  return run
}

function turnOf({ turn }: RunState, { new_turn, to }: Handover): Turn {
  if (new_turn) return { message_id: turnMessageId(to), runs: [to] }
  return { message_id: turn.message_id, runs: turn.runs.includes(to) ? turn.runs : [...turn.runs, to] }
}

/** A new turn has its own trace, which is linked to that of the turn before. */
const targetOf = (target: SegmentTarget, { trace }: RunState, { new_turn }: Handover): SegmentTarget =>
  new_turn && trace !== undefined ? { ...target, linkedTrace: trace } : target

function withMessages({ messages: _, ...saved }: RunState, unread: Awaited<ReturnType<typeof takeOverMessages>>): RunState {
  return { ...saved, ...unread.state, deferred_messages: [...saved.deferred_messages, ...unread.messages] }
}

function nextState(saved: RunState, handover: Handover, turn: Turn): RunState {
  const { handover: _, task_groups, trace, ...rest } = saved
  const { client, client_tools, context, resolution, shared_state } = handover
  return {
    ...rest,
    ...(rest.budget && handover.new_turn ? { budget: { ...rest.budget, run_id: handover.to, warned: [] } } : {}),
    status: 'running',
    turn,
    client,
    client_tools,
    context,
    known_message_ids: [...saved.known_message_ids, ...handover.known_message_ids],
    deferred_messages: [...saved.deferred_messages, ...handover.messages],
    ...(resolution ? { resolution } : {}),
    ...(shared_state === undefined ? {} : { shared_state }),
    takeovers: 0,
    ...(task_groups && !handover.new_turn ? { task_groups } : {}),
    ...(trace !== undefined && !handover.new_turn ? { trace } : {}),
  }
}

/** Reports the outcome of the question to clients as events and to the thread as an entry. The model reads it when the step ends. */
function emitResolution(run: Run, waiting: Waiting, { resolution, record }: { resolution: Resolution; record: InteractionRecord | undefined }): void {
  const { asked, call } = waiting
  if (!asked) {
    if (resolution.content !== undefined) addToolEntry(run, call.tool_call_id, clampJson(resolution.content, run.agent.limits.observationChars).value)
    return
  }
  const { status } = resolution
  if (status !== 'lost') run.emit({ type: 'resume', interaction_id: asked.id, status: status === 'superseded' ? 'cancelled' : status })
  const shown = clampJson(shownOutcome(record, status, run.agent.rich?.policy), run.agent.limits.observationChars).value
  endCall(run, run.state.step, { tool_call_id: asked.tool_call_id, status: 'ok', content: JSON.stringify(shown) })
  addToolEntry(run, asked.tool_call_id, shown)
  if (record && status === 'answered') recordSecrets(run, record)
  recordInteraction(run, waiting, status)
}

function addToolEntry(run: Run, tool_call_id: string, value: unknown) {
  run.segment.threadEntries.push({
    id: resultMessageId(tool_call_id),
    role: 'tool',
    run_id: run.runId,
    tool_call_id,
    text: JSON.stringify(value),
    ts: run.agent.now(),
  })
}

/** Stores references to the secrets in the state and keeps their texts in memory. */
function recordSecrets(run: Run, record: InteractionRecord) {
  for (const [field, secret] of secretsOf(record, run.agent.rich?.policy)) {
    run.state.secret_refs.push({ field, interaction_id: record.id })
    run.segment.secretFields.set(field, secret)
    run.segment.secrets.add(secret)
  }
}

/** Records a completed question in traces and metrics: the tool, the call, the status and the waiting time, but never its content. */
function recordInteraction(run: Run, { call, asked, since, by }: Waiting, status: Resolution['status']): void {
  const waited = Math.max(0, run.agent.now() - since)
  const attributes = {
    'pf.tool.name': call.tool,
    'pf.tool_call_id': asked?.tool_call_id ?? call.tool_call_id,
    'pf.interaction.component': asked?.component ?? '',
    'pf.interaction.by': by,
    'pf.interaction.status': status,
    'pf.interaction.wait_ms': waited,
  }
  void inSpan({ parent: run.segment.span.context, name: 'pf.interaction', attributes }, async () => undefined)
  metrics
    .getMeter('@pf/planner')
    .createHistogram('pf.interaction.wait', { unit: 'ms' })
    .record(waited, { tool: run.agent.tools.has(call.tool) ? call.tool : 'unknown', status })
}
