import type { AssistantTurn } from '@pf/react-renderers/store'
import { useEffect, useState } from 'react'
import type { Observation } from '../../shared/inspection.ts'

/** Reads the comparison for an answer again whenever one of its tool calls ends. */
export function useInspection(turn: AssistantTurn): Observation[] | undefined {
  const [observations, setObservations] = useState<Observation[]>()
  const { run_id } = turn
  const ended = turn.toolCalls.filter((call) => call.result !== undefined).length
  const done = turn.status !== 'running'

  useEffect(() => {
    const stop = new AbortController()
    const version = `${ended}${done}`
    fetch(`/demo/runs/${encodeURIComponent(run_id)}/inspection?v=${version}`, { signal: stop.signal })
      .then(async (response) => (response.ok ? ((await response.json()) as { observations: Observation[] }).observations : []))
      .then(setObservations)
      .catch(() => undefined)
    return () => stop.abort()
  }, [run_id, ended, done])
  return observations
}
