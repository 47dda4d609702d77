import type { RunClient, ThreadView } from '@pf/core'
import { modelOf } from '../store/model/model-of.ts'
import { isOpen } from '../store/model/questions.ts'
import type { ComponentStore } from '../store/model/types.ts'
import type { RunError } from './read-run.ts'
import { addAnswer, addOpenQuestions, allQuestions, lastReadSeq, updateQuestion } from './update-store.ts'

interface RestoreThread {
  client: RunClient
  store: ComponentStore
  threadId: string
  /** Returns false if another reader uses the store. */
  alive: () => boolean
  replay: (run_id: string, onFirst?: () => void) => Promise<RunError | undefined>
}

/**
 * Reads user messages from the thread and answers from the replay of each run. A run without a log is shown as text. Returns false if the
 * server does not have the thread, for example after the restart of a server with an in-memory store. In this case its questions cannot be
 * answered any more.
 */
export async function restoreThread({ client, store, threadId, alive, replay }: RestoreThread): Promise<boolean> {
  const openAtRestore = allQuestions(store.getSnapshot()).filter(isOpen)
  // Questions that turn out to be answered after this point were answered elsewhere.
  for (const { id } of openAtRestore) modelOf(store).openAtRestore.add(id)
  const view = await client.thread(threadId)
  if (!alive()) return true
  const open = new Set(view?.pending.map(({ id }) => id))
  // Questions that are no longer open. A later replay may add details.
  const close = () => {
    const status = view ? 'answered_elsewhere' : 'expired'
    for (const { id } of openAtRestore) if (!open.has(id)) updateQuestion(store, id, { status, from: ['open', 'failed'] })
  }
  if (!view) {
    close()
    return false
  }
  const runs = runsOf(view)
  for (const [index, run_id] of runs.entries()) {
    addUserMessages(store, view, run_id)
    if (isRead(store, view, run_id)) continue
    const reading = replayOr(() => showText(store, view, run_id), { run_id, replay, alive })
    // The last run may take long, so the history counts as loaded after its first event.
    if (index < runs.length - 1) await reading.hasEnded
    else await Promise.race([reading.started, reading.hasEnded])
    if (!alive()) return true
  }
  addOpenQuestions(store, view.pending)
  close()
  return true
}

/** True if the log of a run was read completely, or up to a question. The stream of a log that waits for an answer would stay open. */
function isRead(store: ComponentStore, view: ThreadView, run_id: string): boolean {
  const seq = lastReadSeq(store, run_id)
  return seq !== undefined && (run_id !== view.last_run_id || seq >= view.last_seq)
}

function replayOr(fallback: () => void, { run_id, replay, alive }: Pick<RestoreThread, 'replay' | 'alive'> & { run_id: string }) {
  let resolveStarted = () => {}
  const started = new Promise<void>((resolve) => {
    resolveStarted = resolve
  })
  const hasEnded = replay(run_id, resolveStarted).then((error) => {
    if (error && alive()) fallback()
  })
  return { started, hasEnded }
}

function runsOf(view: ThreadView): string[] {
  const runs = new Set(view.runs ?? view.messages.map((message) => message.run_id))
  if (view.last_run_id !== undefined) runs.add(view.last_run_id)
  return [...runs]
}

function addUserMessages(store: ComponentStore, view: ThreadView, run_id: string) {
  const known = store.getSnapshot().turns
  for (const message of view.messages) {
    if (message.role !== 'user' || message.run_id !== run_id) continue
    const isKnown = known.some((turn) => turn.kind === 'user' && turn.run_id === run_id && turn.text === message.content)
    if (!isKnown) store.addUserMessage(message.content, message.id, run_id, message.files)
  }
}

function showText(store: ComponentStore, view: ThreadView, run_id: string) {
  const answers = view.messages.filter((message) => message.role === 'assistant' && message.run_id === run_id)
  const text = answers.map((message) => message.content).join('\n\n')
  if (text !== '') addAnswer(store, run_id, text)
  store.endRun(run_id, { error: { code: 'network', message: 'The rest of this answer could not be loaded.' } })
}
