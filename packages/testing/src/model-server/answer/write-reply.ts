import type { FaultContext, FaultMode } from '../faults/fault-mode.ts'
import { planStream, type StreamPlan } from '../reply/stream-plan.ts'
import type { Reply } from '../story/story.ts'
import { completionBody, completionSteps } from '../wire/completion-steps.ts'
import { framesOf, streamSteps, type WireStep } from '../wire/wire-steps.ts'

const noFault: FaultMode = {}

/** Turns a reply into what is written to the socket, with each stage changed by the fault that was chosen. */
export function writeReply(reply: Reply, context: FaultContext, { fault = noFault, delayMs = 0 }: { fault?: FaultMode; delayMs?: number }): WireStep[] {
  const { request, head, options } = context
  const said = { ...(fault.reply?.(reply, context) ?? reply), ...(options.chunkSize === undefined ? {} : { chunkSize: options.chunkSize }) }
  const planned = planStream(said, request, head)
  const plan = fault.stream?.(planned, context) ?? planned
  const delay = options.delayMs ?? delayOf(said, plan) ?? delayMs
  const steps = request.stream ? streamed(plan, delay, { fault, context }) : whole(plan, delay, { fault, context })
  return fault.steps?.(steps, context) ?? steps
}

type Faulty = { fault: FaultMode; context: FaultContext }

function streamed(plan: StreamPlan, delayMs: number, { fault, context }: Faulty): WireStep[] {
  const frames = framesOf(plan)
  return streamSteps(fault.frames?.(frames, context) ?? frames, { ending: plan.ending, delayMs })
}

/** A whole completion takes as long as its stream would. */
function whole(plan: StreamPlan, delayMs: number, { fault, context }: Faulty): WireStep[] {
  const body = completionBody(plan, context.request, context.head)
  const steps = fault.body?.(body, context) ?? completionSteps(body, plan)
  return delayMs > 0 ? [{ do: 'wait', ms: delayMs * plan.chunks.length }, ...steps] : steps
}

const delayOf = ({ durationMs, delayMs }: Reply, { chunks }: StreamPlan) => (durationMs === undefined ? delayMs : durationMs / Math.max(1, chunks.length))
