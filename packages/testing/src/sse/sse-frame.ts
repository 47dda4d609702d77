/** One block of an event stream: the fields as written, and what a browser would make of them. */
export interface SseFrame {
  /** Only when the block itself has an `id:` line. */
  id?: string
  /** Only when the block itself has an `event:` line. */
  event?: string
  /** The data lines joined by LF; "" when there is none. */
  data: string
  /** Milliseconds. */
  retry?: number
  /** Comment lines joined by LF, without the colon and one space. */
  comment?: string
  /** The resume point after this block: the last id of the stream so far. */
  lastEventId: string
  /** True when an EventSource would fire an event for it: it has a data line. */
  dispatched: boolean
}
