import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { textChunks, usageChunks } from '../providers/text-chunks.ts'

/** Creates the reader of the chunks of one completion. */
export function createChunkReader(model: string): ResponseReader {
  const calls = createNativeCalls()
  let begun = false
  let finished = false
  let refusal = ''
  /** Text that followed the start of a native call. It is emitted after the call, which it must not interrupt. */
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

/** Names that endpoints use for the output limit. */
const limitReasons = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length', 'max_length', 'token_limit'])
/** Placeholders that some endpoints send while a completion continues. */
const noReasons = new Set(['', 'null', 'none', 'undefined', 'finish_reason_unspecified'])

function finishReason(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.trim().toLowerCase()
  if (noReasons.has(name)) return undefined
  return limitReasons.has(name) ? 'length' : value
}

/** Returns the first choice. Further choices are alternative answers, not a continuation. */
function firstChoice(choices: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(choices)) return undefined
  return choices.filter(isRecord).find((choice, position) => (choice.index ?? position) === 0)
}

function readContent(content: unknown): ModelChunk[] {
  if (typeof content === 'string') return textChunks('text', content)
  return Array.isArray(content) ? content.filter(isRecord).flatMap(readPart) : []
}

function readPart(part: Record<string, unknown>): ModelChunk[] {
  if (part.type !== 'thinking') return textChunks('text', part.text)
  return Array.isArray(part.thinking)
    ? part.thinking.filter(isRecord).flatMap(({ text }) => textChunks('reasoning', text))
    : textChunks('reasoning', part.thinking)
}

/** Reads reasoning. Endpoints that use both names send the same text twice. */
function readReasoning({ reasoning_content, reasoning }: Record<string, unknown>): ModelChunk[] {
  return textChunks('reasoning', typeof reasoning_content === 'string' && reasoning_content !== '' ? reasoning_content : reasoning)
}

function readUsage(value: unknown, model: string): ModelChunk[] {
  if (!isRecord(value)) return []
  const prompt = isRecord(value.prompt_tokens_details) ? value.prompt_tokens_details : {}
  const completion = isRecord(value.completion_tokens_details) ? value.completion_tokens_details : {}
  return usageChunks(model, {
    input: value.prompt_tokens,
    output: value.completion_tokens,
    cached: prompt.cached_tokens ?? value.prompt_cache_hit_tokens,
    reasoning: completion.reasoning_tokens,
  })
}
