import { readConversation } from '../conversation/read-conversation.ts'
import type { FaultContext, FaultMode } from '../faults/fault-mode.ts'
import type { FaultSelector } from '../faults/fault-selector.ts'
import type { OpenEntry } from '../log/request-log.ts'
import { planStream, type StreamPlan } from '../reply/stream-plan.ts'
import { openAiError } from '../request/open-ai-error.ts'
import { parseChatRequest } from '../request/parse-chat-request.ts'
import type { Conversation, Reply, Story } from '../story/story.ts'
import { completionBody, completionSteps } from '../wire/completion-steps.ts'
import { errorSteps, framesOf, streamSteps, type WireStep } from '../wire/wire-steps.ts'

const noFault: FaultMode = {}

/** Converts a reply to the writes on the socket. The chosen fault may change each stage. */
function writeReply(reply: Reply, context: FaultContext, { fault = noFault, delayMs = 0 }: { fault?: FaultMode; delayMs?: number }): WireStep[] {
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

/** Returns the steps of a completion that is not streamed. It takes as long as its stream would. */
function whole(plan: StreamPlan, delayMs: number, { fault, context }: Faulty): WireStep[] {
  const body = completionBody(plan, context.request, context.head)
  const steps = fault.body?.(body, context) ?? completionSteps(body, plan)
  return delayMs > 0 ? [{ do: 'wait', ms: delayMs * plan.chunks.length }, ...steps] : steps
}

const delayOf = ({ durationMs, delayMs }: Reply, { chunks }: StreamPlan) => (durationMs === undefined ? delayMs : durationMs / Math.max(1, chunks.length))

/** Settings of the server that apply to every request. */
export interface ChatSettings {
  stories: readonly Story[]
  faults: FaultSelector
  delayMs: number
  /** Milliseconds since the epoch. */
  now(): number
}

/** The response to a request. `bytes` is the size of each write if a fault sets it. */
export interface ChatAnswer {
  steps: WireStep[]
  bytes?: number
}

/** Chooses the response to a parsed body and records the request in the log. */
export function answerChat(body: unknown, log: OpenEntry, settings: ChatSettings): ChatAnswer {
  log.note({ body })
  const parsed = parseChatRequest(body)
  if ('error' in parsed) return { steps: errorSteps(parsed.error) }
  const { request } = parsed
  const { number, headers } = log.entry
  const { name: model, fault: suffix } = splitModelName(request.model)
  const conversation = readConversation(request, model)
  log.note({ conversation })
  const head = { id: `chatcmpl-${number}`, created: Math.floor(settings.now() / 1000), model }
  const requestedFault = headers['x-pf-fault'] ?? suffix
  const chosen = settings.faults.choose({ number, conversation, context: { request, head }, ...(requestedFault === undefined ? {} : { requestedFault }) })
  if (chosen && 'issues' in chosen) return { steps: errorSteps(openAiError(400, chosen.issues.join('; '), { param: 'model', code: 'unknown_fault' })) }
  if (chosen) log.note({ fault: chosen.name })
  const context: FaultContext = { request, head, options: chosen?.options ?? {} }
  const bytes = context.options.bytes
  const steps = chosen?.mode.instead?.(context) ?? replySteps({ conversation, context, log, settings, ...(chosen ? { fault: chosen.mode } : {}) })
  return { steps, ...(bytes === undefined ? {} : { bytes }) }
}

type ReplyInput = { conversation: Conversation; context: FaultContext; log: OpenEntry; settings: ChatSettings } & Pick<
  Parameters<typeof writeReply>[2],
  'fault'
>

function replySteps({ conversation, context, log, settings, fault }: ReplyInput): WireStep[] {
  try {
    const picked = pickReply(settings.stories, conversation)
    if (!picked) return errorSteps(openAiError(400, 'No story matches this conversation.', { code: 'no_story' }))
    log.note({ story: picked.story })
    return writeReply(picked.reply, context, { delayMs: settings.delayMs, ...(fault ? { fault } : {}) })
  } catch (error) {
    log.note({ error })
    return errorSteps(openAiError(500, 'A story failed; the request log holds its error.', { type: 'server_error', code: 'story_failed' }), {
      'x-should-retry': 'false',
    })
  }
}

/** Returns the reply of the first matching story. A list of replies has one for each step; the last one is used for all later steps. */
function pickReply(stories: readonly Story[], conversation: Conversation): { story: string; reply: Reply } | undefined {
  const story = stories.find((candidate) => candidate.match(conversation))
  if (!story) return undefined
  const replies = story.reply(conversation)
  const reply = isList(replies) ? (replies[conversation.step - 1] ?? replies.at(-1)) : replies
  return reply && { story: story.name, reply }
}

const isList = (replies: Reply | readonly Reply[]): replies is readonly Reply[] => Array.isArray(replies)

/** Splits `name#fault`, the form in which the model name of a request may specify a fault. */
function splitModelName(model: string): { name: string; fault?: string } {
  const at = model.indexOf('#')
  return at === -1 ? { name: model } : { name: model.slice(0, at), fault: model.slice(at + 1) }
}
