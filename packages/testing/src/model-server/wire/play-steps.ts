import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { WireStep } from './wire-steps.ts'

type Ending = Exclude<WireStep['do'], 'head' | 'wait' | 'write' | 'write_bytes'>

/** Options of playSteps. */
export interface PlayOptions {
  /** Aborted when the client disconnects or the server closes. */
  signal: AbortSignal
  /** Resolves after a time, or immediately once the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Number of bytes in each write. Default: an entire event. */
  bytes?: number
  onWrite?(text: string): void
}

/** Writes the steps to a response and respects back-pressure: to the end, until a step breaks the connection, or until the signal is aborted. */
export async function playSteps(response: ServerResponse, steps: Iterable<WireStep>, options: PlayOptions): Promise<'complete' | 'broken' | 'interrupted'> {
  for (const step of steps) {
    if (options.signal.aborted) return 'interrupted'
    if (step.do === 'head') response.writeHead(step.status, step.headers).flushHeaders()
    else if (step.do === 'wait') await options.wait(step.ms, options.signal)
    else if (step.do === 'write') await write(response, step.text, options)
    else if (step.do === 'write_bytes') await push(response, step.bytes, options.signal)
    else return await end(response, step.do, options.signal)
  }
  return 'complete'
}

async function write(response: ServerResponse, text: string, { signal, bytes, onWrite }: PlayOptions): Promise<void> {
  onWrite?.(text)
  if (bytes === undefined) return await push(response, text, signal)
  const buffer = Buffer.from(text)
  for (let at = 0; at < buffer.length && !signal.aborted; at += bytes) {
    await push(response, buffer.subarray(at, at + bytes), signal)
    // Without an iteration of the event loop between writes, the kernel would join them again.
    await setImmediate()
  }
}

async function push(response: ServerResponse, data: string | Buffer, signal: AbortSignal): Promise<void> {
  if (response.write(data)) return
  await once(response, 'drain', { signal }).catch(() => undefined)
}

async function end(response: ServerResponse, how: Ending, signal: AbortSignal): Promise<'complete' | 'broken' | 'interrupted'> {
  if (how === 'hang') await aborted(signal)
  else if (how === 'end') await finish(response, signal)
  else await flushed(response, signal)
  if (how === 'end' && response.writableFinished) return 'complete'
  if (signal.aborted) return 'interrupted'
  if (how === 'reset') response.socket?.resetAndDestroy()
  else response.destroy()
  return 'broken'
}

async function finish(response: ServerResponse, signal: AbortSignal): Promise<void> {
  response.end()
  if (!response.writableFinished) await once(response, 'finish', { signal }).catch(() => undefined)
}

/** Waits until everything written has been sent, before the connection is broken. */
async function flushed(response: ServerResponse, signal: AbortSignal): Promise<void> {
  while (response.writableLength > 0 && !signal.aborted) await setImmediate()
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
