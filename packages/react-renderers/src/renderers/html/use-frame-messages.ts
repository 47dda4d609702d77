import { isRecord } from '@pf/core/internal'
import { type RefObject, useEffect, useState } from 'react'

const MIN_HEIGHT = 40
const MAX_HEIGHT = 1_200
/** Numbers that the outer document passes on. A document that is resized in every animation frame sends 60 to 120 per second. */
const RELAYED = { max: 200, windowMs: 1_000 }
/** Messages that the content sends to the page itself, which nothing reads. Each can be large, and the browser copies it before the page can refuse it. */
const DIRECT = { max: 3, windowMs: 10_000 }

interface FrameMessages {
  frame: RefObject<HTMLIFrameElement | null>
  nonce: string
  /** The inner document and its sandbox value, sent to the sandbox page on request. */
  inner: string
  sandbox: string
  /** Called when the content sends more messages than a page can handle. */
  onFlood: () => void
}

/** Sends the content to the sandbox page when it is ready. Returns the height that the content reports, within bounds. */
export function useFrameMessages({ frame, nonce, inner, sandbox, onFlood }: FrameMessages): number | undefined {
  const [height, setHeight] = useState<number | undefined>(undefined)
  useEffect(() => {
    const now = () => performance.now()
    const relayed = createMessageLimit(RELAYED, now)
    const direct = createMessageLimit(DIRECT, now)
    const listen = (event: MessageEvent<unknown>) => {
      const { source } = event
      const outer = frame.current?.contentWindow
      if (!outer || !isWithin(source, outer)) return
      if (!(source === outer ? relayed : direct).count()) return onFlood()
      // Reading the data of a message copies it, so only the data of the outer document is read, which the content cannot determine.
      if (source !== outer) return
      const { data } = event
      if (typeof data === 'number') setHeight(clampHeight(data))
      else if (isRecord(data) && data.pf === 'ready' && data.nonce === nonce) outer.postMessage({ pf: 'html', nonce, html: inner, sandbox }, '*')
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [frame, nonce, inner, sandbox, onFlood])
  return height
}

/** True for a window and for the frames inside it. */
function isWithin(source: MessageEventSource | null, outer: Window): boolean {
  let current = source !== null && 'parent' in source ? source : undefined
  while (current && current !== outer) current = current.parent === current ? undefined : current.parent
  return current !== undefined
}

const clampHeight = (value: number) => (value > 0 ? Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(value))) : undefined)

/** Maximum number of messages within a time. */
interface MessageRate {
  max: number
  windowMs: number
}

/** Counts the messages of a frame. `now` returns milliseconds. */
function createMessageLimit({ max, windowMs }: MessageRate, now: () => number): { count(): boolean } {
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
