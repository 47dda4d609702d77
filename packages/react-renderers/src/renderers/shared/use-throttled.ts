import { useEffect, useRef, useState } from 'react'

/** Returns the value, updated at most once every `interval` milliseconds. The last value is always returned; 0 disables throttling. */
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
