const threadIdPattern = /^[A-Za-z0-9_-]{1,100}$/

/** The conversation of this page: the one in its URL, or a new one. */
export interface PageThread {
  id: string
  /** False for a new conversation, which the server does not know yet. */
  known: boolean
}

export function readPageThread(): PageThread {
  const given = new URLSearchParams(location.search).get('thread')
  return given && threadIdPattern.test(given) ? { id: given, known: true } : { id: crypto.randomUUID(), known: false }
}

/** Writes the conversation to the URL, so that a reload and a second tab find it. */
export function writeThreadToAddress(thread_id: string): void {
  const address = new URL(location.href)
  if (address.searchParams.get('thread') === thread_id) return
  address.searchParams.set('thread', thread_id)
  history.replaceState(null, '', address)
}
