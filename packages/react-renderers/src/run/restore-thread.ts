import type { RunClient, ThreadView } from '@pf/core'
import { modelOf } from '../store/model/model-of.ts'
import { isOpen } from '../store/model/questions.ts'
import type { ComponentStore } from '../store/model/types.ts'
import { addAnswer } from './add-answer.ts'
import { addPending } from './add-pending.ts'
import { noteQuestion } from './note-question.ts'
import type { RunError } from './pump.ts'
import { questionsOf } from './questions-of.ts'
import { readUpTo } from './read-up-to.ts'

interface RestoreThread {
  client: RunClient
  store: ComponentStore
  thread_id: string
  /** False once somebody else uses the store. */
  alive: () => boolean
  replay: (run_id: string, onFirst?: () => void) => Promise<RunError | undefined>
}

/** User messages come from the thread, answers from replaying each run; a run whose log is gone is shown as its text. */
export async function restoreThread({ client, store, thread_id, alive, replay }: RestoreThread): Promise<void> {
  const seen = questionsOf(store.getSnapshot()).filter(isOpen)
  // From now on, those that turn out to be answered were answered elsewhere.
  for (const { id } of seen) modelOf(store).seen.add(id)
  const view = await client.thread(thread_id)
  if (!view || !alive()) return
  const runs = runsOf(view)
  for (const [index, run_id] of runs.entries()) {
    addQuestions(store, view, run_id)
    if (isRead(store, view, run_id)) continue
    const reading = replayOr(() => showText(store, view, run_id), { run_id, replay, alive })
    // The last run may go on for long: history is there once its first event is.
    if (index < runs.length - 1) await reading.ended
    else await Promise.race([reading.started, reading.ended])
    if (!alive()) return
  }
  addPending(store, view.pending)
  const open = new Set(view.pending.map(({ id }) => id))
  // What was open here and is not any more: a replay that comes later may say more.
  for (const { id } of seen) if (!open.has(id)) noteQuestion(store, id, { status: 'answered_elsewhere', from: ['open', 'failed'] })
}

/** A log that was read to its end has nothing more; one that waits for an answer would be held open for it. */
function isRead(store: ComponentStore, view: ThreadView, run_id: string): boolean {
  const seq = readUpTo(store, run_id)
  return seq !== undefined && (run_id !== view.last_run_id || seq >= view.last_seq)
}

function replayOr(fallback: () => void, { run_id, replay, alive }: Pick<RestoreThread, 'replay' | 'alive'> & { run_id: string }) {
  let begun = () => {}
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const ended = replay(run_id, begun).then((error) => {
    if (error && alive()) fallback()
  })
  return { started, ended }
}

function runsOf(view: ThreadView): string[] {
  const runs = new Set(view.runs ?? view.messages.map((message) => message.run_id))
  if (view.last_run_id !== undefined) runs.add(view.last_run_id)
  return [...runs]
}

function addQuestions(store: ComponentStore, view: ThreadView, run_id: string) {
  const known = store.getSnapshot().turns
  for (const message of view.messages) {
    if (message.role !== 'user' || message.run_id !== run_id) continue
    const there = known.some((turn) => turn.kind === 'user' && turn.run_id === run_id && turn.text === message.content)
    if (!there) store.addUserMessage(message.content, message.id, run_id)
  }
}

function showText(store: ComponentStore, view: ThreadView, run_id: string) {
  const answers = view.messages.filter((message) => message.role === 'assistant' && message.run_id === run_id)
  const text = answers.map((message) => message.content).join('\n\n')
  if (text !== '') addAnswer(store, run_id, text)
  store.endRun(run_id, { error: { code: 'network', message: 'The rest of this answer could not be loaded.' } })
}
