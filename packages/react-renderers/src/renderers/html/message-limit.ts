const WINDOW_MS = 1_000
/** Maximum number of messages per second. A document that is resized in every animation frame sends 60 to 120. */
const MAX_MESSAGES = 200

/** Counts the messages of a frame. `now` returns milliseconds. */
export function createMessageLimit(now: () => number): { count(): boolean } {
  let start = now()
  let messages = 0
  return {
    /** Counts one message. Returns false when there were too many within a second. */
    count() {
      if (now() - start >= WINDOW_MS) {
        start = now()
        messages = 0
      }
      messages++
      return messages <= MAX_MESSAGES
    },
  }
}
