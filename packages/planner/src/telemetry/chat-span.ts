import { type Span, SpanKind } from '@opentelemetry/api'
import type { TokenUsage } from '@pf/core'
import type { Model, ModelChunk, ModelRequest } from '../model/model.ts'
import { messageContent, outputContent } from './content.ts'
import { type Attributes, errorType, inSpan } from './in-span.ts'
import { measurements, startClock } from './measurements.ts'
import { modelAttributes, type RunSpan, usageAttributes } from './run-span.ts'

/** One model call. */
export interface ChatCall {
  model: Model
  request: ModelRequest
  /** The purpose or the step of the call. */
  attributes: Attributes
}

/** Receives the chunks of a response. */
export interface ChatRecord {
  take(chunk: ModelChunk): void
}

/** Runs a model call in its span, and measures its duration, its first chunk and its tokens, also if it fails. */
export async function inChatSpan<T>(run: RunSpan, { model, request, attributes }: ChatCall, work: (record: ChatRecord) => Promise<T>): Promise<T> {
  const names = { 'gen_ai.operation.name': 'chat', ...modelAttributes(model), ...serverAttributes(model) }
  const start = {
    parent: run.context,
    name: `chat ${model.name}`,
    kind: SpanKind.CLIENT,
    attributes: { ...names, ...run.shared, ...requestAttributes(request), ...attributes, ...run.content?.attributes(messageContent(request.messages)) },
  }
  return inSpan(start, async (span) => {
    const elapsed = startClock()
    const response = createResponse(elapsed, run.content !== undefined)
    let failed = {}
    try {
      return await work(response)
    } catch (error) {
      failed = { 'error.type': errorType(error) }
      throw error
    } finally {
      const result = response.result()
      const measured = { ...names, ...modelOfResponse(result) }
      measurements.modelCall(elapsed(), { ...measured, ...failed })
      record(run, { span, names: measured, response: result })
    }
  })
}

interface ResponseResult {
  /** The id of the response, and the model that has answered. */
  id: string | undefined
  model: string | undefined
  first: number | undefined
  usage: TokenUsage | undefined
  finish: string | undefined
  text: string
  reasoning: string
}

function record(run: RunSpan, { span, names, response }: { span: Span; names: Attributes; response: ResponseResult }): void {
  const { id, first, usage, finish, text, reasoning } = response
  span.setAttributes(modelOfResponse(response))
  if (id !== undefined) span.setAttribute('gen_ai.response.id', id)
  if (first !== undefined) {
    measurements.firstChunk(first, names)
    span.setAttribute('gen_ai.response.time_to_first_chunk', first)
  }
  if (finish !== undefined) span.setAttribute('gen_ai.response.finish_reasons', [finish])
  if (run.content) span.setAttributes(run.content.attributes(outputContent({ text, reasoning, finish: finish ?? 'error' })))
  if (!usage) return
  run.addUsage(usage)
  span.setAttributes(usageAttributes(usage))
  measurements.usage(usage, names)
}

/** Collects what the span of a call records. The texts are kept only if they are recorded. */
function createResponse(elapsed: () => number, keepsTexts: boolean): ChatRecord & { result(): ResponseResult } {
  let first: number | undefined
  let usage: TokenUsage | undefined
  let finish: string | undefined
  let id: string | undefined
  let model: string | undefined
  const text: string[] = []
  const reasoning: string[] = []
  return {
    take: (chunk) => {
      if (chunk.type === 'text' || chunk.type === 'reasoning') {
        first ??= elapsed()
        if (keepsTexts) (chunk.type === 'text' ? text : reasoning).push(chunk.text)
      }
      if (chunk.type === 'response') {
        id = chunk.id
        model = chunk.model
      }
      if (chunk.type === 'usage') usage = chunk.usage
      // A reason of an unknown provider may be any text.
      if (chunk.type === 'finish') finish = chunk.reason.slice(0, 40)
    },
    result: () => ({ id, model, first, usage, finish, text: text.join(''), reasoning: reasoning.join('') }),
  }
}

const serverAttributes = ({ server }: Model): Attributes => (server ? { 'server.address': server.address, 'server.port': server.port } : {})

const modelOfResponse = ({ model }: Pick<ResponseResult, 'model'>): Attributes => (model === undefined ? {} : { 'gen_ai.response.model': model })

function requestAttributes({ maxTokens, temperature, reasoningEffort, responseFormat, tool }: ModelRequest): Attributes {
  return {
    'gen_ai.request.stream': true,
    'gen_ai.output.type': responseFormat === 'text' || (responseFormat === undefined && tool === undefined) ? 'text' : 'json',
    ...(maxTokens === undefined ? {} : { 'gen_ai.request.max_tokens': maxTokens }),
    ...(temperature === undefined ? {} : { 'gen_ai.request.temperature': temperature }),
    ...(reasoningEffort === undefined ? {} : { 'gen_ai.request.reasoning.level': reasoningEffort }),
  }
}
