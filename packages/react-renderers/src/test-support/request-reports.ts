import { expect, vi } from 'vitest'

interface Session {
  on(event: string, listener: (params: { request?: { url: string } }) => void): void
}

/**
 * Returns a function that waits until the browser has reported every request that was made before the call. Reports come from another
 * process, in the order of the requests, so a request of our own ends the wait. Without it, a busy machine reports a request after the
 * check that there is none. The session must have enabled the reports of the network.
 */
export function createReportBarrier(session: Session): () => Promise<void> {
  const reported = new Set<string>()
  let count = 0
  session.on('Network.requestWillBeSent', ({ request }) => request && reported.add(request.url))
  return async () => {
    const url = `${location.origin}/?barrier=${count++}`
    void fetch(url, { method: 'HEAD' }).catch(() => {})
    await vi.waitFor(() => expect(reported).toContain(url))
  }
}
