import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'
import { keptChunks } from '../providers/kept-items.ts'
import { createNativeCalls } from '../providers/native-calls.ts'
import type { ResponseReader } from '../providers/stream-response.ts'
import { responseChunks, sumOf, textChunks, usageChunks } from '../providers/text-chunks.ts'

/** Finish reasons that mean that a filter stopped the output. */
const filters = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|MODEL_ARMOR/
/** Finish reasons after which the same question may succeed. */
const broken = /^(MALFORMED_|UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MISSING_THOUGHT_SIGNATURE|OTHER$)/

function finishReason(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value === 'FINISH_REASON_UNSPECIFIED') return undefined
  if (value === 'STOP') return 'stop'
  if (value === 'MAX_TOKENS') return 'length'
  if (filters.test(value)) return 'content_filter'
  return broken.test(value) ? 'error' : value.toLowerCase()
}

/** Creates the reader of the chunks of one response. `by` identifies the port and model in kept thought signatures. */
export function createResponseReader(model: string, by: string): ResponseReader {
  const calls = createNativeCalls()
  let signature: string | undefined
  let position = 0
  let begun = false
  let finished = false

  const readPart = (part: Record<string, unknown>): ModelChunk[] => {
    if (typeof part.thoughtSignature === 'string' && part.thought !== true) signature = part.thoughtSignature
    if (isRecord(part.functionCall)) {
      const { id, name, args } = part.functionCall
      position += 1
      return calls.read([{ index: position, id, name, arguments: args ?? '' }])
    }
    if (part.thought === true) return textChunks('reasoning', part.text)
    return calls.say(textChunks('text', part.text))
  }
  const finish = (value: unknown): ModelChunk[] => {
    const reason = finishReason(value)
    if (reason === undefined || finished) return []
    finished = true
    // A signature belongs to the native calls of its turn, which are replayed as text, so it is not kept.
    const kept = signature === undefined || calls.begun ? [] : keptChunks(by, [signature])
    const named = reason === 'stop' && calls.begun ? 'tool_calls' : reason
    return [...calls.end(reason === 'length'), ...kept, { type: 'finish', reason: named }]
  }
  return {
    get begun() {
      return begun
    },
    read: (chunk) => {
      if (!isRecord(chunk)) return []
      assertNotBlocked(chunk.promptFeedback)
      const usage = readUsage(chunk.usageMetadata, model)
      const candidates = Array.isArray(chunk.candidates) ? chunk.candidates.filter(isRecord) : []
      const candidate = candidates.find(({ index }) => (index ?? 0) === 0)
      const names = begun ? [] : responseChunks(chunk.responseId, chunk.modelVersion)
      begun ||= candidate !== undefined || usage.length > 0
      if (!candidate || finished) return begun ? [...names, ...usage] : []
      const parts = isRecord(candidate.content) && Array.isArray(candidate.content.parts) ? candidate.content.parts.filter(isRecord) : []
      return [...names, ...parts.flatMap(readPart), ...usage, ...finish(candidate.finishReason)]
    },
    end: () => [],
  }
}

function assertNotBlocked(feedback: unknown): void {
  if (!isRecord(feedback) || typeof feedback.blockReason !== 'string' || feedback.blockReason === 'BLOCKED_REASON_UNSPECIFIED') return
  throw new PfError('model_refused', "The provider's content filter refused the request. Rephrase the question.", {
    fields: { provider_text: feedback.blockReason.slice(0, 100) },
  })
}

/** Reads token counts. Thoughts are counted separately from the answer. */
function readUsage(value: unknown, model: string): ModelChunk[] {
  if (!isRecord(value)) return []
  return usageChunks(model, {
    input: value.promptTokenCount,
    output: sumOf(value.candidatesTokenCount, value.thoughtsTokenCount),
    cached: value.cachedContentTokenCount,
    reasoning: value.thoughtsTokenCount,
  })
}
