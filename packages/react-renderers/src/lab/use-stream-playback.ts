import { useCallback, useEffect, useState } from 'react'

/** The playback position. */
export interface StreamControls {
  /** Number of characters that have arrived. */
  cut: number
  playing: boolean
  seek(cut: number): void
  toggle(): void
}

const TICK_MS = 40
const TICKS = 90

interface PlaybackState {
  /** The text to play. A different text starts at its end. */
  args: string
  cut: number
  playing: boolean
}

/** Plays a text from the current position, or from the beginning if it is at its end. */
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
