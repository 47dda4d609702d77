import { type RefObject, useEffect, useRef, useState } from 'react'

const bottomThreshold = 80

/** Scrolls to new content while the reader is at the bottom; `behind` is true when there is new content below. */
export function useStickToBottom(frame: RefObject<HTMLElement | null>, content: unknown): { behind: boolean; jump(): void } {
  const atBottom = useRef(true)
  const [behind, setBehind] = useState(false)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const watch = () => {
      atBottom.current = element.scrollHeight - element.scrollTop - element.clientHeight < bottomThreshold
      if (atBottom.current) setBehind(false)
    }
    // Charts and tables change their size after their event, so the size of the content is observed as well.
    const grown = new ResizeObserver(() => {
      if (atBottom.current) toBottom(element)
    })
    if (element.firstElementChild) grown.observe(element.firstElementChild)
    element.addEventListener('scroll', watch, { passive: true })
    return () => {
      grown.disconnect()
      element.removeEventListener('scroll', watch)
    }
  }, [frame])

  useEffect(() => {
    const element = frame.current
    if (!content || !element) return
    if (atBottom.current) toBottom(element)
    else setBehind(true)
  }, [frame, content])

  const jump = () => {
    atBottom.current = true
    setBehind(false)
    if (frame.current) toBottom(frame.current)
  }
  return { behind, jump }
}

function toBottom(element: HTMLElement) {
  element.scrollTop = element.scrollHeight
}
