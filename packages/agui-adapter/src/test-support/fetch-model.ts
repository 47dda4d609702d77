import { isRecord } from '@pf/core/internal'
import type { Model, ModelChunk } from '@pf/planner'
import { readSse } from '@pf/testing'

/** Creates a model over the real protocol, without a client library. */
export function fetchModel(url: string): Model {
  return {
    name: 'scripted',
    async *stream({ messages }, { signal }) {
      const body = JSON.stringify({ model: 'scripted', stream: true, messages })
      const response = await fetch(`${url}/chat/completions`, { method: 'POST', body, headers: { 'content-type': 'application/json' }, signal })
      for await (const { data } of readSse(response, signal)) if (data && data !== '[DONE]') yield* chunksOf(JSON.parse(data))
    },
  }
}

function* chunksOf({ choices }: { choices?: unknown[] }): Generator<ModelChunk> {
  const choice = choices?.[0]
  if (!isRecord(choice)) return
  const delta = isRecord(choice.delta) ? choice.delta : {}
  if (typeof delta.reasoning_content === 'string') yield { type: 'reasoning', text: delta.reasoning_content }
  if (typeof delta.content === 'string') yield { type: 'text', text: delta.content }
  if (typeof choice.finish_reason === 'string') yield { type: 'finish', reason: choice.finish_reason }
}
