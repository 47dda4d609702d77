import type { Transport } from '@modelcontextprotocol/client'
import { repairText } from './repair-message.ts'

/** Members of the SDK's transports through which everything that they receive passes. */
interface Inputs {
  /** Over HTTP: the function that sends requests, if the host gave one. */
  _fetch?: typeof fetch
  /** Over stdio: the bytes that are not read yet. */
  _readBuffer?: { append(chunk: Uint8Array): void }
}

/**
 * Repairs what a transport of the SDK receives. These transports check each message and discard an invalid one with its request id, so that
 * over SSE and stdio its request would wait until the timeout. Other transports are left as they are.
 */
export function repairInput(transport: Transport): void {
  const inputs = transport as Inputs
  if ('_fetch' in inputs) {
    const send = inputs._fetch ?? fetch
    inputs._fetch = async (url, init) => repairResponse(await send(url, init))
  }
  const buffer = inputs._readBuffer
  if (typeof buffer?.append === 'function') {
    const append = buffer.append.bind(buffer)
    const lines = createLines((line) => repairText(line))
    buffer.append = (chunk) => {
      const text = lines.add(chunk)
      if (text !== '') append(Buffer.from(text))
      else if (lines.size > maxLineChars) append(Buffer.from(lines.end()))
    }
  }
}

/** Length of a line above which the transport decides about it, which has a limit of its own. */
const maxLineChars = 10 * 2 ** 20

async function repairResponse(response: Response): Promise<Response> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (!response.ok || !response.body) return response
  const { status, statusText, headers } = response
  if (type === 'application/json') return new Response(repairText(await response.text()), { status, statusText, headers })
  if (type !== 'text/event-stream') return response
  const lines = createLines((line) => (line.startsWith('data:') ? `data: ${repairText(line.slice(5).trim())}` : line))
  const encoder = new TextEncoder()
  const repaired = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      const text = lines.add(chunk)
      if (text !== '') controller.enqueue(encoder.encode(text))
    },
    flush: (controller) => controller.enqueue(encoder.encode(lines.end())),
  })
  return new Response(response.body.pipeThrough(repaired), { status, statusText, headers })
}

/** Splits bytes into lines, and returns those that are complete with each one changed. */
function createLines(change: (line: string) => string) {
  const decoder = new TextDecoder()
  let open: string[] = []
  let size = 0
  const take = () => {
    const text = open.join('')
    open = []
    size = 0
    return text
  }
  return {
    get size() {
      return size
    },
    add: (chunk: Uint8Array): string => {
      const text = decoder.decode(chunk, { stream: true })
      const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
      const whole = end === 0 ? '' : take() + text.slice(0, end)
      open.push(text.slice(end))
      size += text.length - end
      return whole.replace(/[^\r\n]+/g, change)
    },
    end: () => take() + decoder.decode(),
  }
}
