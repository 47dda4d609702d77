import { type EventPosition, type JsonValue, turnMessageId } from '@pf/core'
import type { Incoming } from './incoming.ts'
import type { Preview, PreviewRules } from './preview.ts'
import type { Timeline } from './timeline.ts'
import type { AssistantTurn, CurrentRun, PartRef, RunMessageState, SegmentState, ToolCallState, Turn } from './types.ts'

/** The mutable state of a store, which holds immutable turns. */
export interface Model {
  turns: readonly Turn[]
  run: CurrentRun
  shared: JsonValue | undefined
  /** Identifies a change of `shared` in the page that no run has received yet. Has no meaning while `shared` is undefined. */
  unsent?: object | undefined
  /** Run of the log to which the applied events belong. It differs from `run` while an older run is replayed. */
  source: string
  /** The position of the last applied event of each run. */
  cursors: Map<string, EventPosition>
  /** Ids of texts in roles that are not shown. */
  unshown: Set<string>
  /** Parsers of arguments, by tool call. */
  previews: Map<string, Preview>
  /** The time at which the open reasoning of a run began. */
  thinkingSince: Map<string, number>
  timeline: Timeline | undefined
  /** Questions that were open on this page when the thread was restored. */
  openAtRestore: Set<string>
  rules: PreviewRules
  /** Notifies listeners of a change that was not caused by an event. */
  notify: () => void
  /** Milliseconds since the epoch. */
  now: () => number
  /** Creates the list of events, if an inspector reads it. */
  newTimeline: (() => Timeline) | undefined
}

export type Handler = (model: Model, event: Incoming) => void

/** Creates an empty turn. */
export function emptyTurn(run_id: string, id = turnMessageId(run_id)): AssistantTurn {
  return {
    kind: 'assistant',
    id,
    run_id,
    runs: [run_id],
    status: 'running',
    reasoning: { text: '', done: true },
    toolCalls: [],
    segments: [],
    components: [],
    parts: [],
    artifacts: [],
    questions: [],
    warnings: [],
  }
}

/** Returns the turn as continued by `run_id`. */
export function resumeTurn({ error: _, ended: __, ...turn }: AssistantTurn, run_id: string): AssistantTurn {
  return { ...turn, status: 'running', run_id, runs: turn.runs.includes(run_id) ? turn.runs : [...turn.runs, run_id] }
}

/** Returns the newest assistant turn that passes a test. */
export const findTurn = (model: Pick<Model, 'turns'>, test: (turn: AssistantTurn) => boolean): AssistantTurn | undefined =>
  model.turns.findLast((turn): turn is AssistantTurn => turn.kind === 'assistant' && test(turn))

/** Returns the turn of a run. */
export const turnOfRun = (model: Model, run_id: string) => findTurn(model, (turn) => turn.runs.includes(run_id))

/** Returns the turn with this id. */
export const turnById = (model: Model, id: string | undefined) => findTurn(model, (turn) => turn.id === id)

/** Returns the turn of a message id, otherwise the one that is being streamed. */
export const turnOfMessage = (model: Model, message_id: string | undefined) => turnById(model, message_id) ?? currentTurn(model)

/** Returns the turn that is being streamed. Creates one if a server omits RUN_STARTED. */
export const currentTurn = (model: Model): AssistantTurn => turnOfRun(model, model.source) ?? addTurn(model, emptyTurn(model.source))

/** Appends a turn. */
export function addTurn<T extends Turn>(model: Model, turn: T): T {
  model.turns = [...model.turns, turn]
  return turn
}

/** Replaces a turn with a changed one. */
export function putTurn<T extends Turn>(model: Model, turn: T): T {
  const index = model.turns.findLastIndex((candidate) => candidate.id === turn.id && candidate.kind === turn.kind)
  if (index >= 0 && model.turns[index] !== turn) model.turns = model.turns.with(index, turn)
  return turn
}

/** Adds a warning unless it already exists. At most 100 warnings are kept. */
export function warn(model: Model, turn: AssistantTurn, warning: AssistantTurn['warnings'][number]): void {
  const known = turn.warnings.some(({ code, text }) => code === warning.code && text === warning.text)
  if (warning.text !== '' && !known && turn.warnings.length < 100) patchTurn(model, turn, { warnings: [...turn.warnings, warning] })
}

/** Changes fields of a turn. */
export const patchTurn = (model: Model, turn: AssistantTurn, fields: Partial<AssistantTurn>) => putTurn(model, { ...turn, ...fields })

/** Returns the list with `item` replacing the item with the same value under `key`, or appended. */
export function upsert<T>(items: readonly T[], item: T, key: keyof T): readonly T[] {
  const index = items.findLastIndex((candidate) => candidate[key] === item[key])
  return index < 0 ? [...items, item] : items.with(index, item)
}

/** Adds or replaces a message to the run of a turn. */
export const putRunMessage = (model: Model, turn: AssistantTurn, message: RunMessageState) =>
  patchTurn(model, turn, { messages: upsert(turn.messages ?? [], message, 'id') })

/** Returns `parts` with a new part appended, unless it already exists. */
export function withPart(parts: readonly PartRef[], kind: PartRef['kind'], id: string): readonly PartRef[] {
  return parts.some((part) => part.kind === kind && part.id === id) ? parts : [...parts, { kind, id }]
}

/** Adds or replaces a segment of text in a turn. */
export const putSegment = (model: Model, turn: AssistantTurn, segment: SegmentState) =>
  patchTurn(model, turn, { segments: upsert(turn.segments, segment, 'id'), parts: withPart(turn.parts, 'text', segment.id) })

/** Adds or replaces a tool call in a turn. */
export const putCall = (model: Model, turn: AssistantTurn, call: ToolCallState) =>
  patchTurn(model, turn, { toolCalls: upsert(turn.toolCalls, call, 'id'), parts: withPart(turn.parts, 'tool', call.id) })

/** Returns the initial state of a store. Its options are kept. */
export const emptyModel = ({ rules, notify, now, newTimeline }: Pick<Model, 'rules' | 'notify' | 'now' | 'newTimeline'>): Model => ({
  turns: [],
  run: { status: 'idle' },
  shared: undefined,
  source: 'unknown',
  cursors: new Map(),
  unshown: new Set(),
  previews: new Map(),
  thinkingSince: new Map(),
  timeline: newTimeline?.(),
  openAtRestore: new Set(),
  rules,
  notify,
  now,
  newTimeline,
})
