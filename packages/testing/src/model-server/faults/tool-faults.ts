import type { JsonObject, JsonValue } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { StreamPlan } from '../reply/stream-plan.ts'
import type { Reply, ScriptedToolCall } from '../story/story.ts'
import { defineFaults, type FaultContext, type FaultMode } from './fault-mode.ts'

const unknownTool = 'no_such_tool'

/** Changes the arguments of a reply: those of its native call if it has one, otherwise those of the action in its content. */
function inArguments(change: (text: string) => string, more: Partial<Reply> = {}): NonNullable<FaultMode['reply']> {
  return (reply, context) => {
    const calls = nativeCalls(reply, context)
    if (calls) return { ...reply, content: '', toolCalls: calls.map((call) => ({ ...call, arguments: change(call.arguments) })), ...more }
    const at = argumentsStart(reply.content)
    return { ...reply, content: reply.content.slice(0, at) + change(reply.content.slice(at)), ...more }
  }
}

/** Returns the native calls of a reply, which has some if the story specifies them or the request offers tools. */
function nativeCalls(reply: Reply, { request }: FaultContext): ScriptedToolCall[] | undefined {
  if (reply.toolCalls?.length) return reply.toolCalls
  return request.tools.length > 0 ? [callOf(reply, request.tools[0])] : undefined
}

function callOf({ content }: Reply, fallback = 'lookup'): ScriptedToolCall {
  const action = parseJson(content)
  const named = isRecord(action) && typeof action.next_node === 'string'
  return named ? { name: String(action.next_node), arguments: JSON.stringify(action.args ?? {}) } : { name: fallback, arguments: '{"query":"weather today"}' }
}

/** Returns the index at which the arguments of an action begin; 0 if the content is not an action. */
function argumentsStart(content: string): number {
  const key = /"args"\s*:\s*/.exec(content)
  return key ? key.index + key[0].length : 0
}

const half = (text: string) => text.slice(0, Math.ceil(text.length / 2))
const broken = (text: string) => text.replace(/[:,]/, '$&,').replace(/"(?=[^"]*$)/, '')

function asCalls(reply: Reply, context: FaultContext): Reply {
  return { ...reply, content: '', toolCalls: nativeCalls(reply, context) ?? [callOf(reply)] }
}

const withoutFinish = (plan: StreamPlan): StreamPlan => ({ chunks: plan.chunks.filter((chunk) => !isFinished(chunk)), done: false, ending: 'end' })

function isFinished({ choices }: JsonObject): boolean {
  const first = Array.isArray(choices) ? choices[0] : undefined
  return !isRecord(first) || typeof first.finish_reason === 'string'
}

/** Removes a member from every native tool call delta. */
const without = (name: 'id' | 'index'): FaultMode => ({
  reply: asCalls,
  stream: (plan) => ({ ...plan, chunks: plan.chunks.map((chunk) => dropFromCalls(chunk, name) as JsonObject) }),
})

function dropFromCalls(value: JsonValue, name: string, inCall = false): JsonValue {
  if (Array.isArray(value)) return value.map((item) => dropFromCalls(item, name, inCall))
  if (!isRecord(value)) return value
  const entries = Object.entries(value as JsonObject).filter(([key]) => !(inCall && key === name))
  return Object.fromEntries(entries.map(([key, item]) => [key, dropFromCalls(item, name, key === 'tool_calls')]))
}

/** Faults in tool calls, both native ones and actions written as content. */
export const toolFaults = defineFaults({
  'cut-tool': { reply: inArguments(half), stream: withoutFinish },
  'tool-length': { reply: inArguments(half, { finish: 'length' }) },
  'tool-bad-json': { reply: inArguments(broken) },
  'tool-unknown': {
    reply: (reply, context) => {
      const calls = nativeCalls(reply, context)
      if (calls) return { ...reply, content: '', toolCalls: calls.map((call) => ({ ...call, name: unknownTool })) }
      return { ...reply, content: JSON.stringify({ next_node: unknownTool, args: JSON.parse(callOf(reply).arguments) }) }
    },
  },
  'tool-no-id': without('id'),
  'tool-no-index': without('index'),
  'tool-double-id': {
    reply: (reply, context) => {
      const { toolCalls = [], ...rest } = asCalls(reply, context)
      return { ...rest, toolCalls: [...toolCalls, ...toolCalls].map((call) => ({ ...call, id: 'call_1' })) }
    },
  },
})
