import { type RefObject, useEffect } from 'react'
import { activeElement } from '../context/active-element.ts'

const targets = ['[data-pf-focus]', 'input:not(:disabled):not([type="hidden"]), select:not(:disabled), textarea:not(:disabled)', 'button:not(:disabled)']

/** Moves the focus to an open question and restores it afterwards. Does not take the focus from a field in which the user is typing. */
export function useQuestionFocus(box: RefObject<HTMLElement | null>, waiting: boolean): void {
  useEffect(() => {
    const element = box.current
    const before = activeElement()
    if (!waiting || !element || isTyping(before) || element.contains(before)) return undefined
    const stop = whenFocusable(element, (target) => target.focus())
    return () => {
      stop()
      const now = activeElement()
      const free = now === null || now === document.body || element.contains(now)
      if (free && before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
    }
  }, [box, waiting])
}

const isField = (element: Element | null) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
const isTyping = (element: Element | null) => isField(element) && element.value !== ''
const isEmptyField = (element: Element | null) => isField(element) && element.value === ''

/** Waits for the renderer to load before it moves the focus, unless the user has moved the focus in the meantime. */
function whenFocusable(element: HTMLElement, act: (target: HTMLElement) => void): () => void {
  const since = activeElement()
  const look = () => {
    const target = targets.map((selector) => element.querySelector<HTMLElement>(selector)).find((found) => found !== null)
    if (!target) return false
    const now = activeElement()
    if (now === since || now === document.body || isEmptyField(now)) act(target)
    return true
  }
  if (look()) return () => {}
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect()
  })
  observer.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => observer.disconnect()
}
