import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenNearProps {
  /** Drawn at once: for what stands at the top. */
  now: boolean
  /** As high as what comes will probably be. */
  placeholder: ReactNode
  children: ReactNode
}

/** Draws something heavy when the reader comes near it, or prints; what was drawn once stays. */
export function WhenNear({ now, placeholder, children }: WhenNearProps) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(now)
  const waiting = !near && !now
  useEffect(() => {
    const element = box.current
    if (!waiting || !element) return undefined
    const show = () => setNear(true)
    if (typeof IntersectionObserver === 'undefined') return show()
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), { rootMargin: '800px 0px' })
    observer.observe(element)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [waiting])
  return <div ref={box}>{waiting ? placeholder : children}</div>
}
