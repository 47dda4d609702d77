import type { Finding } from './finding.ts'

/** A run to start at the address of an AG-UI agent. */
export interface StreamCheck {
  url: string
  question: string
  /** Maximum time in milliseconds. */
  timeoutMs: number
}

/** An event as it arrived: its own time and that of its arrival, in milliseconds since the epoch. */
interface Arrival {
  sent: number
  arrived: number
}

/** Below this time between the first and the last event, in milliseconds, a buffered stream cannot be distinguished from another one. */
const minSpreadMs = 400

const remedies = {
  compressed: 'Turn off compression for text/event-stream in the proxy or the framework.',
  buffered: 'Turn off response buffering for this path: proxy_buffering off in nginx, no compression middleware, a function runtime that streams.',
}

/** Starts a run with a question, which calls the model once, and checks whether its events arrive while they are made. */
export async function checkStream({ url, question, timeoutMs }: StreamCheck): Promise<Finding> {
  const problem = (message: string, remedy: string): Finding => ({ check: 'stream', level: 'problem', message, remedy })
  const id = `doctor-${crypto.randomUUID()}`
  const body = {
    threadId: id,
    runId: id,
    messages: [{ id: 'question', role: 'user', content: question }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
  }
  try {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(timeoutMs) })
    const type = response.headers.get('content-type') ?? 'no content type'
    if (!response.ok || !type.startsWith('text/event-stream')) {
      const text = (await response.text()).slice(0, 200)
      return problem(
        `${url} answered ${response.status} with ${type}: ${text}`,
        'Give the address of the AG-UI agent, for example http://localhost:3000/agui/agent.',
      )
    }
    const encoding = response.headers.get('content-encoding')
    if (encoding !== null)
      return problem(`The events are compressed (${encoding}), and a compressor holds back what is to be seen at once.`, remedies.compressed)
    return judge(await readArrivals(response))
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    const reason = isTimeout ? `no end of the run within ${timeoutMs / 1_000} seconds` : reasonOf(error)
    return problem(`${url} could not be read: ${reason}.`, 'Start the server, and give the address that the page uses.')
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Reads the times of all events. Their own times are those of the server's clock, so only differences are compared. */
async function readArrivals(response: Response): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    const arrived = Date.now()
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const sent = /^data:.*"timestamp":(\d+)/.exec(line)?.[1]
      if (sent !== undefined) arrivals.push({ sent: Number(sent), arrived })
    }
  }
  return arrivals
}

function judge(arrivals: readonly Arrival[]): Finding {
  const [first, last] = [arrivals[0], arrivals.at(-1)]
  if (!first || !last) {
    const message = 'The stream had no event with a time, so nothing can be said about buffering.'
    return { check: 'stream', level: 'skipped', message }
  }
  const [sentMs, arrivedMs] = [last.sent - first.sent, last.arrived - first.arrived]
  if (sentMs < minSpreadMs) {
    const message = `The run took ${sentMs} ms, too short to see whether a proxy holds events back. Ask for a longer answer with --question.`
    return { check: 'stream', level: 'skipped', message }
  }
  if (arrivedMs < sentMs / 4) {
    const message = `Events that were made in ${sentMs} ms arrived within ${arrivedMs} ms: something between the server and this command holds them back.`
    return { check: 'stream', level: 'problem', message, remedy: remedies.buffered }
  }
  return { check: 'stream', level: 'ok', message: `${arrivals.length} events arrived while they were made (${sentMs} ms).` }
}
