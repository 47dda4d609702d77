import { readConversation } from '../conversation/read-conversation.ts'
import type { FaultContext } from '../faults/fault-mode.ts'
import type { FaultSelector } from '../faults/fault-selector.ts'
import { pickReply } from '../reply/pick-reply.ts'
import { writeReply } from '../reply/write-reply.ts'
import type { OpenEntry } from '../request-log.ts'
import type { Story } from '../story.ts'
import { errorSteps } from '../wire/json-steps.ts'
import type { WireStep } from '../wire/wire-step.ts'
import { splitModelName } from './model-name.ts'
import { openAiError } from './open-ai-error.ts'
import { parseChatRequest } from './parse-chat-request.ts'

/** What stays the same from request to request. */
export interface ChatSettings {
  stories: readonly Story[]
  faults: FaultSelector
  delayMs: number
  /** Milliseconds since the epoch. */
  now(): number
}

/** The answer to a request and the bytes in each write, where a fault says so. */
export interface ChatAnswer {
  steps: WireStep[]
  bytes?: number
}

/** Decides what a parsed body is answered with; notes in the log what it read. */
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
  const asked = headers['x-pf-fault'] ?? suffix
  const chosen = settings.faults.choose({ number, conversation, context: { request, head }, ...(asked === undefined ? {} : { asked }) })
  if (chosen && 'issues' in chosen) return { steps: errorSteps(openAiError(400, chosen.issues.join('; '), { param: 'model', code: 'unknown_fault' })) }
  if (chosen) log.note({ fault: chosen.name })
  const context: FaultContext = { request, head, options: chosen?.options ?? {} }
  const bytes = context.options.bytes
  const steps = chosen?.mode.instead?.(context) ?? tell({ conversation, context, log, settings, ...(chosen ? { fault: chosen.mode } : {}) })
  return { steps, ...(bytes === undefined ? {} : { bytes }) }
}

type Telling = { conversation: Parameters<typeof pickReply>[1]; context: FaultContext; log: OpenEntry; settings: ChatSettings } & Pick<
  Parameters<typeof writeReply>[2],
  'fault'
>

function tell({ conversation, context, log, settings, fault }: Telling): WireStep[] {
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
