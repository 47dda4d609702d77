import type { TaskGroupView, TaskVerb, TaskView } from '@pf/core'
import { type FormEvent, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { taskMessages } from '../messages/tasks.ts'
import { MarkdownText } from '../renderers/markdown/markdown-text.tsx'
import { withoutBidi } from '../text/plain-text.ts'
import { isOpenTask, isScheduled } from './create-task-list.ts'
import type { TaskListHandle } from './use-tasks.ts'

/** Props of TaskPanel. */
export interface TaskPanelProps {
  tasks: TaskListHandle
}

const maxNameChars = 200
const maxTextChars = 500

/** Shows the background work of a conversation, newest first: groups and tasks with their progress and results, and the buttons to cancel, approve and reject. */
export function TaskPanel({ tasks: list }: TaskPanelProps) {
  const messages = useMessages('tasks', taskMessages)
  const { groups, status, error } = list
  const all = groups.flatMap(({ tasks }) => tasks)
  const later = all.filter(isScheduled).length
  const open = all.filter(isOpenTask).length - later
  const waiting = groups.filter(({ approval }) => approval === 'pending').length
  return (
    <section className="pf-tasks" aria-label={messages.title} aria-busy={status === 'loading'}>
      <p className="pf-tasks-state" role="status">
        {status === 'loading' ? messages.loading : groups.length === 0 ? messages.empty : messages.summary(open, waiting, later)}
      </p>
      {status === 'error' && (
        <p className="pf-tasks-error" role="alert">
          {messages.unreadable} {withoutBidi(error?.message ?? '')}{' '}
          <button type="button" className="pf-tool" onClick={() => void list.refresh()}>
            {messages.retry}
          </button>
        </p>
      )}
      <ol className="pf-tasks-groups">
        {groups.toReversed().map((group) => (
          <li key={group.group_id}>
            <Group group={group} list={list} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Returns the text about a result that waits for approval. */
function hintOf({ alone, approval_role }: TaskGroupView, messages: typeof taskMessages): string {
  if (approval_role !== undefined) return messages.approvalByRole(nameOf(approval_role))
  return alone ? messages.approvalOfTask : messages.approvalOfGroup
}

function Group({ group, list }: { group: TaskGroupView; list: TaskListHandle }) {
  const messages = useMessages('tasks', taskMessages)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const { group_id, alone, approval, approval_role, tasks } = group
  async function decide(decision: () => Promise<void>) {
    setBusy(true)
    setError(undefined)
    await decision().catch((thrown: unknown) => setError(thrown instanceof Error ? thrown.message : String(thrown)))
    setBusy(false)
  }
  const ended = tasks.filter((task) => !isOpenTask(task)).length
  const decideGroup = (verb: TaskVerb) => () => void decide(() => list.decideGroup(group_id, verb))
  return (
    <article className="pf-tasks-group" aria-busy={busy}>
      {!alone && (
        <header className="pf-tasks-head">
          <h3>{nameOf(group.name)}</h3>
          <span className="pf-tasks-count">{messages.ended(ended, tasks.length)}</span>
          {ended < tasks.length && tasks.length > 1 && (
            <button type="button" className="pf-tool" disabled={busy} onClick={decideGroup('cancel')}>
              {messages.cancelAll}
              <span className="pf-sr"> {nameOf(group.name)}</span>
            </button>
          )}
        </header>
      )}
      <ul className="pf-tasks-list">
        {tasks.map((task) => (
          <li key={task.task_id}>
            <Task
              task={task}
              busy={busy}
              onCancel={() => void decide(() => list.decide(task.task_id, 'cancel'))}
              onMessage={(text) => list.sendMessage(task.task_id, text)}
            />
          </li>
        ))}
      </ul>
      {approval === 'pending' && (
        <div className="pf-tasks-approval">
          <p>{hintOf(group, messages)}</p>
          {approval_role === undefined && (
            <button type="button" className="pf-button" disabled={busy} onClick={decideGroup('approve')}>
              {messages.approve}
            </button>
          )}
          <button type="button" className="pf-button" disabled={busy} onClick={decideGroup('reject')}>
            {messages.reject}
          </button>
        </div>
      )}
      {(approval === 'approved' || approval === 'rejected') && <p className="pf-tasks-hint">{messages[approval]}</p>}
      {error !== undefined && (
        <p className="pf-tasks-error" role="alert">
          {withoutBidi(error).slice(0, maxTextChars)}
        </p>
      )}
    </article>
  )
}

const icons: Record<TaskView['status'], string> = {
  queued: 'M4 8H12',
  running: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  paused: 'M6 4.5V11.5M10 4.5V11.5',
  done: 'M3.5 8.5 6.5 11.5 12.5 4.5',
  failed: 'M4.5 4.5 11.5 11.5M11.5 4.5 4.5 11.5',
  cancelled: 'M5 5H11V11H5Z',
}
const markStates: Partial<Record<TaskView['status'], string>> = { running: 'running', done: 'ok', failed: 'error' }

interface TaskProps {
  task: TaskView
  busy: boolean
  onCancel(): void
  /** Rejects with the error of the server. */
  onMessage(text: string): Promise<void>
}

function Task({ task, busy, onCancel, onMessage }: TaskProps) {
  const messages = useMessages('tasks', taskMessages)
  const { locale } = useRendering()
  const { name, status, progress, result, error, starts_at, schedule } = task
  const waits = isScheduled(task)
  const isOpen = isOpenTask(task)
  const fraction = progress?.fraction
  return (
    <div className="pf-tasks-task" data-status={status}>
      <div className="pf-tasks-line">
        <span className="pf-mark" data-state={markStates[status]}>
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d={icons[status]} />
          </svg>
        </span>
        <span className="pf-tasks-name">{nameOf(name)}</span>
        <span className="pf-tasks-status">{waits ? messages.scheduled : messages[status]}</span>
        {isOpen && (
          <button type="button" className="pf-tool" disabled={busy} onClick={onCancel}>
            {messages.cancel}
            <span className="pf-sr"> {nameOf(name)}</span>
          </button>
        )}
      </div>
      {waits && starts_at !== undefined && <p className="pf-tasks-hint">{messages.startsAt(formatTime(starts_at, locale))}</p>}
      {isOpen && schedule && <p className="pf-tasks-hint">{messages.repeats(schedule.cron, schedule.time_zone)}</p>}
      {isOpen && fraction !== undefined && (
        <progress className="pf-tasks-progress" max={1} value={Math.min(1, Math.max(0, fraction))} aria-label={nameOf(name)} />
      )}
      {isOpen && progress?.text !== undefined && <p className="pf-tasks-hint">{withoutBidi(progress.text).slice(0, maxTextChars)}</p>}
      {status === 'running' && task.mode === 'subagent' && <MessageForm name={nameOf(name)} onMessage={onMessage} />}
      {error && status === 'failed' && <p className="pf-tasks-hint">{withoutBidi(error.message).slice(0, maxTextChars)}</p>}
      {result !== undefined && result !== '' && (
        <details className="pf-tasks-result">
          <summary>{messages.result}</summary>
          <MarkdownText text={result} />
        </details>
      )}
    </div>
  )
}

const maxMessageChars = 8_000

/** Sends a message to a running subagent. */
function MessageForm({ name, onMessage }: { name: string; onMessage(text: string): Promise<void> }) {
  const messages = useMessages('tasks', taskMessages)
  const [text, setText] = useState('')
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | Error>('idle')
  async function send(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '' || state === 'sending') return
    setState('sending')
    try {
      await onMessage(text.trim())
      setText('')
      setState('sent')
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return (
    <details className="pf-tasks-result">
      <summary>{messages.message}</summary>
      <form className="pf-tasks-message" onSubmit={send}>
        <input
          className="pf-input"
          aria-label={messages.messageLabel(name)}
          maxLength={maxMessageChars}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="pf-tool" disabled={text.trim() === '' || state === 'sending'}>
          {messages.send}
        </button>
      </form>
      <p className="pf-tasks-hint" role="status">
        {state === 'sent' ? messages.sent : state instanceof Error ? withoutBidi(state.message).slice(0, maxTextChars) : ''}
      </p>
    </details>
  )
}

const formatTime = (at: number, locale: string | undefined) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
const nameOf = (name: string) => withoutBidi(name).slice(0, maxNameChars)
