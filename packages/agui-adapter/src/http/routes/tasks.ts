import type { TaskVerb } from '@pf/core'
import { storable } from '../../input/storable.ts'
import type { Call, RouteHandler } from '../context.ts'
import { invalid, json, notFound, refusal } from '../respond.ts'

/** GET /tasks?thread_id=: the background tasks of a thread. */
export const getTasks: RouteHandler = async ({ tasks }, call) => {
  const thread_id = threadOf(call)
  return tasks && thread_id ? json({ tasks: await tasks.list(thread_id, call.scope) }) : noThread()
}

/** GET /task-groups?thread_id=: their groups. */
export const getTaskGroups: RouteHandler = async ({ tasks }, call) => {
  const thread_id = threadOf(call)
  return tasks && thread_id ? json({ groups: await tasks.listGroups(thread_id, call.scope) }) : noThread()
}

/** POST /tasks/{id}/{verb}: 404 for an unknown or foreign task, 409 with its record where it is beyond that. */
export const decideTask = (verb: TaskVerb): RouteHandler => {
  return async ({ tasks }, { scope, params }) => {
    const result = await tasks?.decide(params.get('id') ?? '', verb, scope)
    if (!result || result.status === 'unknown') return notFound()
    return result.status === 'done' ? json({ task: result.task }) : settled({ task: result.task })
  }
}

/** POST /task-groups/{id}/{verb}: the same for all tasks of a group. */
export const decideTaskGroup = (verb: TaskVerb): RouteHandler => {
  return async ({ tasks }, { scope, params }) => {
    const result = await tasks?.decideGroup(params.get('id') ?? '', verb, scope)
    if (!result || result.status === 'unknown') return notFound()
    return result.status === 'done' ? json({ group: result.group }) : settled({ group: result.group })
  }
}

const threadOf = ({ url }: Call) => storable(url.searchParams.get('thread_id') ?? '') || undefined

const noThread = () => invalid([{ code: 'invalid_input', pointer: '/thread_id', expected: 'a thread_id in the query' }])

const settled = (fields: Record<string, unknown>) => refusal({ status: 409, code: 'conflict', error: 'It is done, or was decided before.', fields })
