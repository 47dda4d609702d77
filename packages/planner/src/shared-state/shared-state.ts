import { type AgentInput, type JsonValue, PfError, type PlannerEvent, type Scope } from '@pf/core'
import { equalJson, freezeJson, isEmptyState } from '@pf/core/internal'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { readRunState } from '../state/read-run-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { ToolRun } from '../tools/tool-run.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import { checkState } from './check-state.ts'
import { diffJson } from './diff-json.ts'

const emptyState: JsonValue = Object.freeze({})
/** Patches above this number of operations are sent as a snapshot. Clients refuse longer ones. */
const maxOperations = 1_000
const entriesRead = 40
const maxRunsRead = 5

/** Returns the state, deeply frozen; an empty object if there is none. */
export function currentState({ state }: Pick<ToolRun, 'state'>): JsonValue {
  const { shared_state = emptyState } = state
  if (Object.isFrozen(shared_state)) return shared_state
  // A state that was read from a store is not frozen.
  const frozen = freezeJson(shared_state)
  state.shared_state = frozen
  return frozen
}

/** The new state, or a function that returns it for the current one. */
export type NextState = JsonValue | ((previous: JsonValue) => JsonValue)

/**
 * Changes the state and sends the change. Changes of concurrent calls apply one after the other, because nothing is awaited. Throws PfError
 * `invalid_input`, `too_deep` or `too_large` for an invalid state, `invalid_config` without the option `state`, and `conflict` for a
 * function that changes the state itself. The state is then unchanged.
 */
export function changeState(run: ToolRun, step: number, next: NextState): void {
  const settings = run.agent.sharedState
  if (!settings)
    throw new PfError('invalid_config', 'This run has no shared state. Set the option `state` of the agent; subagents and jobs have no shared state.')
  const previous = currentState(run)
  const given: unknown = typeof next === 'function' ? next(previous) : next
  if (currentState(run) !== previous) throw new PfError('conflict', 'The function passed to setState must not call setState.')
  const checked = checkState(given, settings.maxBytes)
  const state = run.segment.secrets.size === 0 ? checked : checkState(scrubTexts(checked, run.segment.secrets), settings.maxBytes)
  const patch = diffJson(previous, state)
  if (patch.length === 0) return
  const isFirst = run.state.shared_state === undefined
  run.state.shared_state = state
  const isShorter = patch.length <= maxOperations && JSON.stringify(patch).length < JSON.stringify(state).length
  // A client that reads the log from its start needs a snapshot before the first patch.
  run.emit(!isFirst && isShorter ? { type: 'state_delta', step, patch } : { type: 'state_snapshot', step, state })
}

/** Sends the state at the begin of a segment, for clients that read from there. */
export function announceState({ state, emit }: Pick<ToolRun, 'state' | 'emit'>): void {
  if (state.shared_state !== undefined) emit({ type: 'state_snapshot', state: state.shared_state })
}

/** Sends the state of the last commit after a crash, if the log has a state. The log may have changes that were not committed. */
export function restoreState({ state, emit }: Pick<ToolRun, 'state' | 'emit'>, log: readonly PlannerEvent[]): void {
  const isShown = log.some(({ type }) => type === 'state_snapshot' || type === 'state_delta')
  if (isShown) emit({ type: 'state_snapshot', state: state.shared_state ?? emptyState })
}

/** Throws PfError `invalid_input` with an issue at `/state` for a state that the agent does not accept. */
export function checkInputState({ sharedState }: Pick<CompiledAgent, 'sharedState'>, state: AgentInput['state']): void {
  if (!sharedState || isEmptyState(state)) return
  try {
    checkState(state, sharedState.maxBytes)
  } catch (error) {
    if (!PfError.isInstance(error)) throw error
    const issues = [{ code: error.code, pointer: '/state', expected: `JSON of at most ${sharedState.maxBytes} bytes and 60 levels` }]
    throw new PfError('invalid_input', error.message, { fields: { issues } })
  }
}

/** Returns the state with which a new run begins: that of the request or, if the request has none, the last one of the thread. */
export async function firstSharedState(
  { sharedState, ports }: CompiledAgent,
  { scope, input }: { scope: Scope; input: Pick<AgentInput, 'state' | 'thread_id' | 'run_id'> },
): Promise<Pick<RunState, 'shared_state'>> {
  if (!sharedState) return {}
  if (input.state !== undefined && !isEmptyState(input.state)) return { shared_state: checkState(input.state, sharedState.maxBytes) }
  const entries = await ports.threads.read(scope, input.thread_id, entriesRead)
  const runs = [...new Set(entries.map(({ run_id }) => run_id).toReversed())].filter((run_id) => run_id !== input.run_id)
  for (const run_id of runs.slice(0, maxRunsRead)) {
    const record = await ports.storage.load(scope, run_id)
    const read = record && readRunState(record.state)
    if (read?.ok && read.state.shared_state !== undefined) return { shared_state: read.state.shared_state }
  }
  return {}
}

/**
 * Returns the state that a request which continues a run brings with it, and the warnings about it. A request that begins a new turn brings
 * its own state. Otherwise that of the run remains, because the page may have an older one.
 */
export function stateOfRequest(
  { sharedState }: Pick<CompiledAgent, 'sharedState'>,
  { shared_state = emptyState }: RunState,
  { input, new_turn }: { input: AgentInput; new_turn: boolean },
): { shared_state?: JsonValue; warnings: { code: string; text: string }[] } {
  if (input.state === undefined || isEmptyState(input.state)) return { warnings: [] }
  if (!sharedState) return { warnings: [stateIgnored] }
  if (new_turn) return { shared_state: checkState(input.state, sharedState.maxBytes), warnings: [] }
  return { warnings: equalJson(input.state, shared_state) ? [] : [stateKept] }
}

/** The warning about a state that the agent does not read. */
export const stateIgnored = {
  code: 'state_ignored',
  text: 'The agent does not read the state of the request. Set the option `state` of the agent, or send what the model should know as context.',
}

/** The warning about a state that differs from that of the run which the request continues. */
export const stateKept = {
  code: 'state_kept',
  text: 'The state of the request differs from that of the run which it continues. The state of the run was kept; change it with the next message.',
}
