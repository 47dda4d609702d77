import { type InteractionAnnouncement, isRecord, type JsonValue, type WireEvent } from '@pf/core'
import { type Cursor, formatCursor, isAfter, parseCursor } from './cursor.ts'
import { frame } from './frame.ts'
import { closeTurn } from './handlers/run.ts'
import { handlerTable } from './handlers.ts'
import type { Incoming } from './incoming.ts'
import { emptyTurn, type Model, patchTurn, putTurn, turnOfMessage, turnOfRun } from './model.ts'
import { newId } from './new-id.ts'
import { refreshPreviews } from './place-preview.ts'
import type { PreviewRules } from './preview.ts'
import { ANSWERABLE, ask, findQuestion, putQuestion, readQuestion } from './questions.ts'
import { json, name, number, object } from './read.ts'
import { readTurns } from './read-turns.ts'
import { createTimeline } from './timeline.ts'
import { toMessages } from './to-messages.ts'
import type { ComponentStore, RunState, StoreState } from './types.ts'

/** What a store takes from outside. */
export interface StoreOptions {
  /** Calls back once for all changes since; default: the next animation frame. */
  schedule?: (flush: () => void) => void
  newId?: () => string
  now?: () => number
  /** Which components may be previewed, and how much of unfinished props is valid; default: the registry's rules for the built-in renderers. */
  rules?: PreviewRules
}

const STORED_VERSION = 1
const NO_PREVIEWS: PreviewRules = { allows: () => false, prefix: () => undefined }

/** Makes a store; without `rules` nothing is previewed, and components appear when the server has validated them. */
export function createStore(options: StoreOptions = {}): ComponentStore {
  const schedule = options.schedule ?? frame
  const makeId = options.newId ?? newId
  const now = options.now ?? Date.now
  const listeners = new Set<() => void>()
  const model = emptyModel(options.rules ?? NO_PREVIEWS, changed)
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
  function take() {
    refreshPreviews(model)
    return { turns: model.turns, run: model.run, events: model.timeline.snapshot(), ...(model.shared === undefined ? {} : { shared: model.shared }) }
  }
  return {
    apply(wire, source) {
      if (reduce(model, wire, { now: now(), ...source })) changed()
    },
    addUserMessage(text, id = makeId(), run_id) {
      if (model.turns.some((turn) => turn.id === id)) return id
      model.turns = [...model.turns, { kind: 'user', id, text, ...(run_id === undefined ? {} : { run_id }) }]
      changed()
      return id
    },
    addAssistantMessage(run_id, text) {
      if (turnOfRun(model, run_id)) return
      const id = `${emptyTurn(run_id).id}:answer`
      model.turns = [...model.turns, { ...emptyTurn(run_id), status: 'done', segments: [{ id, text, done: true }], parts: [{ kind: 'text', id }] }]
      changed()
    },
    beginRun(run_id, thread_id, question) {
      if (!goOn(model, run_id, question)) model.turns = [...model.turns, { ...emptyTurn(run_id), started: now() }]
      model.source = run_id
      model.run = { status: 'running', run_id, ...(thread_id === undefined ? {} : { thread_id }) }
      changed()
    },
    endRun(run_id, end) {
      const turn = turnOfRun(model, run_id)
      if (turn?.status !== 'running') return
      if (end === 'cancelled') closeTurn(model, turn, 'cancelled', now())
      else closeTurn(model, { ...turn, error: end.error }, 'error', now())
      changed()
    },
    noteQuestion(id, note, from) {
      const found = findQuestion(model, (question) => question.id === id)
      if (!found || (from && !from.includes(found.question.status))) return
      const { issues: _, ...question } = found.question
      putQuestion(model, found.turn, { ...question, ...note })
      changed()
    },
    addQuestions(asked) {
      for (const item of asked) addQuestion(model, item, now())
      changed()
    },
    readUpTo(run_id) {
      const turn = turnOfRun(model, run_id)
      const over = turn && (turn.run_id !== run_id || (turn.status !== 'running' && turn.error?.code !== 'network'))
      return over ? model.cursors.get(run_id)?.seq : undefined
    },
    markSeen() {
      for (const turn of model.turns)
        for (const question of turn.kind === 'assistant' ? turn.questions : []) if (ANSWERABLE.includes(question.status)) model.seen.add(question.id)
    },
    dropAnswer() {
      const last = model.turns.findLastIndex((turn) => turn.kind === 'user')
      model.turns = model.turns.slice(0, last + 1)
      model.run = idle(model.run)
      changed()
    },
    getSnapshot() {
      snapshot ??= take()
      return snapshot
    },
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => listeners.delete(own)
    },
    toMessages: () => toMessages(model.turns),
    cursor(run_id) {
      const cursor = model.cursors.get(run_id)
      return cursor && formatCursor(cursor)
    },
    serialize() {
      const { turns, run, shared } = take()
      const cursors = [...model.cursors].map(([run_id, cursor]) => [run_id, formatCursor(cursor)])
      return JSON.parse(JSON.stringify({ version: STORED_VERSION, turns, run, cursors, shared })) as JsonValue
    },
    restore(value) {
      clear(model)
      load(model, value)
      changed()
    },
    reset() {
      clear(model)
      changed()
    },
  }
}

const idle = (run: RunState): RunState => ({ status: 'idle', ...(run.thread_id === undefined ? {} : { thread_id: run.thread_id }) })

function emptyModel(rules: PreviewRules, wake: () => void): Model {
  return {
    turns: [],
    run: { status: 'idle' },
    shared: undefined,
    source: 'unknown',
    cursors: new Map(),
    previews: new Map(),
    thinkingSince: new Map(),
    timeline: createTimeline(),
    seen: new Set(),
    rules,
    wake,
  }
}

/** The turn that a run goes on with, running again; false where there is none. */
function goOn(model: Model, run_id: string, question: string | undefined): boolean {
  const turn = turnOfRun(model, run_id) ?? findQuestion(model, ({ id }) => id === question)?.turn
  if (!turn) return false
  const { error: _, ended: __, ...rest } = turn
  putTurn(model, { ...rest, status: 'running', run_id, runs: turn.runs.includes(run_id) ? turn.runs : [...turn.runs, run_id] })
  return true
}

/** A question that only the thread knows of: the log that asked it may be gone. */
function addQuestion(model: Model, item: InteractionAnnouncement, ts: number) {
  if (findQuestion(model, ({ id }) => id === item.id)) return
  const turn = turnOfMessage(model, name(item.message_id))
  const asked = readQuestion({ ...item }, turn)
  if (!asked) return
  ask(model, turn, asked, ts)
  const now = turnOfMessage(model, turn.id)
  if (now.parts.length > 1 || now.status !== 'running') return
  patchTurn(model, now, { status: 'waiting' })
  model.run = { ...model.run, status: 'waiting', run_id: now.run_id }
}

function clear(model: Model) {
  model.timeline.clear()
  Object.assign(model, { ...emptyModel(model.rules, model.wake), timeline: model.timeline })
}

/** Applies one event; false when it changed nothing because it had been applied before or is none. */
function reduce(model: Model, wire: WireEvent, at: { now: number; run_id?: string }): boolean {
  const { event } = wire
  if (!isRecord(event) || typeof event.type !== 'string') return false
  const run_id = event.type === 'RUN_STARTED' ? name(event.runId) : undefined
  if (run_id ?? at.run_id) model.source = run_id ?? at.run_id ?? model.source
  const cursor = parseCursor(wire.id)
  if (cursor && !advance(model, cursor)) return false
  const incoming: Incoming = { type: event.type, fields: event, ts: number(event.timestamp) ?? at.now, cursor }
  model.timeline.push(model.source, incoming)
  handlerTable.get(event.type)?.(model, incoming)
  return true
}

function advance(model: Model, cursor: Cursor): boolean {
  const last = model.cursors.get(model.source)
  if (last && !isAfter(cursor, last)) return false
  model.cursors.set(model.source, cursor)
  return true
}

function load(model: Model, value: unknown) {
  if (!isRecord(value) || value.version !== STORED_VERSION) return
  model.turns = readTurns(value.turns)
  const run = object(value.run)
  const last = model.turns.findLast((turn) => turn.kind === 'assistant')
  model.run = last?.kind === 'assistant' ? { status: last.status, run_id: last.run_id } : { status: 'idle' }
  const thread_id = name(run.thread_id)
  if (thread_id !== undefined) model.run = { ...model.run, thread_id }
  model.source = last?.kind === 'assistant' ? last.run_id : 'unknown'
  if (Object.hasOwn(value, 'shared')) model.shared = json(value.shared)
  for (const entry of Array.isArray(value.cursors) ? value.cursors : []) {
    const [run_id, id] = Array.isArray(entry) ? entry : []
    const cursor = parseCursor(id)
    if (typeof run_id === 'string' && cursor) model.cursors.set(run_id, cursor)
  }
}
