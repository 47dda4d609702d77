import { isRecord } from '@pf/core/internal'
import { type RefObject, useEffect, useState } from 'react'
import { createMessageLimit } from './message-limit.ts'

const MIN_HEIGHT = 40
const MAX_HEIGHT = 1_200

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
    const limit = createMessageLimit(() => performance.now())
    const listen = (event: MessageEvent<unknown>) => {
      const { source } = event
      const outer = frame.current?.contentWindow
      if (!outer || !isWithin(source, outer)) return
      if (!limit.count()) return onFlood()
      // Reading the data of a message copies it, so the data of other frames is not read.
      if (source !== outer && source !== outer[0]) return
      const { data } = event
      if (!isRecord(data)) return
      if (source === outer && data.pf === 'ready' && data.nonce === nonce) outer.postMessage({ pf: 'html', nonce, html: inner, sandbox }, '*')
      // Only the inner frame may report its height.
      else if (source === outer[0] && data.pf === 'height') setHeight(clampHeight(data.height))
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

const clampHeight = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(value))) : undefined)
