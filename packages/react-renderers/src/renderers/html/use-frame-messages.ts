import { isRecord } from '@pf/core/internal'
import { type RefObject, useEffect, useState } from 'react'

const MIN_HEIGHT = 40
const MAX_HEIGHT = 1_200

interface FrameMessages {
  frame: RefObject<HTMLIFrameElement | null>
  nonce: string
  /** The inner document and its sandbox value, sent to the sandbox page on request. */
  inner: string
  sandbox: string
}

/** Sends the content to the sandbox page when it is ready. Returns the height that the content reports, within bounds. */
export function useFrameMessages({ frame, nonce, inner, sandbox }: FrameMessages): number | undefined {
  const [height, setHeight] = useState<number | undefined>(undefined)
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      const outer = frame.current?.contentWindow
      if (!outer || !isRecord(data)) return
      if (source === outer && data.pf === 'ready' && data.nonce === nonce) outer.postMessage({ pf: 'html', nonce, html: inner, sandbox }, '*')
      // Only the inner frame may report its height.
      else if (source === outer[0] && data.pf === 'height') setHeight(clampHeight(data.height))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [frame, nonce, inner, sandbox])
  return height
}

const clampHeight = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(value))) : undefined)
