import { PfError, type ThreadView } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { followRun } from '../follow-run.ts'
import { readResult } from '../read-result.ts'
import { besideAgent } from './beside-agent.ts'
import type { FetchRun, ResumingFetchOptions } from './create-resuming-fetch.ts'
import { eventsBody } from './events-body.ts'
import { readingInit } from './reading-init.ts'

/** Which thread, as an agent asks for it. */
export interface Connecting {
  url: string
  init: RequestInit
  thread_id: string
  /** The run to read where the thread has it, else its last one. */
  run_id: string
}

type Shown = Pick<ThreadView, 'messages' | 'runs' | 'last_run_id'>

/**
 * What a thread shows, as the event stream of one run: the messages before it as a snapshot, then the run from its start, live where it goes
 * on. Empty for a thread that is unknown. Refusals come as they are.
 */
export async function connectThread(ask: FetchRun, { url, init, thread_id, run_id }: Connecting, options: ResumingFetchOptions): Promise<Response> {
  const { eventsUrl, threadUrl, fetch: _, ...more } = options
  const signal = init.signal ?? undefined
  const address = threadUrl?.(thread_id) ?? besideAgent(url, `threads/${encodeURIComponent(thread_id)}`)
  const response = await ask(address, readingInit(init, { accept: 'application/json' }))
  if (response.status === 404) return stream('')
  if (!response.ok) return response
  const view = await readResult<Shown>(Promise.resolve(response), { messages: 'list' })
  const id = view.runs?.includes(run_id) ? run_id : view.last_run_id
  if (id === undefined) return stream('')
  const events = eventsUrl?.(id) ?? besideAgent(url, `runs/${encodeURIComponent(id)}/events`)
  const send = (_path: string, own: RequestInit = {}) => ask(events, { ...readingInit(init, own.headers), ...(own.signal ? { signal: own.signal } : {}) })
  const run = followRun(send, more, { run_id: id, signal })
  return stream(eventsBody({ events: run[Symbol.asyncIterator](), opening: [{ type: 'MESSAGES_SNAPSHOT', messages: before(view, id) }], signal }))
}

const stream = (body: ReadableStream<Uint8Array> | '') => new Response(body, { headers: { 'content-type': 'text/event-stream' } })

/**
 * What stands before the run: up to the last line of the user. What is behind that is the run's own turn, which may have begun in a run that
 * asked, and the run says it again.
 */
function before({ messages, runs = [] }: Shown, run_id: string) {
  const later = new Set(runs.slice(runs.indexOf(run_id) + 1))
  if (!messages.every(isRecord)) throw new PfError('protocol', 'The server answered with something else than was asked for.')
  const shown = messages.filter((message) => !later.has(message.run_id))
  return shown.slice(0, shown.findLastIndex(({ role }) => role === 'user') + 1).map(({ id, role, content }) => ({ id, role, content }))
}
