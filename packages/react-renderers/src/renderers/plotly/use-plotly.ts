import { useEffect, useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { loadPlotly, type PlotlyBundle } from './load-plotly.ts'
import { cartesian } from './trace-rules.ts'

/** Plotly on its way; `absent` is what did not come. */
export type PlotlyState = { state: 'loading' } | { state: 'there'; bundle: PlotlyBundle } | { state: 'absent'; retry: () => void }

/** Gets Plotly when it is wanted, and says which traces it will have. */
export function usePlotly(wanted: boolean): PlotlyState {
  const { loaders } = useRendering()
  const [found, setFound] = useState<PlotlyState>({ state: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted || attempt < 0) return undefined
    let gone = false
    loadPlotly(loaders.plotly).then(
      (bundle) => gone || setFound({ state: 'there', bundle }),
      () => gone || setFound({ state: 'absent', retry: () => setAttempt((before) => before + 1) }),
    )
    return () => {
      gone = true
    }
  }, [wanted, loaders, attempt])
  return found
}

/** The traces that are surely there before anything is loaded; undefined where the host's own bundle has to say. */
export function useTypesAhead(): ReadonlySet<string> | undefined {
  return useRendering().loaders.plotly ? undefined : cartesian
}
