import { isRecord } from '@pf/core/internal'
import { type RefObject, useEffect, useState } from 'react'

const MIN_HEIGHT = 40
const MAX_HEIGHT = 1_200

interface FrameMessages {
  frame: RefObject<HTMLIFrameElement | null>
  nonce: string
  /** The model's document and its sandbox, for a sandbox page that asks for them. */
  inner: string
  sandbox: string
}

/** Answers the sandbox page once it is there; returns the height that the model's document says it has, within bounds. */
export function useFrameMessages({ frame, nonce, inner, sandbox }: FrameMessages): number | undefined {
  const [height, setHeight] = useState<number | undefined>(undefined)
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      const outer = frame.current?.contentWindow
      if (!outer || !isRecord(data)) return
      if (source === outer && data.pf === 'ready' && data.nonce === nonce) outer.postMessage({ pf: 'html', nonce, html: inner, sandbox }, '*')
      // The frame in the frame: anything else that sends this is not the one that is measured.
      else if (source === outer[0] && data.pf === 'height') setHeight(clampHeight(data.height))
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [frame, nonce, inner, sandbox])
  return height
}

const clampHeight = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round(value))) : undefined)
