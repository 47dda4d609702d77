import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { FigureContext } from '../context/figure-context.ts'
import type { AssistantTurn } from '../store/model/types.ts'

/** Props of FigureSources. */
export interface FigureSourcesProps {
  /** The turn whose texts and components are inside. */
  turn: AssistantTurn
  children: ReactNode
}

/** The code behind, which is loaded with the first answer that has figures with an origin. */
type Code = Pick<typeof import('./figure-layer.tsx'), 'FigureLayer' | 'createLookup'>

/**
 * Shows where the figures of a turn come from: on hover, focus and tap of a figure in a text (`MarkdownText`), metric or table inside, and in
 * a list below. Figures that no result has are followed by a sign. Without `provenance` of the agent it changes nothing.
 */
export function FigureSources({ turn, children }: FigureSourcesProps) {
  const root = useRef<HTMLDivElement>(null)
  const code = useCode(turn.provenance !== undefined && turn.status !== 'running')
  const { provenance, payload, segments, components } = turn
  const figures = useMemo(() => code?.createLookup({ provenance, payload, segments, components }), [code, provenance, payload, segments, components])
  return (
    <FigureContext.Provider value={figures?.lookup}>
      <div className="pf-figures" ref={root}>
        {children}
      </div>
      {code && figures && <code.FigureLayer root={root} turn={turn} provenance={figures.provenance} />}
    </FigureContext.Provider>
  )
}

let loaded: Code | undefined

/** Returns the code once it is needed and loaded. If it cannot be loaded, figures are not marked. */
function useCode(isNeeded: boolean): Code | undefined {
  const [code, setCode] = useState(loaded)
  useEffect(() => {
    if (!isNeeded || code) return undefined
    let isMounted = true
    import('./figure-layer.tsx').then(
      ({ FigureLayer, createLookup }) => {
        loaded = { FigureLayer, createLookup }
        if (isMounted) setCode(loaded)
      },
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [isNeeded, code])
  return isNeeded ? code : undefined
}
