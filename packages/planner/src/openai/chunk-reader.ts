import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import { createRootTracker, type RootTracker } from '../providers/root-tracker.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { responseChunks, textChunks, usageChunks } from '../providers/text-chunks.ts'
import { streamEnd } from './stream-end.ts'

/** Creates the reader of the chunks of one completion. */
export function createChunkReader(model: string): ResponseReader {
  const calls = createNativeCalls()
  let begun = false
  let finished = false
  /** True after a finish reason that is a placeholder text, such as "null". */
  let hasPlaceholder = false
  let refusal = ''
  /** True after a delta with content. A message that follows repeats the deltas and is ignored. */
  let hasDeltas = false
  /** A finish reason that was received while the arguments of a call were incomplete. Their rest may follow. */
  let early: string | undefined
  /** True after the server has confirmed the end. */
  let isEnded = false
  const texts = createTextTracker()

  const readDelta = (delta: Record<string, unknown>): ModelChunk[] => {
    if (typeof delta.refusal === 'string') refusal += delta.refusal
    const called = hasContent(delta.tool_calls) ? delta.tool_calls : [delta.function_call]
    return [...readReasoning(delta), ...calls.say(texts.follow(readContent(delta.content))), ...calls.read(called)]
  }
  const readChoice = ({ delta, message }: Record<string, unknown>): ModelChunk[] => {
    if (isRecord(delta) && Object.entries(delta).some(([name, value]) => name !== 'role' && hasContent(value))) {
      hasDeltas = true
      return readDelta(delta)
    }
    return isRecord(message) && !hasDeltas ? readDelta(message) : []
  }
  const finish = (reason: string): ModelChunk[] => {
    finished = true
    return [...calls.end(reason === 'length'), { type: 'finish', reason, ...(refusal === '' ? {} : { refusal }) }]
  }
  const readFinish = (value: unknown): ModelChunk[] => {
    hasPlaceholder ||= typeof value === 'string'
    const reason = finishReason(value) ?? early
    if (reason === undefined) return []
    early = reason
    return reason !== 'length' && calls.isOpen ? [] : finish(reason)
  }
  return {
    get begun() {
      return begun
    },
    read: (chunk) => {
      isEnded ||= chunk === streamEnd
      if (!isRecord(chunk)) return []
      const names = begun ? [] : responseChunks(chunk.id, chunk.model)
      begun = true
      const usage = readUsage(chunk.usage, model)
      const choice = firstChoice(chunk.choices)
      if (!choice || finished) return [...names, ...usage]
      return [...names, ...readChoice(choice), ...readFinish(choice.finish_reason), ...usage]
    },
    // A stream without any finish reason may be cut, also behind a complete call, unless the server has confirmed its end.
    end: () => {
      if (finished) return []
      if (early !== undefined || ((hasPlaceholder || isEnded) && calls.isComplete)) return finish(early ?? 'tool_calls')
      return isEnded && !calls.begun && texts.isWhole ? finish('stop') : []
    },
  }
}

/** Follows the text of a completion to its end. `isWhole` is false for no text, and for one whose first JSON object is not closed. */
function createTextTracker() {
  let hasText = false
  let root: RootTracker | undefined
  return {
    get isWhole() {
      return hasText && root?.isClosed !== false
    },
    follow: (chunks: ModelChunk[]): ModelChunk[] => {
      for (const chunk of chunks) {
        if (chunk.type !== 'text') continue
        hasText ||= chunk.text.trim() !== ''
        const start = root ? 0 : chunk.text.indexOf('{')
        if (start < 0) continue
        root ??= createRootTracker()
        if (!root.isClosed) root.feed(chunk.text.slice(start))
      }
      return chunks
    },
  }
}

/** False for null and for an empty string, list or object. */
function hasContent(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== undefined && value !== null && value !== ''
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
