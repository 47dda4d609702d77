import { useEffect, useRef } from 'react'

export interface OtherTabsOptions {
  thread_id: string
  /** The run of this tab, once the server has sent something of it. */
  startedRun: string | undefined
  /** There is something on the server to look for. */
  known: boolean
  restore(): Promise<void>
  /** The question that waits for the user; when it goes away, a run goes on that other tabs do not know. */
  question: string | undefined
}

/** Keeps two tabs on one conversation alike: a question asked in one is followed in the other, and a tab that comes back to view looks for news. */
export function useOtherTabs({ thread_id, startedRun, known, restore, question }: OtherTabsOptions): { asked(): void } {
  const channel = useRef<BroadcastChannel | undefined>(undefined)
  const asking = useRef(false)

  useEffect(() => {
    const own = new BroadcastChannel(`pf-thread-${thread_id}`)
    channel.current = own
    own.onmessage = () => void restore().catch(() => undefined)
    return () => own.close()
  }, [thread_id, restore])
  const waiting = useRef(question)
  useEffect(() => {
    if (waiting.current !== undefined && waiting.current !== question) asking.current = true
    waiting.current = question
  }, [question])
  useEffect(() => {
    if (!startedRun || !asking.current) return
    asking.current = false
    channel.current?.postMessage('asked')
  }, [startedRun])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && known) void restore().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [known, restore])

  return {
    asked: () => {
      asking.current = true
    },
  }
}
