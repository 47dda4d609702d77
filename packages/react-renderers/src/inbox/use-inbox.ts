import type { InboxClient } from '@pf/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createInbox, type Inbox, type InboxState } from './create-inbox.ts'

/** An inbox with its action. `answer` keeps its identity between renders. */
export type InboxHandle = InboxState & Pick<Inbox, 'answer'>

/** Returns all questions that wait for the user over all threads, and follows changes. */
export function useInbox(client: InboxClient): InboxHandle {
  const inbox = useMemo(() => createInbox(client), [client])
  useEffect(() => inbox.follow(), [inbox])
  const state = useSyncExternalStore(inbox.subscribe, inbox.getSnapshot, inbox.getSnapshot)
  return useMemo(() => ({ ...state, answer: inbox.answer }), [inbox, state])
}
