import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { fileURLToPath } from 'node:url'

type Told = Record<string, unknown>

/** The server of `abandon-server.ts` in its process, seen from outside: what it tells, what it prints, and requests to walk away from. */
export interface Abandoned {
  big: string
  /** Resolves with the next message, sent since the last call for it, that has this key (and value). */
  told(key: string, value?: unknown): Promise<Told>
  command(name: 'close' | 'quiet'): Promise<void>
  /** Opens a request of which nothing is sent but `body`; errors of its connection are expected. */
  ask(path: string, asking?: Asking): ClientRequest
  /** Waits until the process ends by itself; resolves with all it printed and all faults it was told. */
  end(): Promise<{ printed: string; faults: unknown[] }>
  kill(): void
}

/** `unfinished`: the body is announced longer than it is and not ended. */
export interface Asking {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
  unfinished?: boolean
}

export async function startAbandoned(mode: string): Promise<Abandoned> {
  const file = fileURLToPath(new URL('./abandon-server.ts', import.meta.url))
  const child = fork(file, [mode], { execArgv: ['--conditions=pf-source', '--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const output: string[] = []
  for (const pipe of [child.stdout, child.stderr]) pipe?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const mail = createMail(child)
  const { port, big } = await mail.told('port')
  const command = async (name: string) => {
    child.send(name)
    await mail.told('done', name)
  }
  return {
    big: String(big),
    told: mail.told,
    command,
    ask: (path, asking) => ask(Number(port), path, asking),
    async end() {
      const ended = once(child, 'close')
      child.send('end')
      await ended
      return { printed: output.join(''), faults: mail.all.flatMap(({ error }) => error ?? []) }
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

function createMail(child: ChildProcess) {
  const all: Told[] = []
  const unread: Told[] = []
  let wake = () => {}
  child.on('message', (message: Told) => {
    all.push(message)
    unread.push(message)
    wake()
  })
  const told = async (key: string, value?: unknown): Promise<Told> => {
    const at = unread.findIndex((message) => Object.hasOwn(message, key) && (value === undefined || message[key] === value))
    const [found] = at < 0 ? [] : unread.splice(at, 1)
    if (found) return found
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    return told(key, value)
  }
  return { all, told }
}

function ask(port: number, path: string, { method = 'GET', headers = {}, body, unfinished = false }: Asking = {}): ClientRequest {
  const length = body === undefined || headers['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) + (unfinished ? 100 : 0) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const outgoing = request({ host: '127.0.0.1', port, path, method, agent: false, headers: { ...type, ...length, ...headers } })
  outgoing.on('error', () => {})
  if (body) outgoing.write(body)
  if (unfinished) outgoing.flushHeaders()
  else outgoing.end()
  return outgoing
}

/** The answer's head, and its body as far as `wanted` was seen in it; the connection stays open and is read no further. */
export async function readTo(outgoing: ClientRequest, wanted: string): Promise<IncomingMessage> {
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  incoming.setEncoding('latin1')
  for (let seen = ''; !seen.includes(wanted); ) {
    const chunk: unknown = incoming.read()
    if (chunk === null) await once(incoming, 'readable')
    else seen += String(chunk)
  }
  return incoming
}
