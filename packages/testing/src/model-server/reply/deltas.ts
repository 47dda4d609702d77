import type { JsonObject } from '@pf/core'
import type { Reply, ScriptedToolCall } from '../story.ts'
import { splitTokens } from './split-tokens.ts'

/** The `delta` objects of a reply in the order they are streamed: reasoning, content, refusal, tool calls. */
export function deltasOf(reply: Reply): JsonObject[] {
  const { chunkSize } = reply
  return [
    ...splitTokens(reply.reasoning ?? '', chunkSize).map((text) => ({ reasoning_content: text })),
    ...splitTokens(reply.content, chunkSize).map((text) => ({ content: text })),
    ...splitTokens(reply.refusal ?? '', chunkSize).map((text) => ({ refusal: text })),
    ...(reply.toolCalls ?? []).flatMap((call, index) => callDeltas(call, index, chunkSize)),
  ]
}

function callDeltas({ id, name, arguments: text }: ScriptedToolCall, index: number, chunkSize: number | undefined): JsonObject[] {
  const first: JsonObject = { index, id: id ?? `call_${index + 1}`, type: 'function', function: { name, arguments: '' } }
  const rest: JsonObject[] = splitTokens(text, chunkSize).map((piece) => ({ index, function: { arguments: piece } }))
  return [first, ...rest].map((call) => ({ tool_calls: [call] }))
}
