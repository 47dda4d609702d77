import { type RefObject, useEffect, useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { type ChartTokens, readTokens } from '../chart/chart-tokens.ts'
import { useColorScheme } from '../chart/use-color-scheme.ts'
import { diagramConfig } from './diagram-theme.ts'
import type { AcceptedText } from './draw-diagram.ts'
import { loadMermaid } from './mermaid-library.ts'
import type { DiagramRefusal } from './read-diagram.ts'

/** The state of a diagram. `absent`: Mermaid is not available. `failed`: it cannot parse the text. `refused`: it must not draw the text. */
export type Diagram =
  | { state: 'drawing' }
  | { state: 'drawn'; address: string; width: number; height: number }
  | { state: 'refused'; refusal: DiagramRefusal }
  | { state: 'absent'; retry: () => void }
  | { state: 'failed'; reason: string }

const DRAWING: Diagram = { state: 'drawing' }

/** Renders diagram text in the colours of its container. The last image stays until the next one is ready. */
export function useDiagram(place: RefObject<HTMLElement | null>, text: AcceptedText | undefined, theme: string | undefined): Diagram {
  const { loaders } = useRendering()
  const { key } = useColorScheme()
  const [diagram, setDiagram] = useState<Diagram>(DRAWING)
  const [attempt, setAttempt] = useState(0)
  const { code, kind = '' } = text ?? {}
  useEffect(() => {
    const element = place.current
    if (!element || code === undefined || key === '' || attempt < 0) return undefined
    let cancelled = false
    let address: string | undefined
    const update = (next: Diagram) => cancelled || setDiagram(next)
    const draw = async () => {
      // The code that draws and sanitizes a diagram is loaded together with Mermaid, because it is not needed otherwise.
      const [mermaid, { drawDiagram }] = await Promise.all([loadMermaid(loaders.mermaid).catch(() => undefined), import('./draw-diagram.ts')])
      if (!mermaid) return update({ state: 'absent', retry: () => setAttempt((before) => before + 1) })
      if (cancelled) return undefined
      const tokens = readTokens(element)
      const drawn = await drawDiagram(mermaid, { code, kind }, diagramConfig(theme, tokens, isDark(tokens)))
      if (cancelled || !drawn) return update({ state: 'failed', reason: '' })
      if ('refusal' in drawn) return update({ state: 'refused', refusal: drawn.refusal })
      const { svg } = drawn
      address = URL.createObjectURL(new Blob([svg.source], { type: 'image/svg+xml' }))
      return update({ state: 'drawn', address, width: svg.width, height: svg.height })
    }
    draw().catch((error: unknown) => update({ state: 'failed', reason: error instanceof Error ? error.message : '' }))
    return () => {
      cancelled = true
      if (address !== undefined) revokeLater(address)
    }
  }, [place, code, kind, theme, loaders, key, attempt])
  return diagram
}

/** Revokes an object URL after a delay, because its image stays visible until the next one is ready. */
const revokeLater = (address: string) => setTimeout(() => URL.revokeObjectURL(address), 10_000)

/** True if the text is lighter than the surface. */
function isDark({ text1, surface }: ChartTokens): boolean {
  const light = (color: string) => (color.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0)
  return light(text1) > light(surface)
}
