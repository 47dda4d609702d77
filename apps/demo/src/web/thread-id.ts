const form = /^[A-Za-z0-9_-]{1,100}$/

/** The conversation named by the address; a page without one starts a new conversation and says so in its address, so a reload and a second tab find it. */
export function threadFromAddress(): string {
  const given = new URLSearchParams(location.search).get('thread')
  if (given && form.test(given)) return given
  const fresh = crypto.randomUUID()
  history.replaceState(null, '', address(fresh))
  return fresh
}

export const address = (thread_id: string) => `?thread=${encodeURIComponent(thread_id)}`
