import type { TaskGroupView, TaskVerb } from '@pf/core'
import { errorResponse, invalidInput, jsonResponse, notFound } from '../http/response.ts'
import { storable } from '../input/clean-json.ts'
import type { Call, RouteHandler } from '../runs/context.ts'

/** GET /tasks?thread_id=: returns the background tasks of a thread. */
export const getTasks: RouteHandler = async ({ tasks }, call) => {
  const thread_id = threadOf(call)
  return tasks && thread_id ? jsonResponse({ tasks: await tasks.list(thread_id, call.scope) }) : missingThreadId()
}

/** GET /task-groups?thread_id=: returns the task groups of a thread. */
export const getTaskGroups: RouteHandler = async ({ tasks }, call) => {
  const thread_id = threadOf(call)
  return tasks && thread_id ? jsonResponse({ groups: await tasks.listGroups(thread_id, call.scope) }) : missingThreadId()
}

/**
 * POST /tasks/{id}/{verb}: decides a task. 404 for a task that is unknown or of another owner, 409 with its record if the task has ended or
 * was decided before.
 */
export const decideTask = (verb: TaskVerb): RouteHandler => {
  return async ({ tasks }, { scope, params }) => {
    const result = await tasks?.decide(params.get('id') ?? '', verb, scope)
    if (!result || result.status === 'unknown') return notFound()
    return result.status === 'done' ? jsonResponse({ task: result.task }) : alreadyDecided({ task: result.task })
  }
}

/** POST /task-groups/{id}/{verb}: decides all tasks of a group. */
export const decideTaskGroup = (verb: TaskVerb): RouteHandler => {
  return async ({ tasks }, { scope, params }) => {
    const result = await tasks?.decideGroup(params.get('id') ?? '', verb, scope)
    if (!result || result.status === 'unknown') return notFound()
    return result.status === 'done' ? jsonResponse({ group: result.group }) : notDecided(result.group)
  }
}

const threadOf = ({ url }: Call) => storable(url.searchParams.get('thread_id') ?? '') || undefined

const missingThreadId = () => invalidInput([{ code: 'invalid_input', pointer: '/thread_id', expected: 'a thread_id in the query string' }])

/** A group with a role waits for somebody else; the owner may only reject it. */
function notDecided(group: TaskGroupView): Response {
  const { approval, approval_role } = group
  if (approval !== 'pending' || approval_role === undefined) return alreadyDecided({ group })
  return errorResponse({ status: 409, code: 'conflict', error: `Only people with the role "${approval_role}" can approve this.`, fields: { group } })
}

const alreadyDecided = (fields: Record<string, unknown>) =>
  errorResponse({ status: 409, code: 'conflict', error: 'The task has ended or was decided before.', fields })
