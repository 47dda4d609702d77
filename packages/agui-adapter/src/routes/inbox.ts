import type { InboxItem, JsonValue } from '@pf/core'
import { hashJson } from '@pf/core/internal'
import { linkArtifacts } from '../agui/link-artifacts.ts'
import { jsonResponse, notFound } from '../http/response.ts'
import type { PfContext, RouteHandler } from '../runs/context.ts'

/** Maximum duration for which a request waits for a change, and the interval at which the inbox is read meanwhile, in milliseconds. */
const maxWaitMs = 25_000
const pollMs = 1_000

/**
 * GET /inbox?version=: returns the items that wait for the owner over all threads, `{version, items}`. With the version that the client
 * has, the response waits for a change, for up to 25 seconds. Questions are answered by POST /agui/tool_result {interaction_id, result}.
 */
export const getInbox: RouteHandler = async (context, { request, scope, url }) => {
  const { agent } = context
  if (!agent.inbox) return notFound()
  const known = url.searchParams.get('version')
  const ended = performance.now() + maxWaitMs
  while (true) {
    const items = await agent.inbox(scope)
    const version = await hashJson(items as unknown as JsonValue)
    const isOver = performance.now() >= ended || context.closed || request.signal.aborted
    if (version !== known || isOver) return jsonResponse({ version, items: items.map((item) => linked(context, item)) })
    await pause(context, request.signal)
  }
}

const linked = ({ artifactUrl }: PfContext, item: InboxItem): InboxItem => ({ ...item, props: linkArtifacts(item.props, artifactUrl) })

/** Waits until the next read, or until the client leaves or the server closes. */
function pause({ openStreams }: PfContext, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      openStreams.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, pollMs)
    openStreams.add(done)
    signal.addEventListener('abort', done)
  })
}
