/** Maximum number of messages within a time. */
export interface MessageRate {
  max: number
  windowMs: number
}

/** Counts the messages of a frame. `now` returns milliseconds. */
export function createMessageLimit({ max, windowMs }: MessageRate, now: () => number): { count(): boolean } {
  let start = now()
  let messages = 0
  return {
    /** Counts one message. Returns false when there were too many within the time. */
    count() {
      if (now() - start >= windowMs) {
        start = now()
        messages = 0
      }
      messages++
      return messages <= max
    },
  }
}
