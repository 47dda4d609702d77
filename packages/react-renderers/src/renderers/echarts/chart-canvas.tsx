import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { echartsMessages } from '../../messages/echarts.ts'
import { styleVars } from '../../text/style-vars.ts'
import { type ChartTokens, readTokens } from '../chart/chart-tokens.ts'
import { useColorScheme } from '../chart/use-color-scheme.ts'
import { applyTheme } from './apply-theme.ts'
import { themedTokens } from './chart-palettes.ts'
import { chartTheme } from './chart-theme.ts'
import type { CleanOption } from './clean-option.ts'
import { type GuardedEcharts, guardEcharts, ReactEcharts } from './echarts-component.ts'
import { type ChartSize, sizeOf } from './theme-context.ts'

interface ChartCanvasProps {
  option: CleanOption
  label: string
  height: string
  loading: boolean
  /** A theme name of the registry; any other value uses the theme of the page. */
  theme: unknown
  /** True while data is streaming. */
  growing: boolean
}

interface CanvasEnvironment {
  size: ChartSize
  width: number
  tokens: ChartTokens
}

/** Draws the chart. Errors of ECharts are thrown while rendering, so that error boundaries catch them. */
export function ChartCanvas({ option, label, height, loading, growing, theme: named }: ChartCanvasProps) {
  const { locale } = useRendering()
  const messages = useMessages('echarts', echartsMessages)
  const loadingOption = useMemo(() => ({ ...LOADING, text: messages.loading }), [messages])
  const scheme = useColorScheme()
  const box = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<{ error: unknown; option: CleanOption } | undefined>(undefined)
  const current = useRef(option)
  const library = useMemo(() => guardEcharts((error) => setFault({ error, option: current.current })), [])
  const environment = useCanvasEnvironment(box, library, { schemeKey: scheme.key, theme: named })
  const reducedMotion = scheme.reducedMotion || growing
  const themedOption = useMemo(
    () => environment && applyTheme(option, { ...environment, locale, reducedMotion, patterns: scheme.patterns }),
    [option, environment, locale, reducedMotion, scheme.patterns],
  )
  const tokens = environment?.tokens
  const theme = useMemo(() => tokens && chartTheme(tokens), [tokens])
  current.current = option
  if (fault?.option === option) throw fault.error
  return (
    <div
      className="pf-chart"
      ref={box}
      role="img"
      aria-label={label}
      aria-busy={loading}
      data-theme={named === 'dark' ? 'dark' : undefined}
      style={styleVars({ '--pf-chart-height': height })}
    >
      {theme && themedOption && (
        <ReactEcharts
          echarts={library}
          option={themedOption}
          theme={theme}
          notMerge
          autoResize={false}
          showLoading={loading}
          loadingOption={loadingOption}
          className="pf-chart-canvas"
          style={FILL}
        />
      )}
    </div>
  )
}

const FILL = { height: '100%', width: '100%' }
const LOADING = { color: 'transparent', maskColor: 'transparent', textColor: 'gray', showSpinner: false, fontSize: 12 }

const STEP = 20

/** Tracks the width and the colours of the container and resizes the canvas. */
function useCanvasEnvironment(
  box: RefObject<HTMLDivElement | null>,
  library: GuardedEcharts,
  { schemeKey, theme }: { schemeKey: string; theme: unknown },
): CanvasEnvironment | undefined {
  const [width, setWidth] = useState(0)
  const [tokens, setTokens] = useState<ChartTokens | undefined>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.width ?? 0
      if (next === 0) return
      setWidth(Math.floor(next / STEP) * STEP)
      const canvas = element.querySelector<HTMLElement>('.pf-chart-canvas')
      const chart = canvas && library.getInstanceByDom(canvas)
      if (chart && !chart.isDisposed()) chart.resize({ width: 'auto', height: 'auto' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, library])
  useEffect(() => {
    // The colours are read again when the colour scheme changes.
    if (box.current && schemeKey !== undefined) setTokens(themedTokens(readTokens(box.current), theme))
  }, [box, schemeKey, theme])
  return useMemo(() => (width > 0 && tokens ? { size: sizeOf(width), width, tokens } : undefined), [width, tokens])
}
