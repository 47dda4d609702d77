import type { RunMessage, Scope } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import { clientNote } from '../prompt/history.ts'
import type { RunState } from '../state/run-state.ts'
import { createSignal } from '../util/signal.ts'
import { commitStep } from './commit-step.ts'
import type { CompiledAgent } from './compiled-agent.ts'
import type { Run } from './run.ts'

/** Interval in milliseconds at which a run that was paused by a message looks for the next one. */
const pauseMs = 500

const redirectNote = 'The next message replaces the earlier request. Continue with it, and do no further work that only the earlier request needs.'

/**
 * Reads the messages that were sent to the run since the last step, and adds their texts to the transcript. After a message `pause`, it
 * waits for `resume` or `redirect`; meanwhile the pause is committed, so a process that takes the run over waits too. Rejects with the
 * reason of the run's signal, which also aborts at the time limit of the run.
 */
export async function readMessages(run: Run): Promise<void> {
  await takeMessages(run)
  if (!run.state.messages?.paused) return
  await commitStep(run)
  const timer = createSignal()
  while (run.state.messages?.paused) {
    await timer.wait(pauseMs, run.segment.signal)
    run.segment.signal.throwIfAborted()
    await takeMessages(run)
  }
}

/**
 * Reads the messages that the run under its former id has not read, so that a run which continues under another id loses none. Returns them
 * as messages for the model, after which `announce` is called with the run.
 */
export async function takeOverMessages(
  { ports }: Pick<CompiledAgent, 'ports'>,
  { scope, run_id }: { scope: Scope; run_id: string },
  { messages: read }: Pick<RunState, 'messages'>,
): Promise<{ state: Pick<RunState, 'messages'>; messages: ModelMessage[]; announce(run: Run): void }> {
  const unread = (await ports.storage.messages?.(scope, run_id, read?.position ?? 0)) ?? []
  const paused = unread.reduce((before, { kind }) => isPaused(kind, before), read?.paused === true)
  return {
    // The messages of the new id are numbered from 1 again.
    state: paused ? { messages: { position: 0, paused } } : {},
    messages: unread.flatMap(modelMessages),
    announce: (run) => {
      for (const message of unread) announce(run, message, 'read')
    },
  }
}

/** Reports messages that arrived after the last step began, because the model does not read them any more. */
export async function reportLateMessages(run: Run): Promise<void> {
  for (const message of await unreadMessages(run)) announce(run, message, 'late')
}

async function takeMessages(run: Run): Promise<void> {
  const { state } = run
  for (const message of await unreadMessages(run)) {
    const { id, kind, text, position } = message
    const paused = isPaused(kind, state.messages?.paused === true)
    state.messages = { position, ...(paused ? { paused } : {}) }
    state.transcript.push(...modelMessages(message))
    // A client that repeats the message in its next request must not make it a new one.
    if (text !== undefined && !state.known_message_ids.includes(id)) state.known_message_ids.push(id)
    announce(run, message, 'read')
  }
}

const isPaused = (kind: RunMessage['kind'], before: boolean) => kind === 'pause' || (kind === 'inject' && before)

async function unreadMessages({ agent, scope, runId, state }: Run): Promise<readonly RunMessage[]> {
  const read = agent.ports.storage.messages?.(scope, runId, state.messages?.position ?? 0)
  // The messages remain in the store, so a failure only delays them to the next step.
  return (await read?.catch(() => [])) ?? []
}

function modelMessages({ kind, text = '' }: RunMessage): ModelMessage[] {
  if (kind === 'pause' || kind === 'resume') return []
  return [...(kind === 'redirect' ? [clientNote(redirectNote)] : []), { role: 'user', content: text.toWellFormed() }]
}

function announce({ emit, state }: Run, { id, kind, text }: RunMessage, status: 'read' | 'late'): void {
  emit({ type: 'run_message', step: state.step, message_id: id, kind, status, ...(text === undefined ? {} : { text: text.toWellFormed() }) })
}
