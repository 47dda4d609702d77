import { type RefObject, useEffect, useRef, useState } from 'react'
import { styleVars } from '../../text/style-vars.ts'
import { readTokens } from '../chart/chart-tokens.ts'
import { useColorScheme } from '../chart/use-color-scheme.ts'
import type { CleanFigure } from './clean-figure.ts'
import type { Plotly } from './load-plotly.ts'
import { type PlotEnvironment, plotConfig, plotLayout } from './plot-theme.ts'

const PURGE_MS = 1_000

interface PlotCanvasProps {
  plotly: Plotly
  figure: CleanFigure
  config: unknown
  /** Plotly's settings for texts, numbers and dates. */
  language: Record<string, unknown>
  label: string
  height: string
  /** True if the chart adapts to the width of its container. */
  responsive: boolean
}

/** Draws the chart. Errors of Plotly are thrown while rendering, so that error boundaries catch them. */
export function PlotCanvas({ plotly, figure, config, language, label, height, responsive }: PlotCanvasProps) {
  const box = useRef<HTMLElement>(null)
  const plot = useRef<HTMLDivElement>(null)
  const { key } = useColorScheme()
  const size = useSize(box, responsive)
  const [fault, setFault] = useState<{ error: unknown; figure: CleanFigure } | undefined>(undefined)
  useEffect(() => {
    const element = plot.current
    if (!element || !box.current || !size || key === '') return
    const environment: PlotEnvironment = { ...size, tokens: readTokens(box.current), touch: matchMedia('(pointer: coarse)').matches }
    // Plotly modifies its arguments.
    const drawn = structuredClone({ data: figure.traces, layout: plotLayout(figure.layout, environment) })
    const failed = (error: unknown) => setFault({ error, figure })
    try {
      plotly.react(element, drawn.data, drawn.layout, { ...plotConfig(config), ...language }).then(() => detachHover(element), failed)
    } catch (error) {
      failed(error)
    }
  }, [plotly, figure, config, language, size, key])
  usePurge(plotly, plot)
  if (fault?.figure === figure) throw fault.error
  return (
    <figure className="pf-plot" ref={box} aria-label={label} style={styleVars({ '--pf-chart-height': height })}>
      <div className="pf-plot-canvas" ref={plot} />
    </figure>
  )
}

/**
 * Removes Plotly's listeners for clicks and movement on a hover label. They assign `event.target`, which throws in code that a bundler has made
 * strict, so that every click on a label would be an error of the page. Labels are still shown and hidden by the listeners of the plot area.
 */
function detachHover(element: HTMLElement): void {
  const layer = element.querySelector<SVGElement>('.hoverlayer')
  if (layer) Object.assign(layer, { onclick: null, onmousemove: null })
}

/** Frees the resources of Plotly after the chart was removed. It waits because pending work of Plotly would fail otherwise. */
function usePurge(plotly: Plotly, plot: RefObject<HTMLElement | null>): void {
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    const element = plot.current
    clearTimeout(waiting.current)
    return () => {
      if (element) waiting.current = setTimeout(() => purge(plotly, element), PURGE_MS)
    }
  }, [plotly, plot])
}

/** Removes a chart. Plotly cannot purge a chart whose rendering failed, so the element is emptied instead. */
function purge(plotly: Plotly, element: HTMLElement): void {
  try {
    plotly.purge(element)
  } catch {
    element.replaceChildren()
  }
}

function useSize(box: RefObject<HTMLElement | null>, responsive: boolean): { width: number; height: number } | undefined {
  const [size, setSize] = useState<{ width: number; height: number } | undefined>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const [width, height] = [Math.floor(element.clientWidth), Math.floor(element.clientHeight)]
      if (width === 0 || height === 0) return
      setSize((last) => (last && (!responsive || (last.width === width && last.height === height)) ? last : { width, height }))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, responsive])
  return size
}
