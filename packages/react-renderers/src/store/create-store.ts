import { type EventPosition, formatEventId, parseEventId, type WireEvent } from '@pf/core'
import { isAfter, isRecord } from '@pf/core/internal'
import { handlerOf } from './handlers/event-handlers.ts'
import { closeTurn } from './handlers/run.ts'
import { createListeners } from './listeners.ts'
import { refreshPreviews } from './model/component-previews.ts'
import { addTurn, emptyModel, emptyTurn, type Model, putTurn, resumeTurn, turnOfRun } from './model/model.ts'
import { withModel } from './model/model-of.ts'
import type { PreviewRules } from './model/preview.ts'
import { findQuestion } from './model/questions.ts'
import { name, number, omitUndefined } from './model/read.ts'
import type { Timeline } from './model/timeline.ts'
import type { ComponentStore, StoreState, TimelineEvent } from './model/types.ts'
import { newId } from './new-id.ts'

/** Options of a store. */
export interface StoreOptions {
  /** Schedules one call of `flush` for all changes since the last one. Default: the next animation frame. */
  schedule?: (flush: () => void) => void
  newId?: () => string
  now?: () => number
  /** Determines which components may be previewed, and which part of incomplete props is valid. Defaults to no previews; `createComponentStore` passes the registry's rules. */
  rules?: PreviewRules
  /** `createTimeline` of `@pf/react-renderers/timeline`, for an inspector that reads `events`. Without it, `events` stays empty. */
  timeline?: () => Timeline
}

const NO_EVENTS: readonly TimelineEvent[] = []
const NO_PREVIEWS: PreviewRules = { allows: () => false, prefix: () => undefined }

/** Creates a store. Without `rules`, components are not previewed and appear after the server has validated them. */
export function createStore({
  schedule = frame,
  newId: makeId = newId,
  now = Date.now,
  rules = NO_PREVIEWS,
  timeline: newTimeline,
}: StoreOptions = {}): ComponentStore {
  const { hasListeners, notifyListeners, subscribe } = createListeners()
  const model = emptyModel({ rules, now, notify: changed, newTimeline })
  let snapshot: StoreState | undefined
  let waiting = false

  function flush() {
    waiting = false
    notifyListeners()
  }
  function changed() {
    snapshot = undefined
    if (waiting || !hasListeners()) return
    waiting = true
    schedule(flush)
  }
  const store: ComponentStore = {
    apply(wire, source) {
      if (reduce(model, wire, source?.runId)) changed()
    },
    addUserMessage(text, id = makeId(), run_id, files) {
      if (model.turns.some((turn) => turn.id === id)) return id
      addTurn(model, omitUndefined({ kind: 'user', id, text, run_id, files }))
      changed()
      return id
    },
    beginRun(run_id, thread_id, question) {
      const before = turnOfRun(model, run_id) ?? findQuestion(model, ({ id }) => id === question)?.turn
      if (before) putTurn(model, resumeTurn(before, run_id))
      else addTurn(model, { ...emptyTurn(run_id), started: now() })
      model.source = run_id
      model.run = omitUndefined({ status: 'running', run_id, thread_id })
      changed()
    },
    endRun(run_id, end) {
      const turn = turnOfRun(model, run_id)
      if (turn?.status !== 'running') return
      if (end === 'cancelled') closeTurn(model, turn, end, now())
      else closeTurn(model, { ...turn, error: end.error }, 'error', now())
      changed()
    },
    getSnapshot() {
      if (snapshot) return snapshot
      refreshPreviews(model)
      const { turns, run, shared, timeline } = model
      snapshot = omitUndefined({ turns, run, events: timeline?.snapshot() ?? NO_EVENTS, shared })
      return snapshot
    },
    subscribe,
    cursor(run_id) {
      const cursor = model.cursors.get(run_id)
      return cursor && formatEventId(cursor.seq, cursor.k)
    },
    reset() {
      Object.assign(model, emptyModel(model))
      changed()
    },
  }
  return withModel(store, model)
}

/** Applies one event. Returns false if it was applied before or is not an event. */
function reduce(model: Model, { id, event }: WireEvent, from: string | undefined): boolean {
  if (!isRecord(event) || typeof event.type !== 'string') return false
  const { type, runId, timestamp } = event
  model.source = (type === 'RUN_STARTED' && name(runId)) || from || model.source
  const cursor = parseEventId(id)
  if (cursor && !advance(model, cursor)) return false
  const incoming = { type, fields: event, ts: number(timestamp) ?? model.now(), cursor }
  model.timeline?.push(model.source, incoming)
  handlerOf(type)?.(model, incoming)
  return true
}

function advance({ cursors, source }: Model, cursor: EventPosition): boolean {
  const last = cursors.get(source)
  if (last && !isAfter(last, cursor.seq, cursor.k)) return false
  cursors.set(source, cursor)
  return true
}

const HIDDEN_MS = 250

/** Schedules the next animation frame, or a timer if there are no animation frames (hidden tab, no document). */
export function frame(flush: () => void): void {
  let done = false
  const once = () => {
    if (done) return
    done = true
    flush()
  }
  if (typeof requestAnimationFrame !== 'function') return void setTimeout(once, 16)
  requestAnimationFrame(once)
  setTimeout(once, HIDDEN_MS)
}
