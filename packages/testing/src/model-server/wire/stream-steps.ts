import type { JsonObject } from '@pf/core'
import type { StreamPlan } from '../reply/stream-plan.ts'
import type { WireStep } from './wire-step.ts'

/** The event that ends a stream. */
export const doneFrame = 'data: [DONE]\n\n'

/** The server-sent events of a plan, one text for each. */
export function framesOf({ chunks, done }: StreamPlan): string[] {
  return [...chunks.map(frameOf), ...(done ? [doneFrame] : [])]
}

/** One chunk as a server-sent event. */
export function frameOf(chunk: JsonObject): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** Writes events one by one, `delayMs` apart, then ends as planned. */
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
