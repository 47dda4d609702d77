import { isRecord, type WireEvent } from '@pf/core'
import { type Cursor, formatCursor, isAfter, parseCursor } from './cursor.ts'
import { emptyModel } from './empty-model.ts'
import { frame } from './frame.ts'
import { closeTurn } from './handlers/run.ts'
import { handlerTable } from './handlers.ts'
import { addTurn, emptyTurn, type Model, putTurn, runAgain, turnOfRun } from './model.ts'
import { withModel } from './model-of.ts'
import { newId } from './new-id.ts'
import { refreshPreviews } from './place-preview.ts'
import type { PreviewRules } from './preview.ts'
import { findQuestion } from './questions.ts'
import { name, number, optional } from './read.ts'
import type { ComponentStore, StoreState } from './types.ts'

/** What a store takes from outside. */
export interface StoreOptions {
  /** Calls back once for all changes since; default: the next animation frame. */
  schedule?: (flush: () => void) => void
  newId?: () => string
  now?: () => number
  /** Which components may be previewed, and how much of unfinished props is valid; default: the registry's rules for the built-in renderers. */
  rules?: PreviewRules
}

const NO_PREVIEWS: PreviewRules = { allows: () => false, prefix: () => undefined }

/** Makes a store; without `rules` nothing is previewed, and components appear when the server has validated them. */
export function createStore({ schedule = frame, newId: makeId = newId, now = Date.now, rules = NO_PREVIEWS }: StoreOptions = {}): ComponentStore {
  const listeners = new Set<() => void>()
  const model = emptyModel({ rules, now, wake: changed })
  let snapshot: StoreState | undefined
  let waiting = false

  function flush() {
    waiting = false
    for (const listener of [...listeners]) listener()
  }
  function changed() {
    snapshot = undefined
    if (waiting || listeners.size === 0) return
    waiting = true
    schedule(flush)
  }
  const store: ComponentStore = {
    apply(wire, source) {
      if (reduce(model, wire, source?.run_id)) changed()
    },
    addUserMessage(text, id = makeId(), run_id) {
      if (model.turns.some((turn) => turn.id === id)) return id
      addTurn(model, { kind: 'user', id, text, ...optional('run_id', run_id) })
      changed()
      return id
    },
    beginRun(run_id, thread_id, question) {
      if (!goOn(model, run_id, question)) addTurn(model, { ...emptyTurn(run_id), started: now() })
      model.source = run_id
      model.run = { status: 'running', run_id, ...optional('thread_id', thread_id) }
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
      snapshot = { turns, run, events: timeline.snapshot(), ...optional('shared', shared) }
      return snapshot
    },
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => listeners.delete(own)
    },
    cursor(run_id) {
      const cursor = model.cursors.get(run_id)
      return cursor && formatCursor(cursor)
    },
    reset() {
      Object.assign(model, emptyModel(model))
      changed()
    },
  }
  return withModel(store, model)
}

/** The turn that a run goes on with, running again; false where there is none. */
function goOn(model: Model, run_id: string, question: string | undefined): boolean {
  const turn = turnOfRun(model, run_id) ?? findQuestion(model, ({ id }) => id === question)?.turn
  if (!turn) return false
  putTurn(model, runAgain(turn, run_id))
  return true
}

/** Applies one event; false when it changed nothing because it had been applied before or is none. */
function reduce(model: Model, { id, event }: WireEvent, from: string | undefined): boolean {
  if (!isRecord(event) || typeof event.type !== 'string') return false
  const { type, runId, timestamp } = event
  model.source = (type === 'RUN_STARTED' ? name(runId) : undefined) ?? from ?? model.source
  const cursor = parseCursor(id)
  if (cursor && !advance(model, cursor)) return false
  const incoming = { type, fields: event, ts: number(timestamp) ?? model.now(), cursor }
  model.timeline.push(model.source, incoming)
  handlerTable.get(type)?.(model, incoming)
  return true
}

function advance({ cursors, source }: Model, cursor: Cursor): boolean {
  const last = cursors.get(source)
  if (last && !isAfter(cursor, last)) return false
  cursors.set(source, cursor)
  return true
}
