import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { fileURLToPath } from 'node:url'

type ChildMessage = Record<string, unknown>

/** Everything that a process printed, and the errors that were reported to it. */
export interface Seen {
  printed: string
  faults: unknown[]
}

/** The process of `abandon-server.ts`: its messages, its output, and requests that a test can abandon. */
export interface Abandoned {
  big: string
  /** Resolves to the next message with this key (and value) that was sent since the last call for it. */
  nextMessage(key: string, value?: unknown): Promise<ChildMessage>
  command(name: 'close' | 'quiet'): Promise<void>
  /**
   * Waits until no client is connected and no request is being answered. Resolves to the output and errors since the last call. Messages
   * until then are discarded.
   */
  whenIdle(): Promise<Seen>
  /** Opens a request and sends only `body`; errors of its connection are expected. */
  ask(path: string, asking?: Asking): ClientRequest
  /** Waits until the process ends by itself. Resolves to its entire output and all errors. */
  end(): Promise<Seen>
  kill(): void
}

/** `unfinished`: the announced length of the body exceeds its content, and the body is not ended. */
export interface Asking {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
  unfinished?: boolean
}

export async function startAbandoned(mode: string): Promise<Abandoned> {
  const file = fileURLToPath(new URL('./abandon-server.ts', import.meta.url))
  const child = fork(file, [mode], { execArgv: ['--conditions=pf-source', '--disable-warning=ExperimentalWarning'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const printed = createPrinted(child)
  const mail = createMail(child)
  const { port, big } = await mail.nextMessage('port')
  const command = async (name: string) => {
    child.send(name)
    await mail.nextMessage('done', name)
  }
  return {
    big: String(big),
    nextMessage: mail.nextMessage,
    command,
    ask: (path, asking) => ask(Number(port), path, asking),
    async whenIdle() {
      await command('report-idle')
      mail.forget()
      return { printed: await printed.marked(), faults: mail.faults() }
    },
    async end() {
      const ended = once(child, 'close')
      child.send('end')
      await ended
      return { printed: printed.rest(), faults: mail.faults() }
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Collects the output of a process. A NUL on each of its two pipes marks the end of the output. */
function createPrinted(child: ChildProcess) {
  const texts = ['', '']
  let wake = () => {}
  for (const [index, pipe] of [child.stdout, child.stderr].entries())
    pipe?.setEncoding('utf8').on('data', (text: string) => {
      texts[index] += text
      wake()
    })
  const rest = () => texts.splice(0, 2, '', '').join('')
  return {
    rest,
    async marked() {
      while (!texts.every((text) => text.endsWith('\0')))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return rest().replaceAll('\0', '')
    },
  }
}

function createMail(child: ChildProcess) {
  const faults: unknown[] = []
  const unread: ChildMessage[] = []
  let wake = () => {}
  child.on('message', (message: ChildMessage) => {
    if (message.error !== undefined) faults.push(message.error)
    unread.push(message)
    wake()
  })
  const nextMessage = async (key: string, value?: unknown): Promise<ChildMessage> => {
    const at = unread.findIndex((message) => Object.hasOwn(message, key) && (value === undefined || message[key] === value))
    const [found] = at < 0 ? [] : unread.splice(at, 1)
    if (found) return found
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    return nextMessage(key, value)
  }
  return { faults: () => faults.splice(0), forget: () => void unread.splice(0), nextMessage }
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

/** Reads the head of the response, and its body until `wanted` was received. The connection stays open and is read no further. */
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
