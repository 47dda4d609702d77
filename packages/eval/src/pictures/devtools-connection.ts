import type { Readable, Writable } from 'node:stream'
import { PfError } from '@pf/core'
import { getOwn, isRecord, parseJson } from '@pf/core/internal'

/** Commands of the DevTools protocol. */
export interface DevTools {
  /**
   * Sends a command and resolves to its result. Throws PfError `protocol` if the browser refuses it, `network` if the browser has ended, and
   * `deadline` if it does not answer in time.
   */
  send(method: string, params?: object, options?: { sessionId?: string | undefined; timeoutMs?: number }): Promise<Record<string, unknown>>
}

const answerMs = 20_000
const maxBytes = 100_000_000

/** Speaks the DevTools protocol over the pipes of a browser: JSON texts, each followed by a byte 0. */
export function createConnection(input: Writable, output: Readable): DevTools & { end(): void } {
  const waiting = new Map<number, (answer: unknown) => void>()
  let next = 1
  let hasEnded = false
  const end = () => {
    hasEnded = true
    for (const answer of waiting.values()) answer(undefined)
    waiting.clear()
  }
  input.on('error', end)
  output.on('error', end).on('close', end)
  readTexts(output, (text) => {
    const answer = parseJson(text)
    const id = getOwn(answer, 'id')
    if (typeof id !== 'number') return
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const send: DevTools['send'] = async (method, params = {}, { sessionId, timeoutMs = answerMs } = {}) => {
    if (hasEnded) throw new PfError('network', 'The browser has ended.')
    const id = next++
    const answer = await new Promise<unknown>((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(id)
        resolve('late')
      }, timeoutMs)
      waiting.set(id, (value) => {
        clearTimeout(timer)
        resolve(value)
      })
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`)
    })
    if (answer === 'late') throw new PfError('deadline', `The browser did not answer within ${timeoutMs / 1_000} s.`)
    if (answer === undefined) throw new PfError('network', 'The browser has ended.')
    const result = getOwn(answer, 'result')
    if (!isRecord(result)) throw new PfError('protocol', `The browser refused ${method}.`)
    return result
  }
  return { send, end }
}

/** Calls a function with each text of a stream that ends with a byte 0. A text above the limit ends the stream. */
function readTexts(output: Readable, onText: (text: string) => void): void {
  let pieces: Buffer[] = []
  let size = 0
  output.on('data', (piece: Buffer) => {
    let rest = piece
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      onText(Buffer.concat([...pieces, rest.subarray(0, end)]).toString())
      pieces = []
      size = 0
      rest = rest.subarray(end + 1)
    }
    pieces.push(rest)
    size += rest.length
    if (size > maxBytes) output.destroy()
  })
}
