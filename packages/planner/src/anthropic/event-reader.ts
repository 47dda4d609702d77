import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { keptChunks } from '../providers/kept-items.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { responseChunks, sumOf, textChunks, usageChunks } from '../providers/text-chunks.ts'

/** Maps stop reasons to finish reasons. `pause_turn` belongs to tools that run at the provider, which are not requested. */
const reasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
}

/** Creates the reader of the events of one message. `by` identifies the port and model in kept thinking. */
export function createEventReader(model: string, by: string): ResponseReader {
  const calls = createNativeCalls()
  const thinking = new Map<unknown, { type: 'thinking'; thinking: string; signature: string }>()
  const kept: JsonValue[] = []
  let counts: Record<string, unknown> = {}
  let reason: string | undefined
  let begun = false
  let finished = false

  const addText = (text: unknown) => calls.say(textChunks('text', text))
  const startBlock = (index: unknown, block: Record<string, unknown>): ModelChunk[] => {
    if (block.type === 'text') return addText(block.text)
    if (block.type === 'thinking') {
      thinking.set(index, { type: 'thinking', thinking: String(block.thinking ?? ''), signature: String(block.signature ?? '') })
      return textChunks('reasoning', block.thinking)
    }
    if (block.type === 'redacted_thinking' && typeof block.data === 'string') kept.push({ type: 'redacted_thinking', data: block.data })
    if (block.type !== 'tool_use') return []
    const isComplete = isRecord(block.input) && Object.keys(block.input).length > 0
    return calls.read([{ index, id: block.id, name: block.name, arguments: isComplete ? block.input : '' }])
  }
  const readDelta = (index: unknown, delta: Record<string, unknown>): ModelChunk[] => {
    const block = thinking.get(index)
    if (delta.type === 'text_delta') return addText(delta.text)
    if (delta.type === 'input_json_delta') return calls.read([{ index, arguments: delta.partial_json }])
    if (delta.type === 'signature_delta' && block && typeof delta.signature === 'string') block.signature += delta.signature
    if (delta.type !== 'thinking_delta') return []
    if (block && typeof delta.thinking === 'string') block.thinking += delta.thinking
    return textChunks('reasoning', delta.thinking)
  }
  const endBlock = (index: unknown) => {
    const block = thinking.get(index)
    thinking.delete(index)
    // Thinking without a signature would be refused.
    if (block && block.signature !== '') kept.push({ ...block })
  }
  /** Reads token counts, which are those of the entire message so far; null means no change. */
  const readUsage = (usage: unknown): ModelChunk[] => {
    if (!isRecord(usage)) return []
    counts = { ...counts, ...Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null)) }
    const details = isRecord(counts.output_tokens_details) ? counts.output_tokens_details : {}
    return usageChunks(model, {
      input: sumOf(counts.input_tokens, counts.cache_creation_input_tokens, counts.cache_read_input_tokens),
      output: counts.output_tokens,
      cached: counts.cache_read_input_tokens,
      reasoning: details.thinking_tokens,
    })
  }
  const finish = (): ModelChunk[] => {
    if (finished || reason === undefined) return []
    finished = true
    // Thinking belongs to the native calls of its message, which are replayed as text, so it is not kept.
    const items = calls.begun ? [] : keptChunks(by, kept)
    return [...calls.end(reason === 'length'), ...items, { type: 'finish', reason }]
  }
  const readers: Readonly<Record<string, (event: Record<string, unknown>) => ModelChunk[]>> = {
    message_start: ({ message }) => (isRecord(message) ? [...responseChunks(message.id, message.model), ...readUsage(message.usage)] : []),
    content_block_start: ({ index, content_block }) => (isRecord(content_block) ? startBlock(index, content_block) : []),
    content_block_delta: ({ index, delta }) => (isRecord(delta) ? readDelta(index, delta) : []),
    content_block_stop: ({ index }) => {
      endBlock(index)
      return []
    },
    message_delta: ({ delta, usage }) => {
      const stopReason = isRecord(delta) && typeof delta.stop_reason === 'string' ? delta.stop_reason : undefined
      if (stopReason !== undefined) reason = reasons[stopReason] ?? stopReason
      return [...readUsage(usage), ...finish()]
    },
  }
  return {
    get begun() {
      return begun
    },
    read: (event) => {
      if (!isRecord(event) || typeof event.type !== 'string' || finished) return []
      begun = true
      return Object.hasOwn(readers, event.type) ? (readers[event.type]?.(event) ?? []) : []
    },
    end: finish,
  }
}
