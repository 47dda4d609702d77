import type { ArtifactPage, CatalogView, RunClient, RunRequest, ThreadView } from '@pf/core'
import { type FollowRequest, followRun } from './follow-run.ts'
import { createSend, postJson, type RunClientOptions } from './options.ts'
import { postAnswer } from './post-answer.ts'
import { repeatWhenLimited } from './repeat-when-limited.ts'
import { readResult, undefinedIfNotFound } from './response.ts'

type UploadResult = Awaited<ReturnType<RunClient['upload']>>

const threadFields = { messages: 'list', components: 'list', pending: 'list', last_seq: 'number' } as const

/**
 * Creates a client of pf's routes for browsers and Node. Streams reconnect and continue after the last event received. They throw PfError
 * with the code of an error response (`busy`, `unauthorized`, `invalid_input` …), `rate_limited` if the server refuses requests for longer
 * than a minute, `network` if reconnecting failed, and `protocol`.
 */
export function createRunClient(options: RunClientOptions = {}): RunClient & Required<Pick<RunClient, 'sendMessage'>> {
  const sendOnce = createSend(options)
  const send = repeatWhenLimited(sendOnce)
  const follow = (request: FollowRequest) => followRun(sendOnce, options, request)
  return {
    start: (request, { signal, onStatus } = {}) => follow({ runId: request.run_id, begin: postJson(toRunInput(request)), signal, onStatus }),
    attach: (runId, after, { signal, onStatus } = {}) => follow({ runId, ...(after === undefined ? {} : { after }), signal, onStatus }),
    answer: (ref, envelope) => postAnswer(sendOnce, { ...options, ref, envelope }),
    cancel: async (run_id) => (await undefinedIfNotFound(readResult(send('/agui/cancel', postJson({ run_id })), { run_id: 'string' }))) !== undefined,
    sendMessage: async (run_id, message) =>
      void (await readResult(send(`/agui/runs/${encodeURIComponent(run_id)}/messages`, postJson(message)), { id: 'string' })),
    componentFailed: async (failure) =>
      (await readResult<{ delivered: boolean }>(send('/ui/components/failures', postJson(failure)), { delivered: 'boolean' })).delivered,
    thread: (thread_id) => undefinedIfNotFound(readResult<ThreadView>(send(`/agui/threads/${encodeURIComponent(thread_id)}`), threadFields)),
    upload(interaction_id, field, file) {
      const body = new FormData()
      body.set('interaction_id', interaction_id)
      body.set('field', field)
      body.set('file', file)
      return readResult<UploadResult>(send('/artifacts', { method: 'POST', body }), {
        artifact_id: 'string',
        name: 'string',
        media_type: 'string',
        bytes: 'number',
      })
    },
    page(artifact_id, path, offset, limit) {
      const query = new URLSearchParams({ path, offset: String(offset), limit: String(limit) })
      const response = send(`/artifacts/${encodeURIComponent(artifact_id)}?${query}`)
      return readResult<ArtifactPage>(response, { items: 'list', offset: 'number', total: 'number' })
    },
    catalog: () => readResult<CatalogView>(send('/ui/components'), { enabled: 'boolean', allowlist: 'list', components: 'list' }),
  }
}

/** Converts the request to AG-UI form. `forwardedProps.pf` identifies pf's own client. */
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
