import { createHash } from 'node:crypto'
import { isRecord } from '@pf/core/internal'
import type { Conversation } from '@pf/testing'

/** Returns the SHA-256 of each picture in the newest message that has any, as hex. */
export function readPictures({ request }: Pick<Conversation, 'request'>): string[] {
  const messages = Array.isArray(request.messages) ? request.messages : []
  const parts = messages.map((message) => (isRecord(message) && Array.isArray(message.content) ? message.content.flatMap(dataOf) : []))
  return (parts.findLast((data) => data.length > 0) ?? []).map((data) => createHash('sha256').update(data, 'base64').digest('hex'))
}

/** Returns the base64 data of an `image_url` part. */
function dataOf(part: unknown): string[] {
  const url = isRecord(part) && isRecord(part.image_url) ? part.image_url.url : undefined
  const [, data] = (typeof url === 'string' && /^data:image\/[\w.+-]+;base64,(.+)$/.exec(url)) || []
  return data === undefined ? [] : [data]
}
