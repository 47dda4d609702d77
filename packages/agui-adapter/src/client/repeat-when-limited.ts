import type { Send } from './options.ts'
import { retryAfterMs } from './response.ts'
import { sleep } from './timers.ts'

/** Maximum wait in milliseconds. A user waits for the result of these requests, so a longer wait is reported as an error instead. */
const maxShortWaitMs = 10_000
const maxRepeats = 3

/** Sends a request again if the server refuses it for a specified, short time. */
export function repeatWhenLimited(send: Send): Send {
  return async (path, init) => {
    for (let repeat = 0; ; repeat += 1) {
      const response = await send(path, init)
      const waitMs = response.status === 429 ? retryAfterMs(response) : 0
      if (waitMs === 0 || waitMs > maxShortWaitMs || repeat >= maxRepeats) return response
      void response.body?.cancel().catch(() => {})
      await sleep(waitMs, init?.signal ?? undefined)
      init?.signal?.throwIfAborted()
    }
  }
}
