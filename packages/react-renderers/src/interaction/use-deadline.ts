import { maxTimerMs } from '@pf/core/internal'
import { useEffect, useRef } from 'react'

const GRACE_MS = 1_000
const RETRY_MS = 20_000

/** Calls back shortly after a deadline and repeats until it changes, because the clock of this page may be ahead of the server's. */
export function useDeadline(deadline: number | undefined, onOver: () => void): void {
  const latest = useRef(onOver)
  useEffect(() => {
    latest.current = onOver
  })
  useEffect(() => {
    if (deadline === undefined) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = (ms: number) => {
      timer = setTimeout(
        () => {
          if (Date.now() >= deadline) latest.current()
          wait(Math.max(RETRY_MS, deadline - Date.now() + GRACE_MS))
        },
        Math.min(maxTimerMs, ms),
      )
    }
    wait(Math.max(GRACE_MS, deadline - Date.now() + GRACE_MS))
    return () => clearTimeout(timer)
  }, [deadline])
}
