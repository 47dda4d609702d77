import type { JsonObject, PlannerEvent } from '@pf/core'
import { linkInteractions } from './link-artifacts.ts'
import { emitCustom, type Handler, isPfClient, type Mapping } from './mapping.ts'

const emitActivity = (mapping: Mapping, kind: 'task' | 'task_group', { id, fields }: { id: string; fields: JsonObject }): void => {
  if (isPfClient(mapping)) return
  const messageId = `${kind}:${id}`
  const content: JsonObject = { ...(mapping.activities.get(messageId) as JsonObject | undefined), ...fields }
  mapping.activities.set(messageId, content)
  mapping.emit({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType: kind, content, replace: true })
}

/**
 * Creates a handler that emits a CUSTOM event for every client. For clients other than pf's own, it also emits an activity of type `task`,
 * whose content collects the fields that `fieldsOf` returns for the events of the task.
 */
function taskEvent<T extends 'task_start' | 'task_progress' | 'task_result'>(name: T, fieldsOf: (event: PlannerEvent<T>) => JsonObject): Handler<T> {
  return (mapping, event) => {
    emitCustom(mapping, name, event)
    emitActivity(mapping, 'task', { id: event.task_id, fields: { task_id: event.task_id, ...fieldsOf(event) } })
  }
}

/** Like `taskEvent`, with an activity of type `task_group`. */
function groupEvent<T extends 'task_group_start' | 'task_group_result'>(name: T, fieldsOf: (event: PlannerEvent<T>) => JsonObject): Handler<T> {
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
  task_start: taskEvent('task_start', ({ name, group_id }) => ({ name, ...(group_id === undefined ? {} : { group_id }), status: 'running' })),
  task_progress: taskEvent('task_progress', ({ fraction, text }) => ({
    status: 'running',
    ...(fraction === undefined ? {} : { fraction }),
    ...(text === undefined ? {} : { text }),
  })),
  task_pause: onTaskPause,
  task_result: taskEvent('task_result', ({ status, summary }) => ({ status, summary })),
  task_group_start: groupEvent('task_group_start', ({ name }) => ({ name, status: 'running' })),
  task_group_result: groupEvent('task_group_result', ({ status, summary }) => ({ status, summary })),
}
