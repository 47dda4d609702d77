import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { keptChunks } from '../providers/kept-items.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import { toProviderError } from '../providers/provider-error.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { textChunks, usageChunks } from '../providers/text-chunks.ts'

/** The reader of a response across several connections. */
export interface ResponseEventReader extends ResponseReader {
  readonly finished: boolean
  /** The id of the response; empty until it is known. */
  readonly id: string
  /** The sequence number of the last event that was read; -1 before the first one. */
  readonly lastSequence: number
}

/** Maps the reasons for an incomplete response to finish reasons. */
const incomplete: Readonly<Record<string, string>> = { max_output_tokens: 'length', content_filter: 'content_filter' }

/** Creates the reader of the events of one response. `by` identifies the port and model in kept reasoning. */
export function createResponseEventReader(model: string, { by, resumable }: { by: string; resumable: boolean }): ResponseEventReader {
  const calls = createNativeCalls()
  const kept: JsonValue[] = []
  let refusal = ''
  let id = ''
  let lastSequence = -1
  let begun = false
  let finished = false

  const addText = (text: unknown) => calls.say(textChunks('text', text))
  const keep = (item: unknown) => {
    if (!isRecord(item)) return
    if (item.type === 'reasoning' || (item.type === 'message' && kept.length > 0)) kept.push(toInput(item))
  }
  const readCall = (item: unknown, index: unknown): ModelChunk[] =>
    isRecord(item) && item.type === 'function_call' ? calls.read([{ index, id: item.call_id, name: item.name, arguments: item.arguments }]) : []
  const end = (reason: string, response: Record<string, unknown>): ModelChunk[] => {
    finished = true
    const named = reason === 'stop' && calls.begun ? 'tool_calls' : reason
    // Reasoning without the message that it led to would be refused, and calls are replayed as text.
    const isWhole = reason === 'stop' && !calls.begun && kept.some((item) => isRecord(item) && item.type === 'message')
    return [
      ...readUsage(response.usage, model),
      ...calls.end(reason === 'length'),
      ...(isWhole ? keptChunks(by, kept) : []),
      { type: 'finish', reason: named, ...(refusal === '' ? {} : { refusal }) },
    ]
  }
  const readers: Readonly<Record<string, (event: Record<string, unknown>) => ModelChunk[]>> = {
    'response.created': ({ response }) => {
      if (isRecord(response) && typeof response.id === 'string') id = response.id
      return resumable && id !== '' ? [{ type: 'started', response: { by, id } }] : []
    },
    'response.output_text.delta': ({ delta }) => addText(delta),
    'response.reasoning_summary_text.delta': ({ delta }) => textChunks('reasoning', delta),
    'response.reasoning_summary_part.added': ({ summary_index }) => (summary_index === 0 ? [] : textChunks('reasoning', '\n\n')),
    'response.reasoning_text.delta': ({ delta }) => textChunks('reasoning', delta),
    'response.refusal.delta': ({ delta }) => {
      if (typeof delta === 'string') refusal += delta
      return []
    },
    'response.output_item.added': ({ item, output_index }) => readCall(item, output_index),
    'response.function_call_arguments.delta': ({ delta, output_index }) => calls.read([{ index: output_index, arguments: delta }]),
    'response.output_item.done': ({ item, output_index }) => {
      keep(item)
      return readCall(item, output_index)
    },
    'response.completed': ({ response }) => end('stop', isRecord(response) ? response : {}),
    'response.incomplete': ({ response }) => {
      const details = isRecord(response) && isRecord(response.incomplete_details) ? response.incomplete_details : {}
      const reason = String(details.reason ?? 'incomplete')
      return end(incomplete[reason] ?? reason, isRecord(response) ? response : {})
    },
    'response.failed': ({ response }) => {
      throw toProviderError(isRecord(response) ? { error: response.error } : undefined)
    },
    'response.cancelled': () => {
      throw toProviderError({ code: 'response_cancelled', message: 'The response was cancelled at the provider.' })
    },
    error: (event) => {
      throw toProviderError(event)
    },
  }
  return {
    get begun() {
      return begun
    },
    get finished() {
      return finished
    },
    get id() {
      return id
    },
    get lastSequence() {
      return lastSequence
    },
    read: (event) => {
      if (!isRecord(event) || typeof event.type !== 'string' || finished) return []
      const { sequence_number } = event
      if (typeof sequence_number === 'number') {
        // A resumed stream may repeat events.
        if (sequence_number <= lastSequence) return []
        lastSequence = sequence_number
      }
      begun = true
      return Object.hasOwn(readers, event.type) ? (readers[event.type]?.(event) ?? []) : []
    },
    end: () => [],
  }
}

/** Converts an output item to an input item, which must not contain `status`. */
function toInput({ status: _, ...item }: Record<string, unknown>): JsonValue {
  return item as JsonValue
}

function readUsage(value: unknown, model: string): ModelChunk[] {
  if (!isRecord(value)) return []
  const input = isRecord(value.input_tokens_details) ? value.input_tokens_details : {}
  const output = isRecord(value.output_tokens_details) ? value.output_tokens_details : {}
  return usageChunks(model, { input: value.input_tokens, output: value.output_tokens, cached: input.cached_tokens, reasoning: output.reasoning_tokens })
}
