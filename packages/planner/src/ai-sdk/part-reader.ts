import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { keptChunks } from '../providers/kept-items.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import { readProviderError, toProviderError } from '../providers/provider-error.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { responseChunks, textChunks, usageChunks } from '../providers/text-chunks.ts'

const reasons: Readonly<Record<string, string>> = { 'tool-calls': 'tool_calls', 'content-filter': 'content_filter' }

/** Creates the reader of the parts of one stream of the AI SDK. `by` identifies the port and model in kept reasoning. */
export function createPartReader(model: string, by: string): ResponseReader {
  const calls = createNativeCalls()
  const reasoning = new Map<unknown, { text: string; options?: unknown }>()
  const kept: JsonValue[] = []
  let begun = false
  let finished = false

  const addText = (text: unknown) => calls.say(textChunks('text', text))
  const addReasoning = (part: Record<string, unknown>): ModelChunk[] => {
    const block = reasoning.get(part.id) ?? { text: '' }
    reasoning.set(part.id, block)
    if (typeof part.delta === 'string') block.text += part.delta
    // The last metadata of a block contain its signature.
    if (part.providerMetadata !== undefined) block.options = part.providerMetadata
    return textChunks('reasoning', part.delta)
  }
  const endReasoning = (part: Record<string, unknown>): ModelChunk[] => {
    addReasoning(part)
    const { text, options } = reasoning.get(part.id) ?? { text: '' }
    reasoning.delete(part.id)
    // Without metadata, the provider could not recognize the reasoning.
    if (options !== undefined) kept.push({ type: 'reasoning', text, providerOptions: options as JsonValue })
    return []
  }
  const finish = ({ finishReason, usage }: Record<string, unknown>): ModelChunk[] => {
    finished = true
    const unified = isRecord(finishReason) ? finishReason.unified : finishReason
    const name = typeof unified === 'string' ? unified : 'other'
    const reason = reasons[name] ?? name
    // A finish reason that the SDK could not interpret is not an end. Without a finish, the stream counts as cut.
    const isEnd = reason !== 'interrupted' && !(reason === 'other' && isRecord(finishReason) && finishReason.raw === undefined)
    if (!isEnd) return readUsage(usage, model)
    const items = calls.begun ? [] : keptChunks(by, kept)
    return [...calls.end(reason === 'length'), ...items, { type: 'finish', reason }, ...readUsage(usage, model)]
  }
  const readers: Readonly<Record<string, (part: Record<string, unknown>) => ModelChunk[]>> = {
    'response-metadata': ({ id, modelId }) => responseChunks(id, modelId),
    'text-delta': ({ delta }) => addText(delta),
    'reasoning-start': addReasoning,
    'reasoning-delta': addReasoning,
    'reasoning-end': endReasoning,
    'tool-input-start': ({ id, toolName }) => calls.read([{ id, name: toolName, arguments: '' }]),
    'tool-input-delta': ({ id, delta }) => calls.read([{ id, arguments: delta }]),
    // The complete call, which may follow its pieces.
    'tool-call': ({ toolCallId, toolName, input }) => calls.read([{ id: toolCallId, name: toolName, arguments: input }]),
    finish,
    error: ({ error }) => {
      throw readProviderError(error) ?? (error instanceof Error ? error : toProviderError(error))
    },
  }
  return {
    get begun() {
      return begun
    },
    read: (part) => {
      if (!isRecord(part) || typeof part.type !== 'string' || finished) return []
      begun ||= part.type !== 'stream-start' && part.type !== 'error' && part.type !== 'finish'
      return Object.hasOwn(readers, part.type) ? (readers[part.type]?.(part) ?? []) : []
    },
    end: () => [],
  }
}

/** Reads token counts, which are objects in AI SDK 6 and 7 and numbers in version 5. */
function readUsage(value: unknown, model: string): ModelChunk[] {
  if (!isRecord(value)) return []
  const { inputTokens: input, outputTokens: output } = value
  return usageChunks(model, {
    input: isRecord(input) ? input.total : input,
    output: isRecord(output) ? output.total : output,
    cached: isRecord(input) ? input.cacheRead : value.cachedInputTokens,
    reasoning: isRecord(output) ? output.reasoning : value.reasoningTokens,
  })
}
