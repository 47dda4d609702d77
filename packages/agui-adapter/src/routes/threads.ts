import type { ThreadQuery } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readJson } from '../http/request.ts'
import { errorResponse, jsonResponse, notFound } from '../http/response.ts'
import type { RouteHandler } from '../runs/context.ts'

/** GET /agui/threads?limit=&cursor=&search=: returns the threads of the owner in pages, the most recently changed one first. */
export const getThreads: RouteHandler = async ({ threads }, { scope, url }) => (threads ? jsonResponse(await threads.list(scope, readQuery(url))) : notFound())

/** Reads the query, which the store validates. */
function readQuery({ searchParams }: URL): ThreadQuery {
  const [limit, cursor, search] = ['limit', 'cursor', 'search'].map((name) => searchParams.get(name) ?? undefined)
  return {
    ...(limit === undefined ? {} : { limit: limit.trim() === '' ? Number.NaN : Number(limit) }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(search === undefined ? {} : { search }),
  }
}

/** POST /agui/threads/{thread_id}/rename {title}: returns the renamed thread; 404 for one that is not in the list. */
export const postThreadRename: RouteHandler = async ({ threads, limits }, { request, scope, params }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const title = isRecord(body.value) && Object.hasOwn(body.value, 'title') ? body.value.title : undefined
  // The store refuses a title that is not a string.
  const record = await threads?.rename(scope, params.get('thread_id') ?? '', title as string)
  return record ? jsonResponse(record) : notFound()
}

/**
 * POST /agui/threads/{thread_id}/delete: deletes a thread with its runs, questions and artifacts. 409 while one of its runs is active: the
 * client cancels `run_id` and tries again.
 */
export const postThreadDelete: RouteHandler = async ({ threads, artifacts, onError }, { scope, params }) => {
  const thread_id = params.get('thread_id') ?? ''
  const deletion = await threads?.delete(scope, thread_id)
  if (!deletion || deletion.status === 'unknown') return notFound()
  if (deletion.status === 'busy')
    return errorResponse({
      status: 409,
      code: 'busy',
      error: 'A run of this thread is active. Cancel it and try again.',
      fields: { busy: true, ...(deletion.run_id === undefined ? {} : { run_id: deletion.run_id }) },
    })
  // The bytes may be in another store than the thread, which has already been deleted, so a failed deletion is reported to the host.
  await Promise.all(deletion.artifact_ids.map((id) => artifacts?.delete(scope, id).catch(onError)))
  return jsonResponse({ thread_id, deleted: true })
}
