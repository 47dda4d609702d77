import type { ErrorCode, PlannerEvent, PlannerEventType } from '@pf/core'
import type { AguiEvent } from './agui-event.ts'
import { onArtifactChunk, onArtifactRejected, onArtifactStored, onArtifactUpdate } from './artifact-events.ts'
import { emitAbort, onFinish } from './finish.ts'
import { emitPausedEnd, onResume, onRunStart, startWithoutRunStart } from './lifecycle.ts'
import { linkInteractions } from './link-artifacts.ts'
import { type AguiMapperOptions, type AguiMapperPhase, emitCustom, type Handler, keepsStreamOpen, type Mapping } from './mapping.ts'
import { emitDueSnapshot, onAnswerReset, onChunk } from './messages.ts'
import { onStateDelta, onStateSnapshot, onStepComplete, onStepStart } from './state.ts'
import { taskHandlers } from './task-events.ts'
import { onCallArgs, onCallEnd, onCallProgress, onCallResult, onCallStart } from './tool-calls.ts'
import { onUsage } from './usage.ts'

/** Maps the planner events of one log to AG-UI events. */
export interface AguiMapper {
  /** Returns the wire events of one planner event in order; the index is the `k` of the SSE id. Empty for an event that is not sent. */
  feed(event: PlannerEvent): AguiEvent[]
  /** Closes everything that is open and ends with RUN_ERROR. Returns no events if the log has already ended. */
  abort(code?: ErrorCode): AguiEvent[]
  /**
   * Must be called after the last event of the log. A run that was kept open over a pause ends with the pause, and a running one with
   * RUN_ERROR. Otherwise returns no events.
   */
  end(): AguiEvent[]
  /** `ended` after the terminal event, `paused` after a segment that may be continued. */
  readonly phase: AguiMapperPhase
}

/** Emits a CUSTOM event with the name and the fields of the planner event, for events without an AG-UI counterpart. */
const customEvent =
  <T extends PlannerEventType>(name: T): Handler<T> =>
  (mapping, event) =>
    emitCustom(mapping, name, event)

/** Emits the interactions as a CUSTOM event. The terminal event of the segment lists them as interrupts. */
const onPause: Handler<'pause'> = (mapping, { interactions }) => {
  const linked = linkInteractions(interactions, mapping.options.artifactUrl)
  mapping.interactions.push(...linked)
  mapping.emit({ type: 'CUSTOM', name: 'pause', value: { interactions: linked } })
}

/** Draft events have a stream of their own and are not part of AG-UI. */
const ignored = (_mapping: Mapping): void => {}

const handlers = {
  run_start: onRunStart,
  step_start: onStepStart,
  step_complete: onStepComplete,
  llm_stream_chunk: onChunk,
  answer_reset: onAnswerReset,
  tool_call_start: onCallStart,
  tool_call_args: onCallArgs,
  tool_call_end: onCallEnd,
  tool_call_progress: onCallProgress,
  tool_call_result: onCallResult,
  artifact_chunk: onArtifactChunk,
  artifact_stored: onArtifactStored,
  artifact_update: onArtifactUpdate,
  artifact_rejected: onArtifactRejected,
  pause: onPause,
  resume: onResume,
  state_snapshot: onStateSnapshot,
  state_delta: onStateDelta,
  repair: customEvent('repair'),
  usage: onUsage,
  budget: customEvent('budget'),
  warning: customEvent('warning'),
  run_message: customEvent('run_message'),
  draft_delta: ignored,
  draft_done: ignored,
  ...taskHandlers,
  finish: onFinish,
} satisfies { [K in PlannerEventType]: Handler<K> }

/**
 * Creates the mapping of one log, which must be fed from its first event. It is pure: the same log and options give the same events on
 * every node. The events are valid AG-UI for any log: everything that was opened is closed, and there is exactly one terminal event.
 */
export function createAguiMapper(options: AguiMapperOptions = {}): AguiMapper {
  let out: AguiEvent[] = []
  const mapping = newMapping(options, (event) => {
    out.push(mapping.ts > 0 ? { ...event, timestamp: mapping.ts } : event)
    mapping.transcript?.apply(event)
  })
  const collect = (write: () => void) => {
    out = []
    write()
    return out
  }
  return {
    feed: (event) => collect(() => feed(mapping, event)),
    abort: (code = 'internal') => collect(() => isOpen(mapping) && emitAbort(mapping, code)),
    end: () => collect(() => isOpen(mapping) && (mapping.phase === 'paused' ? endKeptOpen(mapping) : emitAbort(mapping, 'internal'))),
    get phase() {
      return mapping.phase
    },
  }
}

const isOpen = (mapping: Mapping) => mapping.phase === 'idle' || mapping.phase === 'running' || (mapping.phase === 'paused' && keepsStreamOpen(mapping))

function endKeptOpen(mapping: Mapping) {
  mapping.phase = 'ended'
  emitPausedEnd(mapping)
}

function feed(mapping: Mapping, event: PlannerEvent) {
  if (!Object.hasOwn(handlers, event.type) || !accepts[mapping.phase](event.type)) return
  mapping.ts = Math.max(mapping.ts, Number.isFinite(event.ts) ? Math.trunc(event.ts) : 0)
  mapping.step = event.step ?? mapping.step
  if (mapping.phase === 'idle' && event.type !== 'run_start') startWithoutRunStart(mapping, event)
  const handler: (mapping: Mapping, event: never) => void = handlers[event.type]
  handler(mapping, event as never)
  if (mapping.phase === 'running') emitDueSnapshot(mapping)
}

/** Events that each phase accepts. Other events are ignored. */
const accepts = {
  idle: () => true,
  running: (type) => type !== 'run_start',
  paused: (type) => type === 'run_start',
  ended: () => false,
} satisfies Record<AguiMapperPhase, (type: PlannerEventType) => boolean>

function newMapping(options: AguiMapperOptions, emit: Mapping['emit']): Mapping {
  return {
    options,
    emit,
    phase: 'idle',
    threadId: '',
    runId: '',
    step: 0,
    ts: 0,
    client: { client_tools: [], answered: [] },
    turnMessageId: '',
    resumed: false,
    claimedIds: new Map(),
    texts: new Map(),
    reasoning: new Map(),
    answers: new Map(),
    steps: new Map(),
    calls: new Map(),
    interactions: [],
    usage: [],
    chunkCounts: new Map(),
    activities: new Map(),
    state: undefined,
    transcript: undefined,
    snapshotDue: false,
  }
}
