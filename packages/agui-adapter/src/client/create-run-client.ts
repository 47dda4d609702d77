import { type ArtifactPage, type CatalogView, PfError, type RunClient, type RunRequest, type ThreadView } from '@pf/core'
import { postAnswer } from './answer.ts'
import { readJson } from './failure.ts'
import { type Following, followRun } from './follow-run.ts'
import { createSend, postJson, type RunClientOptions } from './options.ts'

/**
 * The client of pf's routes for browsers and Node: streams that reconnect after the last event seen, and the small questions beside them.
 * Streams throw PfError `busy`, `unauthorized`, `invalid_input` …, `network` when reconnecting did not help, `protocol`.
 */
export function createRunClient(options: RunClientOptions = {}): RunClient {
  const send = createSend(options)
  const follow = (following: Following) => followRun(send, options, following)
  return {
    start: (request, { signal, onStatus } = {}) => follow({ run_id: request.run_id, begin: postJson(toRunInput(request)), signal, onStatus }),
    attach: (run_id, after, { signal, onStatus } = {}) => follow({ run_id, ...(after === undefined ? {} : { after }), signal, onStatus }),
    answer: (ref, envelope) => postAnswer(send, { ...options, ref, envelope }),
    cancel: async (run_id) => (await found(readJson(send('/agui/cancel', postJson({ run_id }))))) !== undefined,
    thread: async (thread_id) => (await found(readJson(send(`/agui/threads/${encodeURIComponent(thread_id)}`)))) as ThreadView | undefined,
    async upload(interaction_id, field, file) {
      const body = new FormData()
      body.set('interaction_id', interaction_id)
      body.set('field', field)
      body.set('file', file)
      return (await readJson(send('/artifacts', { method: 'POST', body }))) as Awaited<ReturnType<RunClient['upload']>>
    },
    async page(artifact_id, path, offset, limit) {
      const query = new URLSearchParams({ path, offset: String(offset), limit: String(limit) })
      return (await readJson(send(`/artifacts/${encodeURIComponent(artifact_id)}?${query}`))) as ArtifactPage
    },
    catalog: async () => (await readJson(send('/ui/components'))) as CatalogView,
  }
}

/** The request in AG-UI form; forwardedProps.pf says that the client is ours. */
function toRunInput({ thread_id, run_id, messages, state, context = [], forwarded_props = {}, superseded = [] }: RunRequest) {
  const pf = forwarded_props.pf ?? {}
  return {
    threadId: thread_id,
    runId: run_id,
    messages,
    tools: [],
    context,
    forwardedProps: { ...forwarded_props, pf },
    protocolVersion: '1.0',
    ...(state === undefined ? {} : { state }),
    ...(superseded.length > 0 ? { resume: superseded.map((interruptId) => ({ interruptId, status: 'cancelled' })) } : {}),
  }
}

/** What is not there is undefined, not an error. */
function found<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch((error: unknown) => {
    if (PfError.isInstance(error) && error.code === 'not_found') return undefined
    throw error
  })
}
