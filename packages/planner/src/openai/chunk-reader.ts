import type { TokenUsage } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelChunk } from '../model/model.ts'

/** Turns the chunks of one completion into ours. Reads only what is documented and nothing by trust: endpoints send odd things. */
export interface ChunkReader {
  read(chunk: unknown): ModelChunk[]
  /** Something has come: a failure from here on breaks a stream, it does not refuse a request. */
  readonly begun: boolean
}

interface NativeCall {
  index: number
  id: unknown
  open: boolean
}

/** Creates the reader of one response. */
export function createChunkReader(model: string): ChunkReader {
  let begun = false
  let finished = false
  let refusal = ''
  let call: NativeCall | undefined

  const closeCall = (): ModelChunk[] => {
    if (!call?.open) return []
    call.open = false
    return [{ type: 'text', text: '}' }]
  }
  const readCalls = (value: unknown): ModelChunk[] => (Array.isArray(value) ? value.flatMap(readCall) : [])
  /** A native call, which nobody asked for, becomes the action it means; what is cut stays cut. */
  const readCall = (delta: unknown): ModelChunk[] => {
    if (!isRecord(delta) || !isRecord(delta.function)) return []
    const { name, arguments: args } = delta.function
    const index = typeof delta.index === 'number' ? delta.index : (call?.index ?? 0)
    const chunks: ModelChunk[] = []
    if (typeof name === 'string' && name !== '' && isNext(call, { index, id: delta.id })) {
      chunks.push(...closeCall(), { type: 'text', text: `{"next_node": ${JSON.stringify(name)}, "args": ` })
      call = { index, id: delta.id, open: true }
    }
    if (call?.open && call.index === index && typeof args === 'string' && args !== '') chunks.push({ type: 'text', text: args })
    return chunks
  }
  const readDelta = (delta: Record<string, unknown>): ModelChunk[] => {
    if (typeof delta.refusal === 'string') refusal += delta.refusal
    return [...readReasoning(delta), ...readContent(delta.content), ...readCalls(delta.tool_calls)]
  }
  const readFinish = (reason: unknown): ModelChunk[] => {
    if (typeof reason !== 'string' || reason === '') return []
    finished = true
    // A limit inside a call leaves it open: half of its arguments must not look whole.
    const closing = reason === 'length' ? [] : closeCall()
    return [...closing, { type: 'finish', reason, ...(refusal === '' ? {} : { refusal }) }]
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
      const delta = isRecord(choice.delta) ? readDelta(choice.delta) : []
      return [...delta, ...readFinish(choice.finish_reason), ...usage]
    },
  }
}

/** Some endpoints send no index, some repeat id and name with every piece. */
function isNext(call: NativeCall | undefined, next: { index: number; id: unknown }): boolean {
  if (!call) return true
  return call.index !== next.index || (typeof next.id === 'string' && next.id !== '' && next.id !== call.id)
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
