import type { ConnectionStatus, RunClient, RunRequest, WireEvent } from '@pf/core'

/** One stream of a fake server. It delivers pushed events until it ends or fails. */
export interface FakeStream {
  request?: RunRequest
  run_id: string
  after: string | undefined
  signal: AbortSignal | undefined
  push(...events: WireEvent[]): void
  end(): void
  break(error: unknown): void
  status(status: ConnectionStatus): void
}

/** Creates a client whose server is controlled by the test. */
export function fakeClient(more: Partial<RunClient> = {}): { client: RunClient; streams: FakeStream[]; cancelled: string[] } {
  const streams: FakeStream[] = []
  const cancelled: string[] = []
  const never = () => Promise.reject(new Error('not in this test'))
  const client: RunClient = {
    start: (request, options) => open(streams, { run_id: request.run_id, request, ...options }),
    attach: (run_id, after, options) => open(streams, { run_id, after, ...options }),
    cancel: async (run_id) => cancelled.push(run_id) > 0,
    answer: never,
    thread: async () => undefined,
    upload: never,
    page: never,
    catalog: never,
    ...more,
  }
  return { client, streams, cancelled }
}

interface Opening {
  run_id: string
  request?: RunRequest
  after?: string | undefined
  signal?: AbortSignal
  onStatus?: (status: ConnectionStatus) => void
}

async function* open(streams: FakeStream[], { run_id, request, after, signal, onStatus }: Opening): AsyncGenerator<WireEvent> {
  const queue: (WireEvent | { error: unknown } | 'end')[] = []
  let wake = () => {}
  const put = (item: (typeof queue)[number]) => {
    queue.push(item)
    wake()
  }
  signal?.addEventListener('abort', () => put('end'))
  streams.push({
    run_id,
    ...(request ? { request } : {}),
    after,
    signal,
    push: (...events) => events.forEach(put),
    end: () => put('end'),
    break: (error) => put({ error }),
    status: (status) => onStatus?.(status),
  })
  for (;;) {
    const next = queue.shift()
    if (next === 'end') return
    if (next && 'error' in next) throw next.error
    if (next) yield next
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}
