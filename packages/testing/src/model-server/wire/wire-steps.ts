import type { JsonObject } from '@pf/core'
import type { StreamPlan } from '../reply/stream-plan.ts'
import { errorBody, type OpenAiError } from '../request/open-ai-error.ts'

/** One step of a response. `destroy` closes the connection, `reset` resets it, and `hang` keeps it open until the client or the server closes it. */
export type WireStep =
  | { do: 'head'; status: number; headers: Record<string, string> }
  | { do: 'wait'; ms: number }
  | { do: 'write'; text: string }
  /** Writes a part of a text that may end inside a character. */
  | { do: 'write_bytes'; bytes: Buffer }
  | { do: 'end' }
  | { do: 'destroy' }
  | { do: 'reset' }
  | { do: 'hang' }

/** Creates the steps of a response with one body. */
export function bodySteps(
  text: string,
  { status = 200, type = 'application/json', headers = {} }: { status?: number; type?: string; headers?: Record<string, string> } = {},
): WireStep[] {
  return [{ do: 'head', status, headers: { 'content-type': type, ...headers } }, { do: 'write', text }, { do: 'end' }]
}

/** Creates the steps of an error response in OpenAI's format. */
export function errorSteps(error: OpenAiError, headers: Record<string, string> = {}): WireStep[] {
  return bodySteps(errorBody(error), { status: error.status, headers })
}

/** The event that ends a stream. */
export const doneFrame = 'data: [DONE]\n\n'

/** Returns the server-sent events of a plan, one string for each. */
export function framesOf({ chunks, done }: StreamPlan): string[] {
  return [...chunks.map(frameOf), ...(done ? [doneFrame] : [])]
}

/** Returns one chunk as a server-sent event. */
export function frameOf(chunk: JsonObject): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** Returns steps that write the events with `delayMs` before each of them, and then end as planned. */
export function streamSteps(frames: readonly string[], { ending, delayMs }: { ending: StreamPlan['ending']; delayMs: number }): WireStep[] {
  const head: WireStep = { do: 'head', status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' } }
  const writes = frames.flatMap((text): WireStep[] =>
    delayMs > 0
      ? [
          { do: 'wait', ms: delayMs },
          { do: 'write', text },
        ]
      : [{ do: 'write', text }],
  )
  return [head, ...writes, { do: ending }]
}
