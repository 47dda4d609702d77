import { useEffect, useRef, useState } from 'react'

/** The value, at most once every `interval` ms while it changes faster; the last one always comes through. 0 is at once. */
export function useThrottled<T>(value: T, interval: number): T {
  const [shown, setShown] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    if (interval === 0) return undefined
    const wait = Math.max(0, last.current + interval - performance.now())
    const timer = setTimeout(() => {
      last.current = performance.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, interval])
  return interval === 0 ? value : shown
}
