import type { JsonValue } from '@pf/core'
import type { ModelChunk, ModelMessage } from '../model/model.ts'

/** Returns the items that this port and model sent with a message. Items of others are not returned, because they could not be read. */
export function keptItems({ reasoning }: ModelMessage, by: string): readonly JsonValue[] {
  return reasoning?.by === by ? reasoning.items : []
}

/** Returns a chunk with the items to keep; no chunk without items. */
export function keptChunks(by: string, items: readonly JsonValue[]): ModelChunk[] {
  return items.length === 0 ? [] : [{ type: 'kept_reasoning', reasoning: { by, items } }]
}
