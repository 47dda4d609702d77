import type { JsonObject, TokenUsage } from '@pf/core'
import { PfError } from '@pf/core'
import { type ModelOutput, passOutput, passRequest } from '../hooks/pass-output.ts'
import { guardedStream } from '../model/guarded-stream.ts'
import type { Model, ModelMessage, ModelRequest } from '../model/model.ts'
import type { Run } from '../run/run.ts'
import { inChatSpan } from '../telemetry/chat-span.ts'
import { charsOf, countModelCall } from './count-model-call.ts'
import { type MaskedRequest, maskRequest, unmasked } from './mask-request.ts'
import { underReservation } from './reserve-call.ts'

/** A question of the planner to a model outside of the conversation. */
export interface SideQuestion {
  model: Model
  /** Name of the purpose in the span. */
  purpose: 'route' | 'memory' | 'steps' | 'reflect'
  system: string
  /** Data that is passed as JSON, so that it is not read as an instruction. */
  data: JsonObject
  json?: boolean
  /** Maximum length of the reply, in characters. */
  maxChars: number
}

const maxMs = 30_000

/**
 * Sends a separate question to a model and counts its cost. Rejects with a `model_*` PfError, also for a reply that is empty, cut or too
 * long, or with the abort reason of the run.
 */
export async function askSideQuestion(run: Run, { model, purpose, system, data, json = false, maxChars }: SideQuestion): Promise<string> {
  const asked: ModelMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: JSON.stringify(data) },
  ]
  const whatFor = purpose === 'reflect' ? purpose : 'other'
  const passed = await passRequest(run, { messages: asked, ...(json ? { responseFormat: 'json_object' as const } : {}) }, whatFor)
  const { messages, restore } = run.agent.masking ? await maskRequest(run, passed.messages, { inJson: json }) : unmasked(passed.messages)
  const request = { ...passed, messages }
  const size = { model: model.name, sent: charsOf(request.messages), maxReceived: maxChars }
  const output = await underReservation(run, size, () => streamSideQuestion(run, { model, purpose, request, maxChars, restore }))
  const { text, finish, refusal } = await passOutput(run, output, whatFor)
  if (finish !== 'stop' || refusal !== undefined || text.trim() === '')
    throw new PfError('model_cut', `The reply to an internal question ended with ${finish.slice(0, 20)} and cannot be used.`)
  return text
}

function streamSideQuestion(
  run: Run,
  {
    model,
    purpose,
    request,
    maxChars,
    restore,
  }: Pick<SideQuestion, 'model' | 'purpose' | 'maxChars'> & { request: ModelRequest } & Pick<MaskedRequest, 'restore'>,
): Promise<ModelOutput> {
  const { agent, state } = run
  const { messages } = request
  const info = { owner: run.scope.owner, runId: run.runId, step: state.step, attempt: state.attempt }
  state.model_calls += 1
  agent.hooks.onModelRequest({ ...info, messages })
  const guard = {
    signal: AbortSignal.any([run.segment.signal, AbortSignal.timeout(maxMs)]),
    idleMs: agent.limits.modelIdleMs,
    maxChars,
    run: { owner: run.scope.owner, runId: run.runId, threadId: run.threadId },
  }
  return inChatSpan(run.segment.span, { model, request, attributes: { 'pf.purpose': purpose } }, async (record) => {
    let text = ''
    let received = ''
    let finish = ''
    let refusal: string | undefined
    let usage: TokenUsage | undefined
    try {
      for await (const chunk of guardedStream(model, request, guard)) {
        record.take(chunk)
        if (chunk.type === 'text') received += chunk.text
        for (const restored of restore(chunk)) {
          if (restored.type === 'text') text += restored.text
          if (restored.type === 'finish') refusal = restored.refusal
        }
        if (chunk.type === 'usage') usage = chunk.usage
        if (chunk.type === 'finish') finish = chunk.reason
      }
    } finally {
      countModelCall(run, model.name, { sent: charsOf(messages), received: received.length, usage })
      if (usage) run.emit({ type: 'usage', ...(state.step > 0 ? { step: state.step } : {}), ...usage })
      agent.hooks.onModelResponse({ ...info, text: received, ...(usage ? { usage } : {}) })
    }
    return { text, finish, ...(refusal === undefined ? {} : { refusal }) }
  })
}
