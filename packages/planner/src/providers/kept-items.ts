import type { JsonValue } from '@pf/core'
import type { ModelChunk, ModelMessage } from '../model/model.ts'

/** The items that this port and model gave with a message; none for those of others, which they could not read. */
export function keptItems({ reasoning }: ModelMessage, by: string): readonly JsonValue[] {
  return reasoning?.by === by ? reasoning.items : []
}

/** A chunk with the items to keep; none without items. */
export function keptChunks(by: string, items: readonly JsonValue[]): ModelChunk[] {
  return items.length === 0 ? [] : [{ type: 'kept_reasoning', reasoning: { by, items } }]
}
