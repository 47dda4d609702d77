import type { ChatRequest } from '../http/parse-chat-request.ts'
import type { CompletionHead, StreamPlan } from '../reply/stream-plan.ts'
import type { Reply } from '../story.ts'
import type { WireStep } from '../wire/wire-step.ts'
import type { FaultOptions } from './fault-options.ts'

/** What a fault may look at. */
export interface FaultContext {
  request: ChatRequest
  head: CompletionHead
  options: FaultOptions
}

/** A fault, said at the stage where it happens; what it leaves out stays as a well-behaved server does it. */
export interface FaultMode {
  /** Requests it holds for when the options do not say; all when left out. */
  times?: number
  /** False where the request gives it nothing to act on; such a request does not count. */
  applies?(context: FaultContext): boolean
  /** In place of any reply. */
  instead?(context: FaultContext): WireStep[]
  reply?(reply: Reply, context: FaultContext): Reply
  stream?(plan: StreamPlan, context: FaultContext): StreamPlan
  /** The text of each server-sent event; streamed requests only. */
  frames?(frames: string[], context: FaultContext): string[]
  steps?(steps: WireStep[], context: FaultContext): WireStep[]
  /** The counterpart of `frames` for a request that is not streamed. */
  body?(body: string, context: FaultContext): WireStep[]
}
