import { useEffect, useRef } from 'react'
import { strategies } from '../shared/settings.ts'
import type { useStrategy } from './shell/use-strategy.ts'

export interface TabSyncOptions {
  thread_id: string
  /** The run of this tab, once the server has sent something of it. */
  startedRun: string | undefined
  /** There is something on the server to look for. */
  known: boolean
  restore(): Promise<void>
  /** How this tab works on questions; another tab's choice comes with its question. */
  strategySelection: ReturnType<typeof useStrategy>
  /** The question that waits for the user; when it goes away, a run goes on that other tabs do not know. */
  question: string | undefined
}

/** Keeps two tabs on one conversation alike: a question asked in one is followed in the other, and a tab that comes back to view looks for news. */
export function useTabSync({ thread_id, startedRun, known, restore, strategySelection, question }: TabSyncOptions): { asked(): void } {
  const channel = useRef<BroadcastChannel | undefined>(undefined)
  const asking = useRef(false)
  const moved = useRef(false)
  const { strategy, choose } = strategySelection

  useEffect(() => {
    const own = new BroadcastChannel(`pf-thread-${thread_id}`)
    channel.current = own
    own.onmessage = ({ data }) => {
      const other = strategies.find((each) => each === data)
      // In another way the run is followed by another client: once that one is there.
      moved.current = other !== undefined && other !== strategy
      if (other && moved.current) choose(other)
      else void restore().catch(() => undefined)
    }
    if (moved.current) void restore().catch(() => undefined)
    moved.current = false
    return () => own.close()
  }, [thread_id, restore, strategy, choose])
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
