import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk, ReceivedOutput, StartedResponse } from '../model/model.ts'
import { keptChunks } from '../providers/kept-items.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import { toProviderError } from '../providers/provider-error.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { responseChunks, textChunks, usageChunks } from '../providers/text-chunks.ts'

/** The reader of a response across several connections. */
export interface ResponseEventReader extends ResponseReader {
  readonly finished: boolean
  /** The id of the response; empty until it is known. */
  readonly id: string
  /** The sequence number of the last event that was read; -1 before the first one. */
  readonly lastSequence: number
}

/** The first event of a response that is continued behind what an earlier process received. */
export const receivedEvent = Symbol('a response that is continued')

/** Number of characters of output after which it is stored again, so that another process can continue the response behind it. */
const storedChars = 2_000

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
  let isContinued = false
  const progress = createProgress()

  const addText = (text: unknown) => calls.say(textChunks('text', text))
  /** Returns the response with the output so far. Calls and refusals are read again from the beginning of the response. */
  const nameWithOutput = (): ModelChunk[] =>
    resumable && id !== '' && lastSequence >= 0 && !calls.begun && refusal === ''
      ? [{ type: 'started', response: { by, id, received: progress.take(lastSequence) } }]
      : []
  const restore = ({ id: of, received }: StartedResponse): ModelChunk[] => {
    if (!received) return []
    id = of
    lastSequence = received.after
    begun = true
    isContinued = true
    const chunks = [...textChunks('reasoning', received.reasoning), ...textChunks('text', received.text)]
    progress.add(chunks)
    return [...nameWithOutput(), ...chunks]
  }
  const keep = (item: unknown) => {
    if (!isRecord(item)) return
    if (item.type === 'reasoning' || (item.type === 'message' && kept.length > 0)) kept.push(toInput(item))
  }
  const readCall = (item: unknown, index: unknown): ModelChunk[] =>
    isRecord(item) && item.type === 'function_call' ? calls.read([{ index, id: item.call_id, name: item.name, arguments: item.arguments }]) : []
  const end = (reason: string, response: Record<string, unknown>): ModelChunk[] => {
    finished = true
    const named = reason === 'stop' && calls.begun ? 'tool_calls' : reason
    // The items before the continued part are only in the whole response.
    if (isContinued && Array.isArray(response.output)) {
      kept.length = 0
      response.output.forEach(keep)
    }
    // Reasoning without the message that it led to would be refused, and calls are replayed as text.
    const isWhole = reason === 'stop' && !calls.begun && kept.some((item) => isRecord(item) && item.type === 'message')
    return [
      ...(isContinued ? responseChunks(response.id, response.model) : []),
      ...readUsage(response.usage, model),
      ...calls.end(reason === 'length'),
      ...(isWhole ? keptChunks(by, kept) : []),
      { type: 'finish', reason: named, ...(refusal === '' ? {} : { refusal }) },
    ]
  }
  const readers: Readonly<Record<string, (event: Record<string, unknown>) => ModelChunk[]>> = {
    'response.created': ({ response }) => {
      if (!isRecord(response)) return []
      if (typeof response.id === 'string') id = response.id
      return [...(resumable && id !== '' ? [{ type: 'started' as const, response: { by, id } }] : []), ...responseChunks(response.id, response.model)]
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
      if (isReceived(event)) return restore(event.response)
      if (!isRecord(event) || typeof event.type !== 'string' || finished) return []
      const { sequence_number } = event
      if (typeof sequence_number === 'number') {
        // A resumed stream may repeat events.
        if (sequence_number <= lastSequence) return []
        lastSequence = sequence_number
      }
      begun = true
      const chunks = Object.hasOwn(readers, event.type) ? (readers[event.type]?.(event) ?? []) : []
      if (!resumable || finished || progress.add(chunks) < storedChars) return chunks
      return [...chunks, ...nameWithOutput()]
    },
    end: () => [],
  }
}

/** An event of this port, which no provider can send. */
export interface ReceivedEvent {
  type: typeof receivedEvent
  response: StartedResponse
}

const isReceived = (event: unknown): event is ReceivedEvent => typeof event === 'object' && event !== null && 'type' in event && event.type === receivedEvent

/** Collects the output of a response. */
function createProgress() {
  const output = { text: '', reasoning: '' }
  let added = 0
  return {
    /** Returns the number of characters since the output was taken. */
    add: (chunks: readonly ModelChunk[]): number => {
      for (const chunk of chunks) {
        if (chunk.type !== 'text' && chunk.type !== 'reasoning') continue
        output[chunk.type] += chunk.text
        added += chunk.text.length
      }
      return added
    },
    take: (after: number): ReceivedOutput => {
      added = 0
      return { after, ...output }
    },
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
