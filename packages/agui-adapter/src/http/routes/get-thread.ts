import { linkArtifacts, linkQuestions } from '../../agui/link-artifacts.ts'
import type { RouteHandler } from '../context.ts'
import { json, notFound } from '../respond.ts'

/** GET /agui/threads/{thread_id}: what a reload or a second tab needs of a thread. */
export const getThread: RouteHandler = async ({ agent, artifactUrl }, { params, scope }) => {
  const view = await agent.thread(params.get('thread_id') ?? '', scope)
  if (!view) return notFound()
  const components = view.components.map((component) => ({ ...component, props: linkArtifacts(component.props, artifactUrl) }))
  return json({ ...view, components, pending: linkQuestions(view.pending, artifactUrl) })
}
