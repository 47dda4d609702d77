import { type RefObject, useEffect, useRef } from 'react'
import { activeElement, innerTarget } from '../../context/active-element.ts'
import { useIsomorphicLayoutEffect } from '../shared/use-before-paint.ts'

const CHECK_MS = 250

interface FrameFocus {
  frame: RefObject<HTMLIFrameElement | null>
  /** True while the user is in the frame. */
  active: boolean
  /** Called when the user has left the frame. */
  onLeave: () => void
  /** Called when the frame has taken the focus without an action of the user. */
  onTake: () => void
}

/**
 * Moves the focus to an active frame and observes its further movement. A script in a frame can take the focus at any time, and with it the
 * keys that the user types into the page. Browsers allow this even for an inert frame. An inactive frame that has the focus has taken it.
 */
export function useFrameFocus({ frame, active, onLeave, onTake }: FrameFocus): void {
  const lastFocused = useRef<Element | null>(null)
  // Focus events occur before the next render.
  const isActive = useRef(active)
  useIsomorphicLayoutEffect(() => {
    const element = frame.current
    isActive.current = active
    if (!element) return
    element.inert = !active
    if (active) element.focus({ preventScroll: true })
  }, [frame, active])
  useEffect(() => {
    const isFocused = () => frame.current !== null && activeElement() === frame.current
    const check = () => {
      if (isActive.current && !isFocused()) {
        isActive.current = false
        onLeave()
      } else if (!isActive.current && isFocused()) {
        onTake()
        if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus({ preventScroll: true })
      }
    }
    const focusIn = (event: Event) => {
      const target = innerTarget(event)
      if (target instanceof Element && target !== frame.current) lastFocused.current = target
      check()
    }
    // The focus moves after this event, so it is removed from the frame first.
    const pointerDown = () => {
      if (isActive.current) frame.current?.blur()
      check()
    }
    const timer = setInterval(check, CHECK_MS)
    addEventListener('blur', check)
    // Movements within a shadow root are not visible outside of it.
    const roots = new Set<Node>([document, frame.current?.getRootNode() ?? document])
    for (const root of roots) root.addEventListener('focusin', focusIn)
    document.addEventListener('pointerdown', pointerDown, true)
    return () => {
      clearInterval(timer)
      removeEventListener('blur', check)
      for (const root of roots) root.removeEventListener('focusin', focusIn)
      document.removeEventListener('pointerdown', pointerDown, true)
    }
  }, [frame, onLeave, onTake])
}
