import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { type CompletionHead, type StreamPlan, usageOf } from '../reply/stream-plan.ts'
import type { ChatRequest } from '../request/parse-chat-request.ts'
import { bodySteps, type WireStep } from './wire-steps.ts'

/** Returns the entire completion as one JSON text, the response to a request without `stream`. */
export function completionBody({ chunks }: StreamPlan, request: ChatRequest, head: CompletionHead): string {
  const choices = chunks.flatMap(firstChoice)
  const deltas = choices.flatMap(({ delta }) => (isRecord(delta) ? [delta as JsonObject] : []))
  const finish = choices.map((choice) => choice.finish_reason ?? null).findLast((reason) => reason !== null) ?? null
  const content = deltas.flatMap(({ content }) => (content === undefined || content === null ? [] : [content]))
  const message: JsonObject = {
    role: 'assistant',
    content: content.every((part) => typeof part === 'string') ? content.join('') : content.flat(),
    refusal: joined(deltas, 'refusal') ?? null,
    ...optional('reasoning_content', joined(deltas, 'reasoning_content')),
    ...optional('reasoning', joined(deltas, 'reasoning')),
    ...optional('tool_calls', joinCalls(deltas)),
  }
  const list = choices.length === 0 ? [] : [{ index: 0, message, logprobs: null, finish_reason: finish }]
  const { id, created, model } = head
  return JSON.stringify({ id, object: 'chat.completion', created, model, choices: list, usage: usageOf(deltas.slice(1), request), system_fingerprint: 'fp_pf' })
}

/** Returns the steps of a completion. If the stream of the plan would be cut off, its body is cut off. */
export function completionSteps(body: string, plan: StreamPlan): WireStep[] {
  const whole = bodySteps(body)
  if (plan.ending === 'end' && (plan.done || hasFinish(plan))) return whole
  return [...bodySteps(body.slice(0, body.length / 2)).slice(0, -1), { do: plan.ending }]
}

const hasFinish = ({ chunks }: StreamPlan) => chunks.flatMap(firstChoice).some((choice) => typeof choice.finish_reason === 'string')

function firstChoice(chunk: JsonObject): JsonObject[] {
  const choices = chunk.choices
  const first = Array.isArray(choices) ? choices.find((choice) => isRecord(choice) && choice.index === 0) : undefined
  return isRecord(first) ? [first as JsonObject] : []
}

const optional = (name: string, value: JsonValue | undefined): JsonObject => (value === undefined ? {} : { [name]: value })

function joined(deltas: readonly JsonObject[], name: string): string | undefined {
  const texts = deltas.flatMap((delta) => (typeof delta[name] === 'string' ? [delta[name]] : []))
  return texts.length === 0 ? undefined : texts.join('')
}

function joinCalls(deltas: readonly JsonObject[]): JsonValue[] | undefined {
  const calls: { id?: JsonValue; type: string; function: { name: JsonValue; arguments: string } }[] = []
  for (const { tool_calls } of deltas) {
    for (const part of Array.isArray(tool_calls) ? tool_calls.filter(isRecord) : []) addPart(calls, part as JsonObject)
  }
  return calls.length === 0 ? undefined : (calls as JsonValue[])
}

function addPart(calls: { id?: JsonValue; type: string; function: { name: JsonValue; arguments: string } }[], part: JsonObject): void {
  const target = isRecord(part.function) ? part.function : {}
  const last = calls.at(-1)
  if (typeof target.name === 'string') {
    calls.push({ ...(part.id === undefined ? {} : { id: part.id }), type: 'function', function: { name: target.name, arguments: '' } })
  } else if (last) last.function.arguments += String(target.arguments ?? '')
}
