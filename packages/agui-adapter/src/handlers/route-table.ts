import { decodePercent } from '@pf/core/internal'
import { jsonResponse } from '../http/response.ts'
import { postResume, postToolResult } from '../routes/answers.ts'
import { getArtifact, getArtifactMeta } from '../routes/artifacts.ts'
import { getChatStream, postChat, postChatStream } from '../routes/chat.ts'
import { postComponentFailure } from '../routes/component-failures.ts'
import { getDraft, getDraftStream, postDraft, postDraftChange, postDraftConfirm } from '../routes/drafts.ts'
import { getHealth, getReadiness } from '../routes/health.ts'
import { getInbox } from '../routes/inbox.ts'
import { postRunMessage, postTaskMessage } from '../routes/run-messages.ts'
import { getRunEvents, getThread, postAgent, postCancel } from '../routes/runs.ts'
import { decideTask, decideTaskGroup, getTaskGroups, getTasks } from '../routes/tasks.ts'
import { getThreads, postThreadDelete, postThreadRename } from '../routes/threads.ts'
import { postArtifact } from '../routes/uploads.ts'
import type { PfContext, ProbeHandler, Route, RouteHandler } from '../runs/context.ts'

/** A route with its handler. */
export type TableRoute = OwnerRoute | ProbeRoute

/** A route that reports the state of the server. It needs no owner and is not limited. */
interface ProbeRoute extends Route {
  probe: ProbeHandler
}

/** A route that serves an owner. */
export interface OwnerRoute extends Route {
  handler: RouteHandler
  /** The type of the request body. Default JSON. */
  body?: 'json' | 'multipart'
  /** True if a signed URL is accepted as a credential. */
  signable?: boolean
  /** True if the request may start work of the model. */
  startsWork?: true
}

/** Creates the routes for the configured ports. */
export function routeTable(
  basePath: string,
  { agent, artifacts, drafts, tasks, threads }: Pick<PfContext, 'agent' | 'artifacts' | 'drafts' | 'tasks' | 'threads'>,
): TableRoute[] {
  const routes: TableRoute[] = [
    { method: 'GET', path: '/healthz', probe: getHealth },
    { method: 'GET', path: '/readyz', probe: getReadiness },
    { method: 'POST', path: '/agui/agent', handler: postAgent, startsWork: true },
    { method: 'GET', path: '/agui/runs/{run_id}/events', handler: getRunEvents },
    ...(agent.sendMessage ? [{ method: 'POST', path: '/agui/runs/{run_id}/messages', handler: postRunMessage } satisfies TableRoute] : []),
    { method: 'GET', path: '/agui/threads/{thread_id}', handler: getThread },
    { method: 'POST', path: '/agui/tool_result', handler: postToolResult },
    { method: 'POST', path: '/agui/resume', handler: postResume },
    { method: 'POST', path: '/agui/cancel', handler: postCancel },
    { method: 'GET', path: '/ui/components', handler: getComponents },
    { method: 'POST', path: '/ui/components/failures', handler: postComponentFailure },
    { method: 'POST', path: '/chat', handler: postChat, startsWork: true },
    { method: 'POST', path: '/chat/streams', handler: postChatStream, startsWork: true },
    { method: 'GET', path: '/chat/streams/{run_id}', handler: getChatStream },
    ...(threads ? threadRoutes : []),
    ...(artifacts ? artifactRoutes : []),
    ...(artifacts ? uploadRoutes : []),
    ...(agent.inbox ? inboxRoutes : []),
    ...(drafts ? draftRoutes : []),
    ...(tasks ? taskRoutes : []),
  ]
  return routes.map((route) => ({ ...route, path: basePath + route.path }))
}

/** GET /ui/components: returns the enabled catalogue. */
const getComponents: RouteHandler = async ({ agent }) => jsonResponse(agent.catalog())

const threadRoutes: TableRoute[] = [
  { method: 'GET', path: '/agui/threads', handler: getThreads },
  { method: 'POST', path: '/agui/threads/{thread_id}/rename', handler: postThreadRename },
  { method: 'POST', path: '/agui/threads/{thread_id}/delete', handler: postThreadDelete },
]

const artifactRoutes: TableRoute[] = [
  { method: 'GET', path: '/artifacts/{id}', handler: getArtifact, signable: true },
  { method: 'GET', path: '/artifacts/{id}/meta', handler: getArtifactMeta },
]

const uploadRoutes: TableRoute[] = [{ method: 'POST', path: '/artifacts', handler: postArtifact, body: 'multipart' }]

const inboxRoutes: TableRoute[] = [{ method: 'GET', path: '/inbox', handler: getInbox }]

const draftRoutes: TableRoute[] = [
  { method: 'POST', path: '/drafts', handler: postDraft, startsWork: true },
  { method: 'GET', path: '/drafts/{id}', handler: getDraft },
  { method: 'GET', path: '/drafts/{id}/streams/{run_id}', handler: getDraftStream },
  { method: 'POST', path: '/drafts/{id}/changes', handler: postDraftChange, startsWork: true },
  { method: 'POST', path: '/drafts/{id}/confirm', handler: postDraftConfirm },
]

const verbs = ['approve', 'reject', 'cancel'] as const

const taskRoutes: TableRoute[] = [
  { method: 'GET', path: '/tasks', handler: getTasks },
  { method: 'GET', path: '/task-groups', handler: getTaskGroups },
  { method: 'POST', path: '/tasks/{id}/messages', handler: postTaskMessage },
  ...verbs.flatMap((verb): TableRoute[] => [
    { method: 'POST', path: `/tasks/{id}/${verb}`, handler: decideTask(verb) },
    { method: 'POST', path: `/task-groups/{id}/${verb}`, handler: decideTaskGroup(verb) },
  ]),
]

/** Matches a path against a route and returns its decoded parameters, or undefined without a match. */
export function matchPath(pattern: string, pathname: string): ReadonlyMap<string, string> | undefined {
  const expected = pattern.split('/')
  const actual = pathname.split('/')
  if (expected.length !== actual.length) return undefined
  const params = new Map<string, string>()
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const decoded = name === undefined ? undefined : decode(value)
    if (name === undefined ? part !== value : decoded === undefined) return undefined
    if (name !== undefined && decoded !== undefined) params.set(name, decoded)
  }
  return params
}

/** Decodes a path segment. An empty or malformed segment does not match, and neither does one with a NUL, which no store accepts. */
function decode(segment: string): string | undefined {
  const decoded = decodePercent(segment)
  return decoded === '' || decoded?.includes('\0') ? undefined : decoded
}
