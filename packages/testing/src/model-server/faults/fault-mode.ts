import type { CompletionHead, StreamPlan } from '../reply/stream-plan.ts'
import type { ChatRequest } from '../request/parse-chat-request.ts'
import type { Reply } from '../story/story.ts'
import type { WireStep } from '../wire/wire-steps.ts'
import type { FaultOptions } from './fault-options.ts'

/** The request to which a fault applies. */
export interface FaultContext {
  request: ChatRequest
  head: CompletionHead
  options: FaultOptions
}

/** A fault, defined by the stages of the response that it changes. All other stages work as without a fault. */
export interface FaultMode {
  /** Default number of requests to which it applies. Undefined: all. */
  times?: number
  /** False if the fault cannot apply to the request. Such a request is not counted. */
  applies?(context: FaultContext): boolean
  /** Replaces the entire response. */
  instead?(context: FaultContext): WireStep[]
  reply?(reply: Reply, context: FaultContext): Reply
  stream?(plan: StreamPlan, context: FaultContext): StreamPlan
  /** Changes the text of each server-sent event. Called for streamed requests only. */
  frames?(frames: string[], context: FaultContext): string[]
  steps?(steps: WireStep[], context: FaultContext): WireStep[]
  /** Like `frames`, for a request that is not streamed. */
  body?(body: string, context: FaultContext): WireStep[]
}

/** Types a table of faults and preserves their names. */
export function defineFaults<Name extends string>(table: Record<Name, FaultMode>): Record<Name, FaultMode> {
  return table
}
