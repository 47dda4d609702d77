import { type ArtifactPage, type CatalogView, PfError, type RunClient, type RunRequest, type ThreadView } from '@pf/core'
import { postAnswer } from './answer.ts'
import { type Following, followRun } from './follow-run.ts'
import { createSend, postJson, type RunClientOptions } from './options.ts'
import { readResult } from './read-result.ts'

type Uploaded = Awaited<ReturnType<RunClient['upload']>>

const threadFields = { messages: 'list', components: 'list', pending: 'list', last_seq: 'number' } as const

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
    cancel: async (run_id) => (await found(readResult(send('/agui/cancel', postJson({ run_id })), { run_id: 'string' }))) !== undefined,
    thread: (thread_id) => found(readResult<ThreadView>(send(`/agui/threads/${encodeURIComponent(thread_id)}`), threadFields)),
    upload(interaction_id, field, file) {
      const body = new FormData()
      body.set('interaction_id', interaction_id)
      body.set('field', field)
      body.set('file', file)
      return readResult<Uploaded>(send('/artifacts', { method: 'POST', body }), {
        artifact_id: 'string',
        name: 'string',
        media_type: 'string',
        bytes: 'number',
      })
    },
    page(artifact_id, path, offset, limit) {
      const query = new URLSearchParams({ path, offset: String(offset), limit: String(limit) })
      const asked = send(`/artifacts/${encodeURIComponent(artifact_id)}?${query}`)
      return readResult<ArtifactPage>(asked, { items: 'list', offset: 'number', total: 'number' })
    },
    catalog: () => readResult<CatalogView>(send('/ui/components'), { enabled: 'boolean', allowlist: 'list', components: 'list' }),
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
