import { type JsonValue, turnMessageId } from '@pf/core'
import type { Cursor } from './cursor.ts'
import type { Incoming } from './incoming.ts'
import type { Preview, PreviewRules } from './preview.ts'
import type { Timeline } from './timeline.ts'
import type { AssistantTurn, PartRef, RunState, Turn } from './types.ts'

/** What handlers work on: a mutable frame around immutable turns. */
export interface Model {
  turns: readonly Turn[]
  run: RunState
  shared: JsonValue | undefined
  /** Run whose log the events being applied belong to; differs from `run` while an older one is replayed. */
  source: string
  /** Last event applied, by run. */
  cursors: Map<string, Cursor>
  /** Arguments being parsed, by tool call. */
  previews: Map<string, Preview>
  /** When the open reasoning span of a run began. */
  thinkingSince: Map<string, number>
  timeline: Timeline
  /** Questions that were open on this page when it looked for news. */
  seen: Set<string>
  rules: PreviewRules
  /** Says that something changed without an event. */
  wake: () => void
}

export type Handler = (model: Model, event: Incoming) => void

/** A turn in which nothing happened yet. */
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

const findLast = (model: Model, test: (turn: AssistantTurn) => boolean): AssistantTurn | undefined =>
  model.turns.findLast((turn): turn is AssistantTurn => turn.kind === 'assistant' && test(turn))

/** The turn a run belongs to. */
export const turnOfRun = (model: Model, run_id: string) => findLast(model, (turn) => turn.runs.includes(run_id))

/** The turn of a message id, else the one being streamed. */
export function turnOfMessage(model: Model, message_id: string | undefined): AssistantTurn {
  const named = message_id === undefined ? undefined : findLast(model, (turn) => turn.id === message_id)
  return named ?? currentTurn(model)
}

/** The turn being streamed; made when a server skips RUN_STARTED. */
export function currentTurn(model: Model): AssistantTurn {
  const turn = turnOfRun(model, model.source)
  if (turn) return turn
  const made = emptyTurn(model.source)
  model.turns = [...model.turns, made]
  return made
}

/** Puts a changed turn in the place of the old one. */
export function putTurn(model: Model, turn: Turn): void {
  const index = model.turns.findLastIndex((candidate) => candidate.id === turn.id && candidate.kind === turn.kind)
  if (index >= 0 && model.turns[index] !== turn) model.turns = model.turns.with(index, turn)
}

/** Changes fields of a turn. */
export const patchTurn = (model: Model, turn: AssistantTurn, fields: Partial<AssistantTurn>) => putTurn(model, { ...turn, ...fields })

/** The list with `item` in the place of the one with the same key, or at its end. */
export function upsert<T>(items: readonly T[], item: T, key: (item: T) => string): readonly T[] {
  const index = items.findLastIndex((candidate) => key(candidate) === key(item))
  return index < 0 ? [...items, item] : items.with(index, item)
}

/** `parts` with a new thing at its end, unless it is there. */
export function withPart(parts: readonly PartRef[], kind: PartRef['kind'], id: string): readonly PartRef[] {
  return parts.some((part) => part.kind === kind && part.id === id) ? parts : [...parts, { kind, id }]
}
