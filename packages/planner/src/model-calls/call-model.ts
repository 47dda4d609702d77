import { createActionReader, type TokenUsage } from '@pf/core'
import { type ModelOutput, passOutput, passRequest } from '../hooks/pass-output.ts'
import { guardedStream } from '../model/guarded-stream.ts'
import type { KeptReasoning, ModelChunk, ModelMessage, ModelRequest, ModelTool, ResponseFormat } from '../model/model.ts'
import { routeOf } from '../run/route-of.ts'
import type { Run } from '../run/run.ts'
import { inChatSpan } from '../telemetry/chat-span.ts'
import { charsOf as charsOfJson } from '../util/clamp-json.ts'
import type { ActionStream } from './action-stream.ts'
import { attachFiles } from './attach-files.ts'
import { bufferStream } from './buffered-stream.ts'
import { charsOf, countModelCall } from './count-model-call.ts'
import { markMessages } from './mark-messages.ts'
import { type MaskedRequest, maskRequest, unmasked } from './mask-request.ts'
import { underReservation } from './reserve-call.ts'
import { recordStartedResponse, takeStartedResponse } from './started-response.ts'

/** The input of one model call. */
export interface ModelCall {
  messages: readonly ModelMessage[]
  stream: ActionStream
  /** Defaults to the format of the agent. Cannot be combined with `tool`. */
  responseFormat?: ResponseFormat
  /** The only function offered by the call, in place of a response format. */
  tool?: ModelTool
  /** True if another process may request the response again after this process has ended. Default false. */
  resumable?: boolean
}

/**
 * Calls the model once and shows its output while it is written. Rejects with a `model_*` PfError, `context_overflow`, RunStopped or the
 * abort reason of the run. Observing hooks receive the text so far in every case; deciding hooks check the request, the output and the
 * answer.
 */
export async function callModel(run: Run, { stream, resumable = false, ...call }: ModelCall): Promise<ModelOutput> {
  const resume = takeStartedResponse(run, resumable)
  const passedRequest = await passRequest(run, { ...toRequest(run, call), ...(resume ? { resume } : {}) }, 'act')
  const withFiles = await messagesWithFiles(run, passedRequest.messages)
  const marked = run.agent.untrustedContent ? await markMessages(run, withFiles) : withFiles
  const masked = run.agent.masking ? await maskRequest(run, marked, { inJson: stream.raw === undefined }) : unmasked(marked)
  const request = { ...passedRequest, messages: masked.messages }
  const held = run.agent.checks.afterModel?.guard ? bufferStream(stream) : undefined
  const size = { model: routeOf(run).model.name, sent: charsOf(request.messages), maxReceived: run.agent.limits.modelOutputChars }
  const turn = await underReservation(run, size, () => streamTurn(run, request, { stream: held?.stream ?? stream, resumable, restore: masked.restore }))
  const passed = await passOutput(run, turn, 'act')
  if (held && passed === turn) held.release()
  else if (held) showWhole(run, stream, passed.text)
  await run.segment.answer.pass()
  await stream.pass?.()
  return passed
}

/** Adds the files of the messages. The payload and the log name each new file once that the model cannot read. */
async function messagesWithFiles(run: Run, messages: readonly ModelMessage[]): Promise<readonly ModelMessage[]> {
  const { agent, scope, state } = run
  const asked = [...state.history.slice(state.history.findLastIndex(({ role }) => role === 'assistant') + 1), ...state.transcript]
  const newFiles = new Set(asked.flatMap(({ files }) => files ?? []))
  const attached = await attachFiles(messages, { model: routeOf(run).model, artifacts: agent.ports.artifacts, scope, newFiles })
  for (const text of attached.warnings) {
    if (state.warnings.includes(text)) continue
    state.warnings.push(text)
    run.emit({ type: 'warning', step: state.step, code: 'file_not_read', text })
  }
  return attached.messages
}

/** Shows the replacement of an output that was not shown. */
function showWhole(run: Run, stream: ActionStream, text: string): void {
  if (stream.raw) {
    stream.raw(text)
    return
  }
  const reader = createActionReader({ tools: run.toolNames, format: run.agent.format })
  stream.feed(reader.feed(text))
  stream.feed(reader.finish())
}

type Turn = Required<Pick<ModelCall, 'stream' | 'resumable'>> & Pick<MaskedRequest, 'restore'>

function streamTurn(run: Run, request: ModelRequest, { stream, resumable, restore }: Turn): Promise<ModelOutput> {
  const { agent, state } = run
  const route = routeOf(run)
  state.model_calls += 1
  const info = { owner: run.scope.owner, runId: run.runId, step: state.step, attempt: state.attempt }
  agent.hooks.onModelRequest({ ...info, messages: request.messages.map(({ media: _, ...message }) => message) })
  const attributes = { 'pf.step': state.step, 'pf.attempt': state.attempt }
  return inChatSpan(run.segment.span, { model: route.model, request, attributes }, async (record) => {
    const turn = createTurn(run, stream)
    const received: string[] = []
    try {
      for await (const chunk of guardedStream(route.model, request, guardOf(run))) {
        record.take(chunk)
        if (chunk.type === 'text') received.push(chunk.text)
        for (const restored of restore(chunk)) turn.take(restored)
        if (chunk.type === 'started' && resumable) await recordStartedResponse(run, chunk.response)
        if (run.segment.answer.waits) await run.segment.answer.pass()
        if (stream.pass) await stream.pass()
      }
      delete run.state.started_response
      return turn.finish()
    } catch (error) {
      // A stopped run may continue in another process, with the same response.
      if (!run.segment.signal.aborted) delete run.state.started_response
      throw error
    } finally {
      const { usage } = turn
      countModelCall(run, route.model.name, { sent: charsOf(request.messages), received: turn.text.length, usage })
      if (usage) run.emit({ type: 'usage', step: state.step, ...usage })
      agent.hooks.onModelResponse({
        ...info,
        text: received.join(''),
        ...(stream.thought === '' ? {} : { reasoning: stream.thought }),
        ...(usage ? { usage } : {}),
      })
    }
  })
}

function createTurn(run: Run, stream: ActionStream) {
  const newReader = () => createActionReader({ tools: run.toolNames, format: run.agent.format })
  let reader = newReader()
  const parts: string[] = []
  let length = 0
  let calls: ModelOutput['calls']
  let finish = ''
  let refusal: string | undefined
  let usage: TokenUsage | undefined
  let reasoning: KeptReasoning | undefined
  const table = {
    reasoning: ({ text }) => {
      if (run.agent.useNativeReasoning) stream.reasoning(text)
    },
    text: ({ text, call }) => {
      if (call) {
        // Text before native calls is not an action, even if it looks like the beginning of one.
        if (!calls && length > 0) reader = newReader()
        calls = { from: calls?.from ?? length, to: length + text.length }
      }
      parts.push(text)
      length += text.length
      if (stream.raw) stream.raw(text)
      else if (call || !calls) stream.feed(reader.feed(text))
    },
    usage: (chunk) => {
      usage = chunk.usage
    },
    started: () => undefined,
    response: () => undefined,
    kept_reasoning: (chunk) => {
      reasoning = chunk.reasoning
    },
    finish: (chunk) => {
      finish = chunk.reason
      refusal = chunk.refusal
    },
  } satisfies { [K in ModelChunk['type']]: (chunk: Extract<ModelChunk, { type: K }>) => void }
  return {
    get text() {
      return parts.join('')
    },
    get usage() {
      return usage
    },
    take: (chunk: ModelChunk) => (table[chunk.type] as (chunk: ModelChunk) => void)(chunk),
    finish: (): ModelOutput => {
      if (!stream.raw) stream.feed(reader.finish())
      return { text: parts.join(''), finish, ...(calls ? { calls } : {}), ...(refusal ? { refusal } : {}), ...(isKept(reasoning) ? { reasoning } : {}) }
    },
  }
}

/** Maximum size in characters of the reasoning items of one message. Larger items are not stored with the run. */
const maxKeptChars = 200_000

const isKept = (reasoning: KeptReasoning | undefined): reasoning is KeptReasoning =>
  reasoning !== undefined && charsOfJson(reasoning.items, maxKeptChars) <= maxKeptChars

function toRequest(run: Run, { messages, tool, responseFormat = run.responseFormat }: Omit<ModelCall, 'stream' | 'resumable'>): ModelRequest {
  const { effort } = routeOf(run)
  return { messages, ...(tool ? { tool } : { responseFormat }), ...(effort ? { reasoningEffort: effort } : {}) }
}

function guardOf({ agent, scope, runId, threadId, segment }: Run) {
  const run = { owner: scope.owner, runId, threadId }
  return { signal: segment.signal, idleMs: agent.limits.modelIdleMs, maxChars: agent.limits.modelOutputChars, run }
}
