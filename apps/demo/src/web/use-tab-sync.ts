import { useEffect, useRef } from 'react'
import { strategies } from '../shared/settings.ts'
import type { useStrategy } from './shell/use-strategy.ts'

export interface TabSyncOptions {
  threadId: string
  /** The run started by this tab, after its first event has arrived. */
  startedRun: string | undefined
  /** True if the server knows the conversation. */
  known: boolean
  restore(): Promise<unknown>
  /** The strategy of this tab. It is adopted from another tab together with its question. */
  strategySelection: ReturnType<typeof useStrategy>
  /** The open question; when it is answered, a run continues that other tabs must follow. */
  question: string | undefined
}

/** Synchronizes tabs that show the same conversation: a question asked in one tab is followed in the others, and a tab that becomes visible reloads. */
export function useTabSync({ threadId, startedRun, known, restore, strategySelection, question }: TabSyncOptions): { asked(): void } {
  const channel = useRef<BroadcastChannel | undefined>(undefined)
  const asking = useRef(false)
  const moved = useRef(false)
  const { strategy, choose } = strategySelection

  useEffect(() => {
    const own = new BroadcastChannel(`pf-thread-${threadId}`)
    channel.current = own
    own.onmessage = ({ data }) => {
      const other = strategies.find((each) => each === data)
      // If the strategy differs, the run must be followed by the client of that strategy, which is available after the next render.
      moved.current = other !== undefined && other !== strategy
      if (other && moved.current) choose(other)
      else void restore().catch(() => undefined)
    }
    if (moved.current) void restore().catch(() => undefined)
    moved.current = false
    return () => own.close()
  }, [threadId, restore, strategy, choose])
  const waiting = useRef(question)
  useEffect(() => {
    if (waiting.current !== undefined && waiting.current !== question) asking.current = true
    waiting.current = question
  }, [question])
  useEffect(() => {
    if (!startedRun || !asking.current) return
    asking.current = false
    channel.current?.postMessage(strategy)
  }, [startedRun, strategy])
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
