import type { ConnectionStatus } from '@pf/core'
import { useEffect, useState } from 'react'

/** Availability of the server. `back`: it responds again after it was unavailable or restarted; this status lasts a few seconds. */
export type ServerStatus = 'ok' | 'away' | 'back'

/** Intervals of the requests while the server responds and while it does not, and the duration of the status `back`, in milliseconds. */
const [askMs, retryMs, backMs] = [5_000, 1_000, 6_000]

/**
 * Detects that the server is unavailable or was restarted, by the stream of the run and, while no stream is open, by requests. `restarts`
 * counts how often the server became available again. A page that is not visible sends no requests.
 */
export function useServer(connection: ConnectionStatus): { status: ServerStatus; restarts: number } {
  const { away, restarts } = useHealth()
  const [back, setBack] = useState(false)
  const lost = away || connection === 'reconnecting'
  useEffect(() => {
    if (!lost) return
    setBack(false)
    return () => setBack(true)
  }, [lost])
  useEffect(() => setBack(restarts > 0), [restarts])
  useEffect(() => {
    if (!back) return
    const timer = setTimeout(() => setBack(false), backMs)
    return () => clearTimeout(timer)
  }, [back])
  return { status: lost ? 'away' : back ? 'back' : 'ok', restarts }
}

function useHealth(): { away: boolean; restarts: number } {
  const [away, setAway] = useState(false)
  const [restarts, setRestarts] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    let known: unknown
    let isAway = false
    const note = (started: unknown) => {
      const returned = started !== undefined && (isAway || (known !== undefined && known !== started))
      isAway = started === undefined
      if (!isAway) known = started
      setAway(isAway)
      if (returned) setRestarts((count) => count + 1)
    }
    let asking = false
    const ask = async () => {
      if (asking) return
      asking = true
      clearTimeout(timer)
      if (document.visibilityState === 'visible') note(await readStarted())
      asking = false
      if (!stopped) timer = setTimeout(ask, isAway ? retryMs : askMs)
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      stopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return { away, restarts }
}

/** Returns the identity of the server process, or undefined if the server does not respond. */
async function readStarted(): Promise<unknown> {
  try {
    const response = await fetch('/health', { signal: AbortSignal.timeout(4_000) })
    return response.ok ? ((await response.json()) as { started?: unknown }).started : undefined
  } catch {
    return undefined
  }
}
