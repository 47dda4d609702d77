import { useCallback, useEffect, useState } from 'react'

/** The playback position. */
export interface StreamControls {
  /** Characters that are there. */
  cut: number
  playing: boolean
  seek(cut: number): void
  toggle(): void
}

const TICK_MS = 40
const TICKS = 90

interface PlaybackState {
  /** The text that is played; another one stands at its end. */
  args: string
  cut: number
  playing: boolean
}

/** Plays a text from where it stands, or from its beginning when it is at its end. */
export function useStreamPlayback(args: string): StreamControls {
  const [kept, setPlayback] = useState<PlaybackState>({ args, cut: args.length, playing: false })
  const { cut, playing } = kept.args === args ? kept : { cut: args.length, playing: false }
  const step = Math.max(1, Math.ceil(args.length / TICKS))
  useEffect(() => {
    if (!playing) return undefined
    const advance = (before: PlaybackState): PlaybackState => {
      const next = Math.min(args.length, before.cut + step)
      return before.args === args ? { args, cut: next, playing: before.playing && next < args.length } : before
    }
    const timer = setInterval(() => setPlayback(advance), TICK_MS)
    return () => clearInterval(timer)
  }, [playing, args, step])
  const seek = useCallback((next: number) => setPlayback({ args, cut: next, playing: false }), [args])
  const toggle = () => setPlayback({ args, cut: cut < args.length ? cut : 0, playing: !playing })
  return { cut, playing, seek, toggle }
}
