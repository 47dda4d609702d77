import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { choice, chunkHead, type StreamPlan, splitTokens } from '../reply/stream-plan.ts'
import { defineFaults, type FaultContext, type FaultMode } from './fault-mode.ts'

type Change = (chunk: JsonObject, context: FaultContext) => JsonObject[]

/** Returns the index of the first chunk that is not sent, after the role and the deltas specified by the options. */
function cutPoint({ chunks }: StreamPlan, { options }: FaultContext): number {
  const deltas = chunks.filter((chunk) => finishOf(chunk) === undefined && firstOf(chunk) !== undefined).length - 1
  return 1 + Math.min(options.at ?? Math.floor(deltas / 2), deltas)
}

function firstOf({ choices }: JsonObject): JsonObject | undefined {
  const first = Array.isArray(choices) ? choices[0] : undefined
  return isRecord(first) ? (first as JsonObject) : undefined
}

const finishOf = (chunk: JsonObject) => firstOf(chunk)?.finish_reason ?? undefined
const contentOf = (chunk: JsonObject): JsonValue | undefined => {
  const delta = firstOf(chunk)?.delta
  return isRecord(delta) ? (delta as JsonObject).content : undefined
}
const withFirst = (chunk: JsonObject, change: JsonObject): JsonObject => ({ ...chunk, choices: [{ ...firstOf(chunk), ...change }] })
const withContent = (chunk: JsonObject, content: JsonValue) => withFirst(chunk, { delta: { content } })

const breakOff = (ending: StreamPlan['ending']): FaultMode => ({
  stream: (plan, context) => ({ chunks: plan.chunks.slice(0, cutPoint(plan, context)), done: false, ending }),
})

const cutShort = (reason: string): FaultMode => ({
  stream: (plan, context) => {
    const end = plan.chunks.slice(plan.chunks.findIndex((chunk) => finishOf(chunk) !== undefined))
    const [finish, ...usage] = end
    const last = finish ? [withFirst(finish, { finish_reason: reason })] : []
    return { ...plan, chunks: [...plan.chunks.slice(0, cutPoint(plan, context)), ...last, ...usage] }
  },
})

const eachChunk = (change: Change): FaultMode => ({
  stream: (plan, context) => ({ ...plan, chunks: plan.chunks.flatMap((chunk) => change(chunk, context)) }),
})

/** Inserts an extra chunk before every delta. */
const between = (extra: (head: JsonObject) => JsonObject) => eachChunk((chunk, { head }) => [extra(chunkHead(head)), chunk])

const renamed = (from: string, to: string) =>
  eachChunk((chunk) => {
    const delta = firstOf(chunk)?.delta
    if (!isRecord(delta) || !Object.hasOwn(delta, from)) return [chunk]
    const { [from]: value, ...rest } = delta as JsonObject
    return [withFirst(chunk, { delta: { ...rest, [to]: value ?? null } })]
  })

/** Splits text so that the halves of surrogate pairs are sent separately. */
const halves = (text: string) => splitTokens(text, 1).flatMap((point) => (point.length === 2 ? point.split('') : [point]))

/** Faults in the chunk objects and at the end of the stream. */
export const chunkFaults = defineFaults({
  cut: breakOff('destroy'),
  'cut-clean': breakOff('end'),
  stall: breakOff('hang'),
  'no-done': { stream: (plan) => ({ ...plan, done: false }) },
  length: cutShort('length'),
  content_filter: cutShort('content_filter'),
  'empty-choices': between((head) => ({ ...head, choices: [] })),
  'no-choices': between((head) => head),
  'null-delta': between((head) => ({ ...head, choices: [choice(null)] })),
  'null-content': between((head) => ({ ...head, choices: [choice({ content: null })] })),
  'only-empty-choices': eachChunk((chunk) => [{ ...chunk, choices: [] }]),
  'parts-content': eachChunk((chunk) => {
    const text = contentOf(chunk)
    return [typeof text === 'string' && text !== '' ? withContent(chunk, [{ type: 'text', text }]) : chunk]
  }),
  'null-finish': eachChunk((chunk) => [finishOf(chunk) === undefined ? chunk : withFirst(chunk, { finish_reason: null })]),
  'finish-with-content': {
    stream: (plan) => {
      const at = plan.chunks.findIndex((chunk) => finishOf(chunk) !== undefined)
      const [last, finish] = [plan.chunks[at - 1], plan.chunks[at]]
      if (!last || !finish) return plan
      return { ...plan, chunks: [...plan.chunks.slice(0, at - 1), withFirst(last, { finish_reason: finishOf(finish) ?? null }), ...plan.chunks.slice(at + 1)] }
    },
  },
  'after-finish': eachChunk((chunk) =>
    finishOf(chunk) === undefined ? [chunk] : [chunk, withFirst(chunk, { delta: { content: ' LATE' }, finish_reason: null })],
  ),
  'two-choices': eachChunk((chunk) => {
    const first = firstOf(chunk)
    return first ? [chunk, { ...chunk, choices: [{ ...first, index: 1, ...(contentOf(chunk) ? { delta: { content: ' SECOND' } } : {}) }] }] : [chunk]
  }),
  'role-each': eachChunk((chunk) => {
    const delta = firstOf(chunk)?.delta
    return [isRecord(delta) ? withFirst(chunk, { delta: { role: 'assistant', ...(delta as JsonObject) } }) : chunk]
  }),
  'half-pairs': eachChunk((chunk) => {
    const text = contentOf(chunk)
    return typeof text === 'string' && text !== '' ? halves(text).map((half) => withContent(chunk, half)) : [chunk]
  }),
  'reasoning-field': renamed('reasoning_content', 'reasoning'),
  'reasoning-late': {
    stream: (plan) => {
      const isReasoning = (chunk: JsonObject) => isRecord(firstOf(chunk)?.delta) && Object.hasOwn(firstOf(chunk)?.delta as object, 'reasoning_content')
      const reasoning = plan.chunks.filter(isReasoning)
      const rest = plan.chunks.filter((chunk) => !isReasoning(chunk))
      const at = Math.max(1, rest.findIndex((chunk) => finishOf(chunk) !== undefined) - 1)
      return { ...plan, chunks: [...rest.slice(0, at), ...reasoning, ...rest.slice(at)] }
    },
  },
  'no-usage': { stream: (plan) => ({ ...plan, chunks: plan.chunks.filter((chunk) => firstOf(chunk) !== undefined) }) },
  'usage-each': eachChunk((chunk, { head }) => [
    { ...chunkHead(head), ...chunk, usage: chunk.usage ?? { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ]),
})
