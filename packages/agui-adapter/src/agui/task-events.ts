import type { JsonObject, JsonValue, PlannerEvent } from '@pf/core'
import { linkInteractions } from './link-artifacts.ts'
import { emitCustom, type Handler, isPfClient, type Mapping } from './mapping.ts'

type Fields = Record<string, JsonValue | undefined>

/** Emits an activity whose content is that of the previous events of the task or the group with these fields. An undefined field is removed. */
const emitActivity = (mapping: Mapping, kind: 'task' | 'task_group', { id, fields }: { id: string; fields: Fields }): void => {
  if (isPfClient(mapping)) return
  const messageId = `${kind}:${id}`
  const merged = { ...(mapping.activities.get(messageId) as JsonObject | undefined), ...fields }
  const content = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as JsonObject
  mapping.activities.set(messageId, content)
  mapping.emit({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType: kind, content, replace: true })
}

/**
 * Creates a handler that emits a CUSTOM event for every client. For clients other than pf's own, it also emits an activity of type `task`,
 * whose content collects the fields that `fieldsOf` returns for the events of the task.
 */
function taskEvent<T extends 'task_start' | 'task_progress' | 'task_result'>(name: T, fieldsOf: (event: PlannerEvent<T>) => Fields): Handler<T> {
  return (mapping, event) => {
    emitCustom(mapping, name, event)
    emitActivity(mapping, 'task', { id: event.task_id, fields: { task_id: event.task_id, ...fieldsOf(event) } })
  }
}

/** Like `taskEvent`, with an activity of type `task_group`. */
function groupEvent<T extends 'task_group_start' | 'task_group_result'>(name: T, fieldsOf: (event: PlannerEvent<T>) => Fields): Handler<T> {
  return (mapping, event) => {
    emitCustom(mapping, name, event)
    emitActivity(mapping, 'task_group', { id: event.group_id, fields: { group_id: event.group_id, ...fieldsOf(event) } })
  }
}

const onTaskPause: Handler<'task_pause'> = (mapping, event) => {
  const interactions = linkInteractions(event.interactions, mapping.options.artifactUrl)
  emitCustom(mapping, 'task_pause', { ...event, interactions })
  const fields = { task_id: event.task_id, status: 'paused', interactions: interactions.map(({ id }) => id) }
  emitActivity(mapping, 'task', { id: event.task_id, fields })
}

/** The handlers of the events about background tasks. */
export const taskHandlers = {
  // A task that was started waits until a worker claims it.
  task_start: taskEvent('task_start', ({ name, group_id }) => ({ name, group_id, status: 'queued' })),
  task_progress: taskEvent('task_progress', ({ fraction, text }) => ({
    status: 'running',
    interactions: undefined,
    ...(fraction === undefined ? {} : { fraction }),
    ...(text === undefined ? {} : { text }),
  })),
  task_pause: onTaskPause,
  task_result: taskEvent('task_result', ({ status, summary }) => ({ status, summary, interactions: undefined })),
  task_group_start: groupEvent('task_group_start', ({ name }) => ({ name })),
  task_group_result: groupEvent('task_group_result', ({ status, summary }) => ({ status, summary })),
}
