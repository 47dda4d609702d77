import type { PfContext, Route, RouteHandler } from './context.ts'
import { getDraft, getDraftStream, postDraft, postDraftChange, postDraftConfirm } from './routes/drafts.ts'
import { getArtifact, getArtifactMeta } from './routes/get-artifact.ts'
import { getChatStream } from './routes/get-chat-stream.ts'
import { getComponents } from './routes/get-components.ts'
import { getRunEvents } from './routes/get-run-events.ts'
import { getThread } from './routes/get-thread.ts'
import { postAgent } from './routes/post-agent.ts'
import { postArtifact } from './routes/post-artifact.ts'
import { postCancel } from './routes/post-cancel.ts'
import { postChat, postChatStream } from './routes/post-chat.ts'
import { postResume } from './routes/post-resume.ts'
import { postToolResult } from './routes/post-tool-result.ts'
import { decideTask, decideTaskGroup, getTaskGroups, getTasks } from './routes/tasks.ts'

/** A route and who answers it. */
export interface TableRoute extends Route {
  handler: RouteHandler
  /** What its body is; JSON where nothing is said. */
  body?: 'json' | 'multipart'
  /** A signed address counts as a credential. */
  signable?: boolean
}

/** The routes for the ports that were passed in, below `basePath`. */
export function routeTable(
  basePath: string,
  { artifacts, pending, drafts, tasks }: Pick<PfContext, 'artifacts' | 'pending' | 'drafts' | 'tasks'>,
): TableRoute[] {
  const routes: TableRoute[] = [
    { method: 'POST', path: '/agui/agent', handler: postAgent },
    { method: 'GET', path: '/agui/runs/{run_id}/events', handler: getRunEvents },
    { method: 'GET', path: '/agui/threads/{thread_id}', handler: getThread },
    { method: 'POST', path: '/agui/tool_result', handler: postToolResult },
    { method: 'POST', path: '/agui/resume', handler: postResume },
    { method: 'POST', path: '/agui/cancel', handler: postCancel },
    { method: 'GET', path: '/ui/components', handler: getComponents },
    { method: 'POST', path: '/chat', handler: postChat },
    { method: 'POST', path: '/chat/streams', handler: postChatStream },
    { method: 'GET', path: '/chat/streams/{run_id}', handler: getChatStream },
    ...(artifacts ? artifactRoutes : []),
    ...(artifacts && pending ? uploadRoutes : []),
    ...(drafts ? draftRoutes : []),
    ...(tasks ? taskRoutes : []),
  ]
  return routes.map((route) => ({ ...route, path: basePath + route.path }))
}

const artifactRoutes: TableRoute[] = [
  { method: 'GET', path: '/artifacts/{id}', handler: getArtifact, signable: true },
  { method: 'GET', path: '/artifacts/{id}/meta', handler: getArtifactMeta },
]

const uploadRoutes: TableRoute[] = [{ method: 'POST', path: '/artifacts', handler: postArtifact, body: 'multipart' }]

const draftRoutes: TableRoute[] = [
  { method: 'POST', path: '/drafts', handler: postDraft },
  { method: 'GET', path: '/drafts/{id}', handler: getDraft },
  { method: 'GET', path: '/drafts/{id}/streams/{run_id}', handler: getDraftStream },
  { method: 'POST', path: '/drafts/{id}/changes', handler: postDraftChange },
  { method: 'POST', path: '/drafts/{id}/confirm', handler: postDraftConfirm },
]

const verbs = ['approve', 'reject', 'cancel'] as const

const taskRoutes: TableRoute[] = [
  { method: 'GET', path: '/tasks', handler: getTasks },
  { method: 'GET', path: '/task-groups', handler: getTaskGroups },
  ...verbs.flatMap((verb): TableRoute[] => [
    { method: 'POST', path: `/tasks/{id}/${verb}`, handler: decideTask(verb) },
    { method: 'POST', path: `/task-groups/{id}/${verb}`, handler: decideTaskGroup(verb) },
  ]),
]

/** The decoded parameters of a path, or undefined where it is another route's. */
export function matchPath(pattern: string, pathname: string): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = pathname.split('/')
  if (wanted.length !== given.length) return undefined
  const params = new Map<string, string>()
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const decoded = name === undefined ? undefined : decode(value)
    if (name === undefined ? part !== value : decoded === undefined) return undefined
    if (name !== undefined && decoded !== undefined) params.set(name, decoded)
  }
  return params
}

/** An empty or broken segment names nothing, nor does one with a NUL, which no store can look for. */
function decode(segment: string): string | undefined {
  try {
    const decoded = decodeURIComponent(segment)
    return decoded === '' || decoded.includes('\0') ? undefined : decoded
  } catch {
    return undefined
  }
}
