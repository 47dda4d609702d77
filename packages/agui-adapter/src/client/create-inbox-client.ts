import type { InboxClient, InboxItem } from '@pf/core'
import { createSend, type RunClientOptions } from './options.ts'
import { postAnswer } from './post-answer.ts'
import { repeatWhenLimited } from './repeat-when-limited.ts'
import { readResult } from './response.ts'

/** Creates a client of the inbox route. Its `read` throws PfError like the other clients. */
export function createInboxClient(options: Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> = {}): InboxClient {
  const sendOnce = createSend(options)
  const send = repeatWhenLimited(sendOnce)
  return {
    read: ({ version, signal } = {}) => {
      const query = version === undefined ? '' : `?${new URLSearchParams({ version })}`
      return readResult<{ version: string; items: InboxItem[] }>(send(`/inbox${query}`, signal ? { signal } : {}), { version: 'string', items: 'list' })
    },
    answer: (interaction_id, envelope) => postAnswer(sendOnce, { ref: { interaction_id }, envelope }),
  }
}
