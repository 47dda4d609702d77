import type { ErrorCode, PlannerEvent, PlannerEventType } from '@pf/core'
import type { AguiEvent } from './agui-event.ts'
import { onArtifactChunk, onArtifactRejected, onArtifactStored, onArtifactUpdate } from './artifacts.ts'
import { endPaused } from './end-paused.ts'
import { breakOff, onFinish } from './finish.ts'
import { onResume, onRunStart, startBroken } from './lifecycle.ts'
import { type AguiMapperOptions, type Handler, keepsStream, type Mapping, type Phase } from './mapping.ts'
import { notice, onPause, silent } from './notices.ts'
import { sendSnapshot } from './snapshot.ts'
import { onStateDelta, onStateSnapshot } from './state.ts'
import { onStepComplete, onStepStart } from './steps.ts'
import { onAnswerReset, onChunk } from './text.ts'
import { onCallArgs, onCallEnd, onCallProgress, onCallResult, onCallStart } from './tool-calls.ts'
import { onUsage } from './usage.ts'

/** Planner events in, AG-UI events out; holds the state of one log. */
export interface AguiMapper {
  /** Wire events of one planner event, in order; the index is the `k` of the SSE id. Empty for what has no place on the wire. */
  feed(event: PlannerEvent): AguiEvent[]
  /** Closes what is open and ends with RUN_ERROR; empty when the log has already ended. */
  abort(code?: ErrorCode): AguiEvent[]
  /** The log goes on no more: a run that was kept open over its pause ends with that pause, one that works with RUN_ERROR, any other has ended. */
  end(): AguiEvent[]
  /** `ended` after the terminal event, `paused` after a segment that may go on. */
  readonly phase: Phase
}

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
  repair: notice('repair'),
  usage: onUsage,
  warning: notice('warning'),
  draft_delta: silent,
  draft_done: silent,
  task_start: notice('task_start'),
  task_progress: notice('task_progress'),
  task_pause: notice('task_pause'),
  task_result: notice('task_result'),
  task_group_start: notice('task_group_start'),
  task_group_result: notice('task_group_result'),
  finish: onFinish,
} satisfies { [K in PlannerEventType]: Handler<K> }

/**
 * Maps one log, from its first event on, to AG-UI. Pure: the same log and options give the same events on every node.
 * Whatever the log holds, the wire stays legal: everything is closed before the end and there is one terminal event.
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
    abort: (code = 'internal') => collect(() => isOpen(mapping) && breakOff(mapping, code)),
    end: () => collect(() => isOpen(mapping) && (mapping.phase === 'paused' ? endKept(mapping) : breakOff(mapping, 'internal'))),
    get phase() {
      return mapping.phase
    },
  }
}

const isOpen = (mapping: Mapping) => mapping.phase === 'idle' || mapping.phase === 'running' || (mapping.phase === 'paused' && keepsStream(mapping))

function endKept(mapping: Mapping) {
  mapping.phase = 'ended'
  endPaused(mapping)
}

function feed(mapping: Mapping, event: PlannerEvent) {
  if (!Object.hasOwn(handlers, event.type) || !expects[mapping.phase](event.type)) return
  mapping.ts = Math.max(mapping.ts, Number.isFinite(event.ts) ? Math.trunc(event.ts) : 0)
  mapping.step = event.step ?? mapping.step
  if (mapping.phase === 'idle' && event.type !== 'run_start') startBroken(mapping, event)
  const handler: (mapping: Mapping, event: never) => void = handlers[event.type]
  handler(mapping, event as never)
  if (mapping.phase === 'running') sendSnapshot(mapping)
}

/** Which events each phase takes; what a log should not hold there is left out. */
const expects = {
  idle: () => true,
  running: (type) => type !== 'run_start',
  paused: (type) => type === 'run_start',
  ended: () => false,
} satisfies Record<Phase, (type: PlannerEventType) => boolean>

function newMapping(options: AguiMapperOptions, emit: Mapping['emit']): Mapping {
  return {
    options,
    emit,
    phase: 'idle',
    thread_id: '',
    run_id: '',
    step: 0,
    ts: 0,
    client: { client_tools: [], answered: [] },
    turn: '',
    resumed: false,
    claimed: new Map(),
    texts: new Map(),
    reasoning: new Map(),
    answers: new Map(),
    steps: new Map(),
    calls: new Map(),
    interactions: [],
    usage: [],
    chunks: new Map(),
    activities: new Map(),
    state: undefined,
    transcript: undefined,
    snapshotDue: false,
  }
}
