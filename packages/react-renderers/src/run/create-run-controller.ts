import type { AnswerEnvelope, ConnectionStatus, RunClient, RunRequest, WireEvent } from '@pf/core'
import { toMessages } from '../conversation/to-messages.ts'
import { isOpen } from '../store/model/questions.ts'
import type { ComponentStore } from '../store/model/types.ts'
import { newId } from '../store/new-id.ts'
import { dropAnswer } from './drop-answer.ts'
import { noteQuestion } from './note-question.ts'
import { pump, type RunError } from './pump.ts'
import { questionsOf } from './questions-of.ts'
import { restoreThread } from './restore-thread.ts'
import { sendAnswer } from './send-answer.ts'

/** What a controller works with; ids come from outside. */
export interface RunControllerOptions {
  client: RunClient
  store: ComponentStore
  thread_id: string
  newId?: () => string
  now?: () => number
  /** How long a cancelled run may take to say so, in ms, before reading stops anyway. */
  cancelPatienceMs?: number
}

/** Sends, stops and restores runs of one thread; everything they bring goes to the store. */
export interface RunController {
  /** Asks; false while a run is active or for blank text. Questions that are still open are left without an answer, and the model is told. */
  send(text: string): boolean
  /** Answers a question and follows the run that goes on; what became of it stands in the store. Does nothing for one that is not open. */
  answer(question_id: string, envelope: AnswerEnvelope): Promise<void>
  /** Cancels the active run; what was written stays. */
  stop(): Promise<void>
  /** Asks the last question again; after a lost connection under the same run id, so that nothing runs twice. */
  retry(): boolean
  /** Loads the thread and replays its runs; a run that still goes on is followed live. Rejects when the thread cannot be read. */
  restore(): Promise<void>
  connection(): ConnectionStatus
  subscribe(listener: () => void): () => void
  /** Stops reading without cancelling anything on the server. */
  detach(): void
}

type OpenStream = (more: { signal: AbortSignal; onStatus: (status: ConnectionStatus) => void }) => AsyncIterable<WireEvent>

const PATIENCE_MS = 5_000

/** Makes the controller of a thread. */
export function createRunController({ client, store, thread_id, ...options }: RunControllerOptions): RunController {
  const makeId = options.newId ?? newId
  const now = options.now ?? Date.now
  const line = createLine(store)
  /** The run that was begun last, and how it is asked for again under the same id. */
  let last: { run_id: string; again: () => void } | undefined

  function read(run_id: string, open: OpenStream, question?: string) {
    last = { run_id, again: () => read(run_id, open, question) }
    line.take()
    store.beginRun(run_id, thread_id, question)
    void line.read(run_id, open).then((error) => error && store.endRun(run_id, { error }))
  }
  function ask(run_id = makeId(), superseded: string[] = []) {
    const request: RunRequest = { thread_id, run_id, messages: toMessages(store.getSnapshot().turns), forwarded_props: { pf: {} } }
    if (superseded.length > 0) request.superseded = superseded
    read(run_id, (more) => client.start(request, more))
  }
  const attach =
    (run_id: string): OpenStream =>
    (more) =>
      client.attach(run_id, store.cursor(run_id), more)
  const busy = () => store.getSnapshot().run.status === 'running'
  const sending = () => questionsOf(store.getSnapshot()).some(({ status }) => status === 'submitting')
  /** Leaves the open questions without an answer. */
  function leave(): string[] {
    const open = questionsOf(store.getSnapshot()).filter(isOpen)
    for (const { id } of open) noteQuestion(store, id, { status: 'superseded', answered_at: now() })
    return open.map(({ id }) => id)
  }
  /** A store that was used for another thread starts anew. */
  function claim() {
    const known = store.getSnapshot().run.thread_id
    if (known !== undefined && known !== thread_id) store.reset()
  }
  function giveUp(run_id: string) {
    if (store.getSnapshot().run.run_id === run_id && busy()) line.take()
    store.endRun(run_id, 'cancelled')
  }

  function restore() {
    claim()
    const alive = line.take()
    const replay = (run_id: string, onFirst?: () => void) => line.read(run_id, attach(run_id), onFirst)
    return restoreThread({ client, store, thread_id, alive, replay })
  }

  return {
    send(text) {
      claim()
      if (busy() || sending() || text.trim() === '') return false
      const run_id = makeId()
      store.addUserMessage(text, makeId(), run_id)
      ask(run_id, leave())
      return true
    },
    async answer(question_id, envelope) {
      const question = questionsOf(store.getSnapshot()).find(({ id }) => id === question_id)
      if (!question || !isOpen(question)) return
      noteQuestion(store, question_id, { status: 'submitting' })
      const { note, run_id, look } = await sendAnswer(client, question_id, envelope)
      // Meanwhile the stream may have told what became of it.
      noteQuestion(store, question_id, { ...note, answered_at: now(), from: ['submitting'] })
      if (run_id && !(busy() && store.getSnapshot().run.run_id === run_id)) read(run_id, attach(run_id), question_id)
      if (look) await restore().catch(() => undefined)
    },
    async stop() {
      const { run_id } = store.getSnapshot().run
      if (!busy() || run_id === undefined) return
      const told = await client.cancel(run_id).catch(() => false)
      if (!told) return giveUp(run_id)
      setTimeout(() => giveUp(run_id), options.cancelPatienceMs ?? PATIENCE_MS)
    },
    retry() {
      const turn = store.getSnapshot().turns.at(-1)
      if (busy() || !turn) return false
      const lost = turn.kind === 'assistant' && turn.error?.code === 'network' && last?.run_id === turn.run_id ? last : undefined
      if (lost) lost.again()
      else {
        const open = leave()
        dropAnswer(store)
        ask(makeId(), open)
      }
      return true
    },
    restore,
    connection: line.status,
    subscribe: line.subscribe,
    detach: () => void line.take(),
  }
}

/** One reader at a time: whoever takes the line ends the one before. */
function createLine(store: ComponentStore) {
  const listeners = new Set<() => void>()
  let status: ConnectionStatus = 'closed'
  let turn = 0
  let reading: AbortController | undefined

  function setStatus(next: ConnectionStatus) {
    if (next === status) return
    status = next
    for (const listener of [...listeners]) listener()
  }
  return {
    status: () => status,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Ends the reader; the returned check tells whether the line is still the taker's. */
    take() {
      reading?.abort()
      reading = undefined
      turn++
      setStatus('closed')
      const own = turn
      return () => own === turn
    },
    async read(run_id: string, open: OpenStream, onFirst?: () => void): Promise<RunError | undefined> {
      const own = new AbortController()
      reading = own
      const onStatus = (next: ConnectionStatus) => {
        if (reading === own) setStatus(next)
      }
      const error = await pump({ store, run_id, signal: own.signal, events: () => open({ signal: own.signal, onStatus }), onFirst })
      if (reading === own) reading = undefined
      if (!own.signal.aborted) setStatus('closed')
      return error
    },
  }
}
