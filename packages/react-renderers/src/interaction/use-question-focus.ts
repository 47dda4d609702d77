import { type RefObject, useEffect } from 'react'

const targets = ['[data-pf-focus]', 'input:not(:disabled):not([type="hidden"]), select:not(:disabled), textarea:not(:disabled)', 'button:not(:disabled)']

/** Takes the focus to a question that waits and back to where it was; never away from words that are being typed. */
export function useQuestionFocus(box: RefObject<HTMLElement | null>, waiting: boolean): void {
  useEffect(() => {
    const element = box.current
    const before = document.activeElement
    if (!waiting || !element || isTyping(before) || element.contains(before)) return undefined
    const stop = whenFocusable(element, (target) => target.focus())
    return () => {
      stop()
      const now = document.activeElement
      const free = now === null || now === document.body || element.contains(now)
      if (free && before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
    }
  }, [box, waiting])
}

const isField = (element: Element | null) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
const isTyping = (element: Element | null) => isField(element) && element.value !== ''
const isEmptyField = (element: Element | null) => isField(element) && element.value === ''

/** Renderers come in chunks of their own: what is to have the focus may be there later, and where a user went meanwhile they stay. */
function whenFocusable(element: HTMLElement, act: (target: HTMLElement) => void): () => void {
  const since = document.activeElement
  const look = () => {
    const target = targets.map((selector) => element.querySelector<HTMLElement>(selector)).find((found) => found !== null)
    if (!target) return false
    const now = document.activeElement
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
