import { type RefObject, useEffect, useRef, useState } from 'react'

/** Distance in px from the end of the content within which the reader counts as being at the end. */
const endThreshold = 80
/** Maximum difference in px that rounding can cause. */
const rounding = 2
/** Space in px above a question at the top of the view. */
const spaceAbove = 16
/** Minimum share of the view that remains for the answer below a long question. */
const answerShare = 2 / 3

/** The content that the view follows: the newest question until it has reached the top, the end of the content, or nothing while the reader is elsewhere. */
type Following = 'question' | 'end' | 'nothing'

export interface FollowAnswerOptions {
  /** The scroll container; its first child holds the content. */
  frame: RefObject<HTMLElement | null>
  /** Selects the questions in the content. */
  questions: string
  /** Identifies the newest question. Each new value brings that question into view. */
  newest: string | undefined
  /** Changes whenever something is added. */
  content: unknown
}

/**
 * Scrolls to new content until the newest question has reached the top of the view, so that a long answer is read from its start. The end
 * of the content is followed after the reader has scrolled there. `atEnd` is false if there is content below the view.
 */
export function useFollowAnswer({ frame, questions, newest, content }: FollowAnswerOptions): { atEnd: boolean; goToEnd(): void } {
  const following = useRef<Following>('question')
  const place = useRef<() => void>(() => {})
  const [atEnd, setAtEnd] = useState(true)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let placed = element.scrollTop
    const isAtEnd = () => endOf(element) - element.scrollTop < endThreshold
    const target = () => (following.current === 'end' ? endOf(element) : Math.min(endOf(element), answerStart(element, questions)))
    place.current = () => {
      if (following.current !== 'nothing') {
        element.scrollTop = target()
        placed = element.scrollTop
      }
      setAtEnd(isAtEnd())
    }
    const watch = () => {
      const top = element.scrollTop
      setAtEnd(isAtEnd())
      // This hook has set this scroll position, or the browser has changed it because content above changed its size.
      const isExpected = Math.abs(top - placed) <= rounding || (following.current !== 'nothing' && Math.abs(top - target()) <= rounding)
      if (!isExpected) {
        if (!isAtEnd()) following.current = 'nothing'
        else if (top > placed) following.current = 'end'
      }
      placed = top
    }
    // Charts and tables change their size after their event, so the size of the content is observed as well.
    const resized = new ResizeObserver(() => place.current())
    resized.observe(element)
    if (element.firstElementChild) resized.observe(element.firstElementChild)
    element.addEventListener('scroll', watch, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', watch)
    }
  }, [frame, questions])

  useEffect(() => {
    if (newest !== undefined) following.current = 'question'
  }, [newest])

  useEffect(() => {
    if (content) place.current()
  }, [content])

  const goToEnd = () => {
    following.current = 'end'
    place.current()
  }
  return { atEnd, goToEnd }
}

const endOf = (element: HTMLElement) => element.scrollHeight - element.clientHeight

/** Returns the position at which the newest question is at the top of the view. */
function answerStart(element: HTMLElement, questions: string): number {
  const question = [...element.querySelectorAll(questions)].at(-1)
  if (!question) return Number.POSITIVE_INFINITY
  const { top, bottom } = question.getBoundingClientRect()
  const origin = element.getBoundingClientRect().top - element.scrollTop
  return Math.max(top - spaceAbove, bottom - element.clientHeight * (1 - answerShare)) - origin
}
