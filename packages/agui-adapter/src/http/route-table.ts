import type { PfContext, Route, RouteHandler } from './context.ts'
import { getArtifact, getArtifactMeta } from './routes/get-artifact.ts'
import { getComponents } from './routes/get-components.ts'
import { getRunEvents } from './routes/get-run-events.ts'
import { getThread } from './routes/get-thread.ts'
import { postAgent } from './routes/post-agent.ts'
import { postCancel } from './routes/post-cancel.ts'
import { postResume } from './routes/post-resume.ts'
import { postToolResult } from './routes/post-tool-result.ts'

/** A route and who answers it. */
export interface TableRoute extends Route {
  handler: RouteHandler
}

/** The routes for the ports that were passed in, below `basePath`. */
export function routeTable(basePath: string, { artifacts }: Pick<PfContext, 'artifacts'>): TableRoute[] {
  const routes: TableRoute[] = [
    { method: 'POST', path: '/agui/agent', handler: postAgent },
    { method: 'GET', path: '/agui/runs/{run_id}/events', handler: getRunEvents },
    { method: 'GET', path: '/agui/threads/{thread_id}', handler: getThread },
    { method: 'POST', path: '/agui/tool_result', handler: postToolResult },
    { method: 'POST', path: '/agui/resume', handler: postResume },
    { method: 'POST', path: '/agui/cancel', handler: postCancel },
    { method: 'GET', path: '/ui/components', handler: getComponents },
    ...(artifacts ? artifactRoutes : []),
  ]
  return routes.map((route) => ({ ...route, path: basePath + route.path }))
}

const artifactRoutes: TableRoute[] = [
  { method: 'GET', path: '/artifacts/{id}', handler: getArtifact },
  { method: 'GET', path: '/artifacts/{id}/meta', handler: getArtifactMeta },
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

/** An empty or broken segment names nothing. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment) || undefined
  } catch {
    return undefined
  }
}
