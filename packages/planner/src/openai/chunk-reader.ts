import type { TokenUsage } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { createNativeCalls } from './native-calls.ts'

/** Turns the chunks of one completion into ours. Reads only what is documented and nothing by trust: endpoints send odd things. */
export interface ChunkReader {
  read(chunk: unknown): ModelChunk[]
  /** Something has come: a failure from here on breaks a stream, it does not refuse a request. */
  readonly begun: boolean
}

/** Creates the reader of one response. */
export function createChunkReader(model: string): ChunkReader {
  const calls = createNativeCalls()
  let begun = false
  let finished = false
  let refusal = ''
  /** Text that came after the start of a native call, which it must not interrupt. */
  const after: ModelChunk[] = []

  const readDelta = (delta: Record<string, unknown>): ModelChunk[] => {
    if (typeof delta.refusal === 'string') refusal += delta.refusal
    const content = readContent(delta.content)
    if (calls.begun) after.push(...content)
    const shown = calls.begun ? [] : content
    const called = Array.isArray(delta.tool_calls) && delta.tool_calls.length > 0 ? delta.tool_calls : [delta.function_call]
    return [...readReasoning(delta), ...shown, ...calls.read(called)]
  }
  const readFinish = (value: unknown): ModelChunk[] => {
    const reason = finishReason(value)
    if (reason === undefined) return []
    finished = true
    return [...calls.end(reason === 'length'), ...after, { type: 'finish', reason, ...(refusal === '' ? {} : { refusal }) }]
  }
  return {
    get begun() {
      return begun
    },
    read: (chunk) => {
      if (!isRecord(chunk)) return []
      begun = true
      const usage = readUsage(chunk.usage, model)
      const choice = firstChoice(chunk.choices)
      if (!choice || finished) return usage
      const delta = [choice.delta, choice.message].find(isRecord)
      return [...(delta ? readDelta(delta) : []), ...readFinish(choice.finish_reason), ...usage]
    },
  }
}

/** The ways in which endpoints name the output limit. */
const limitReasons = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length', 'max_length', 'token_limit'])
/** Placeholders that some endpoints send while a completion goes on. */
const noReasons = new Set(['', 'null', 'none', 'undefined', 'finish_reason_unspecified'])

function finishReason(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.trim().toLowerCase()
  if (noReasons.has(name)) return undefined
  return limitReasons.has(name) ? 'length' : value
}

/** Further choices are other answers to the same question, not more of this one. */
function firstChoice(choices: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choices)) return undefined
  return choices.filter(isRecord).find((choice, position) => (choice.index ?? position) === 0)
}

function readContent(content: unknown): ModelChunk[] {
  if (typeof content === 'string') return text('text', content)
  return Array.isArray(content) ? content.filter(isRecord).flatMap(readPart) : []
}

function readPart(part: Record<string, unknown>): ModelChunk[] {
  if (part.type === 'thinking')
    return Array.isArray(part.thinking)
      ? part.thinking.filter(isRecord).flatMap(({ text: words }) => text('reasoning', words))
      : text('reasoning', part.thinking)
  return text('text', part.text)
}

/** Endpoints that send both names send the same text twice. */
function readReasoning({ reasoning_content, reasoning }: Record<string, unknown>): ModelChunk[] {
  return text('reasoning', typeof reasoning_content === 'string' && reasoning_content !== '' ? reasoning_content : reasoning)
}

function text(type: 'text' | 'reasoning', value: unknown): ModelChunk[] {
  return typeof value === 'string' && value !== '' ? [{ type, text: value }] : []
}

/** Parts are inside the totals; what was not reported is left out, never 0. */
function readUsage(value: unknown, model: string): ModelChunk[] {
  if (!isRecord(value)) return []
  const prompt = isRecord(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  const completion = isRecord(value.completion_tokens_details) ? value.completion_tokens_details : {}
  const counts = {
    input: count(value.prompt_tokens),
    output: count(value.completion_tokens),
    cached: count(prompt.cached_tokens) ?? count(value.prompt_cache_hit_tokens),
    reasoning: count(completion.reasoning_tokens),
  }
  const usage: TokenUsage = { model, ...Object.fromEntries(Object.entries(counts).filter(([, number]) => number !== undefined)) }
  return counts.input === undefined && counts.output === undefined ? [] : [{ type: 'usage', usage }]
}

const count = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined)
