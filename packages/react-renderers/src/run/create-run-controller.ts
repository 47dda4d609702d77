import type { AnswerEnvelope, ConnectionStatus, MessageFile, RunClient, RunMessageKind, RunRequest, WireEvent } from '@pf/core'
import { toMessages } from '../conversation/to-messages.ts'
import { isOpen } from '../store/model/questions.ts'
import type { ComponentStore, RunMessageState } from '../store/model/types.ts'
import { newId } from '../store/new-id.ts'
import { failureContext } from './component-failures.ts'
import { type RunError, readRun } from './read-run.ts'
import { restoreThread } from './restore-thread.ts'
import { sendAnswer } from './send-answer.ts'
import { allQuestions, putMessage, removeAnswer, unsentState, updateQuestion } from './update-store.ts'

/** Dependencies of a controller. */
export interface RunControllerOptions {
  client: RunClient
  store: ComponentStore
  threadId: string
  newId?: () => string
  now?: () => number
  /** Time in ms to wait for the end of a cancelled run before reading stops. */
  cancelPatienceMs?: number
}

/** Sends, stops and restores runs of one thread, and writes their events to the store. */
export interface RunController {
  /**
   * Sends a message with files, which a FileClient has stored. Returns false while a run is active, or for blank text without files. Open
   * questions are cancelled, and the model is informed about them.
   */
  send(text: string, files?: readonly MessageFile[]): boolean
  /** Answers an open question and follows the continued run. The outcome is stored with the question. Does nothing for a question that is not open. */
  answer(question_id: string, envelope: AnswerEnvelope): Promise<void>
  /**
   * Sends a message to the active run, which reads it before its next step. The message and its status are part of the turn. Resolves to
   * false if it was not stored: for blank text, while no run is active, after an error, and if the run or the client has no messages.
   */
  steer(text: string, kind?: Exclude<RunMessageKind, 'pause' | 'resume'>): Promise<boolean>
  /** Pauses the active run before its next step, or lets a paused one continue. Resolves to false like `steer`. */
  pause(paused: boolean): Promise<boolean>
  /** Cancels the active run. The text written so far is kept. */
  stop(): Promise<void>
  /** Sends the last message again. After a lost connection, it uses the same run id, so that nothing runs twice. */
  retry(): boolean
  /** Loads the thread, replays its runs, and follows an active run. Resolves to false if the server does not have the thread. Rejects if it cannot be read. */
  restore(): Promise<boolean>
  connection(): ConnectionStatus
  subscribe(listener: () => void): () => void
  /** Stops reading without cancelling anything on the server. */
  detach(): void
}

type OpenStream = (more: { signal: AbortSignal; onStatus: (status: ConnectionStatus) => void }) => AsyncIterable<WireEvent>

interface ReadOptions {
  /** The id of the question whose answer started the run. */
  question?: string
  /** Called with the first event of the run. */
  onFirst?: (() => void) | undefined
}

const PATIENCE_MS = 5_000

/** Creates the controller of a thread. */
export function createRunController({ client, store, threadId, ...options }: RunControllerOptions): RunController {
  const makeId = options.newId ?? newId
  const now = options.now ?? Date.now
  const reader = createReaderLock(store)
  /** The last started run, and how to request it again with the same id. */
  let last: { run_id: string; restart: () => void } | undefined

  function read(run_id: string, open: OpenStream, options: ReadOptions = {}) {
    last = { run_id, restart: () => read(run_id, open, options) }
    reader.acquire()
    store.beginRun(run_id, threadId, options.question)
    void reader.read(run_id, open, options.onFirst).then((error) => error && store.endRun(run_id, { error }))
  }
  function addQuestion(run_id = makeId(), superseded: string[] = []) {
    const request: RunRequest = { thread_id: threadId, run_id, messages: toMessages(store.getSnapshot().turns), forwarded_props: { pf: {} } }
    const context = failureContext(store)
    if (context.length > 0) request.context = context
    if (superseded.length > 0) request.superseded = superseded
    const unsent = unsentState(store)
    if (unsent) request.state = unsent.state
    read(run_id, (more) => client.start(request, more), { onFirst: unsent?.received })
  }
  const attach =
    (run_id: string): OpenStream =>
    (more) =>
      client.attach(run_id, store.cursor(run_id), more)
  const busy = () => store.getSnapshot().run.status === 'running'
  const sending = () => allQuestions(store.getSnapshot()).some(({ status }) => status === 'submitting')
  /** Cancels the open questions. */
  function supersedeQuestions(): string[] {
    const open = allQuestions(store.getSnapshot()).filter(isOpen)
    for (const { id } of open) updateQuestion(store, id, { status: 'superseded', answered_at: now() })
    return open.map(({ id }) => id)
  }
  /** Clears a store that was used for another thread. */
  function resetForThread() {
    const known = store.getSnapshot().run.thread_id
    if (known !== undefined && known !== threadId) store.reset()
  }
  function giveUp(run_id: string) {
    if (store.getSnapshot().run.run_id === run_id && busy()) reader.acquire()
    store.endRun(run_id, 'cancelled')
  }

  async function sendMessage(kind: RunMessageKind, text = ''): Promise<boolean> {
    const { run_id } = store.getSnapshot().run
    if (!busy() || !run_id || !client.sendMessage) return false
    const id = makeId()
    const put = (status: RunMessageState['status']) => putMessage(store, run_id, { id, kind, text, status })
    put('sending')
    const accepted = await client.sendMessage(run_id, { id, kind, ...(text && { text }) }).then(
      () => true,
      () => false,
    )
    put(accepted ? 'sent' : 'failed')
    return accepted
  }

  function restore() {
    resetForThread()
    const alive = reader.acquire()
    const replay = (run_id: string, onFirst?: () => void) => reader.read(run_id, attach(run_id), onFirst)
    return restoreThread({ client, store, threadId, alive, replay })
  }

  return {
    send(text, files) {
      resetForThread()
      if (busy() || sending() || (text.trim() === '' && !files?.length)) return false
      const run_id = makeId()
      store.addUserMessage(text, makeId(), run_id, files)
      addQuestion(run_id, supersedeQuestions())
      return true
    },
    async answer(question_id, envelope) {
      const question = allQuestions(store.getSnapshot()).find(({ id }) => id === question_id)
      if (!question || !isOpen(question)) return
      updateQuestion(store, question_id, { status: 'submitting' })
      const { update, run_id, reload } = await sendAnswer(client, question_id, envelope)
      // The stream may have delivered the outcome in the meantime.
      updateQuestion(store, question_id, { ...update, answered_at: now(), from: ['submitting'] })
      if (run_id && !(busy() && store.getSnapshot().run.run_id === run_id)) read(run_id, attach(run_id), { question: question_id })
      if (reload) await restore().catch(() => undefined)
    },
    steer: async (text, kind = 'inject') => text.trim() !== '' && sendMessage(kind, text),
    pause: (paused) => sendMessage(paused ? 'pause' : 'resume'),
    async stop() {
      const { run_id } = store.getSnapshot().run
      if (!busy() || run_id === undefined) return
      const accepted = await client.cancel(run_id).catch(() => false)
      if (!accepted) return giveUp(run_id)
      setTimeout(() => giveUp(run_id), options.cancelPatienceMs ?? PATIENCE_MS)
    },
    retry() {
      const turn = store.getSnapshot().turns.at(-1)
      if (busy() || !turn) return false
      const lostRun = turn.kind === 'assistant' && turn.error?.code === 'network' && last?.run_id === turn.run_id ? last : undefined
      if (lostRun) lostRun.restart()
      else {
        const open = supersedeQuestions()
        removeAnswer(store)
        addQuestion(makeId(), open)
      }
      return true
    },
    restore,
    connection: reader.status,
    subscribe: reader.subscribe,
    detach: () => void reader.acquire(),
  }
}

/** Allows one reader at a time. A new reader aborts the previous one. */
function createReaderLock(store: ComponentStore) {
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
    /** Aborts the current reader. The returned function checks whether the caller is still the current one. */
    acquire() {
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
      const error = await readRun({ store, runId: run_id, signal: own.signal, events: () => open({ signal: own.signal, onStatus }), onFirst })
      if (reading === own) reading = undefined
      if (!own.signal.aborted) setStatus('closed')
      return error
    },
  }
}
