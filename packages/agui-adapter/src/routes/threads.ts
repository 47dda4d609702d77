import type { ArtifactStore, Scope, ThreadQuery } from '@pf/core'
import { isRecord, uploadRun } from '@pf/core/internal'
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
export const postThreadDelete: RouteHandler = async ({ agent, threads, artifacts, onError }, { scope, params }) => {
  const thread_id = params.get('thread_id') ?? ''
  // A store of its own knows nothing of threads, and after the deletion nobody knows the runs.
  const separate = artifacts?.list ? artifacts : undefined
  const runs = separate ? ((await agent.thread(thread_id, scope))?.runs ?? []) : []
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
  if (separate) await deleteUploads(separate, scope, new Set([uploadRun(thread_id), ...runs])).catch(onError)
  return jsonResponse({ thread_id, deleted: true })
}

/** Deletes the files that the user has uploaded for messages and forms. They are not among the artifacts of the runs, because no run has stored them. */
async function deleteUploads(artifacts: ArtifactStore, scope: Scope, runs: ReadonlySet<string>): Promise<void> {
  const ids: string[] = []
  for await (const { artifact_id, run_id } of artifacts.list?.(scope) ?? []) if (runs.has(run_id)) ids.push(artifact_id)
  for (const id of ids) await artifacts.delete(scope, id)
}
