import { useSyncExternalStore } from 'react'

const FONT = '13px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif'

let ruler: CanvasRenderingContext2D | null | undefined

/** Returns the width of a text in pixels. It is measured on a canvas, because measuring in the page would force a layout for every cell. */
export function textWidth(text: string): number {
  ruler ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!ruler) return estimateTextWidth(text)
  ruler.font = FONT
  return ruler.measureText(shortened(text)).width
}

/** Estimates the width of a text that cannot be measured. */
export const estimateTextWidth = (text: string): number => shortened(text).length * 8

const shortened = (text: string) => text.slice(0, 80)

const subscribeToNothing = () => () => {}
const measured = () => textWidth
const estimated = () => estimateTextWidth

/** Returns a function for the width of texts, which estimates on the server and during hydration, and measures afterwards. */
export const useTextWidth = (): ((text: string) => number) => useSyncExternalStore(subscribeToNothing, measured, estimated)
