import { useEffect, useState } from 'react'

let loaded = false

/** True when everything a chart needs is there; loads the larger chunk when it is needed for the first time. */
export function useMoreSeries(needed: boolean): boolean {
  const [state, setState] = useState<'waiting' | 'there' | { error: unknown }>(loaded ? 'there' : 'waiting')
  useEffect(() => {
    if (!needed || loaded) return undefined
    let gone = false
    import('./echarts-more.ts').then(
      (module) => {
        loaded = module.moreLoaded
        if (!gone) setState('there')
      },
      (error: unknown) => gone || setState({ error }),
    )
    return () => {
      gone = true
    }
  }, [needed])
  if (typeof state === 'object') throw state.error
  return !needed || loaded || state === 'there'
}
