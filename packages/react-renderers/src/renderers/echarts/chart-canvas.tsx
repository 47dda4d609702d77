import ReactEcharts from 'echarts-for-react/lib/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useRendering } from '../../hooks/context.ts'
import { styleVars } from '../../text/style-vars.ts'
import { type ChartSize, sizeOf } from './chart-layout.ts'
import { chartTheme } from './chart-theme.ts'
import { readTokens } from './chart-tokens.ts'
import type { CleanOption } from './clean-option.ts'
import { dressOption } from './dress-option.ts'
import { guardEcharts } from './guard-echarts.ts'
import { useScheme } from './use-scheme.ts'

interface ChartCanvasProps {
  option: CleanOption
  label: string
  height: string
  loading: boolean
  /** Data still arrives. */
  growing: boolean
}

interface Room {
  size: ChartSize
  theme: Record<string, unknown>
}

/** The picture itself. Throws, while React renders, what ECharts threw at the option. */
export function ChartCanvas({ option, label, height, loading, growing }: ChartCanvasProps) {
  const { locale } = useRendering()
  const scheme = useScheme()
  const box = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<{ error: unknown; option: CleanOption } | undefined>(undefined)
  const current = useRef(option)
  const library = useMemo(() => guardEcharts((error) => setFault({ error, option: current.current })), [])
  const room = useRoom(box, library, scheme.key)
  const still = scheme.still || growing
  const dressed = useMemo(
    () => room && dressOption(option, { size: room.size, locale, still, patterns: scheme.patterns }),
    [option, room, locale, still, scheme.patterns],
  )
  current.current = option
  if (fault?.option === option) throw fault.error
  return (
    <div className="pf-chart" ref={box} role="img" aria-label={label} style={styleVars({ '--pf-chart-height': height })}>
      {room && dressed && (
        <ReactEcharts
          echarts={library}
          option={dressed}
          theme={room.theme}
          notMerge
          autoResize={false}
          showLoading={loading}
          loadingOption={LOADING}
          className="pf-chart-canvas"
          style={FILL}
        />
      )}
    </div>
  )
}

const FILL = { height: '100%', width: '100%' }
const LOADING = { text: 'Loading', color: 'transparent', maskColor: 'transparent', textColor: 'gray', showSpinner: false, fontSize: 12 }

/** Follows the box: its width class, its colours, and the canvas inside it. */
function useRoom(box: React.RefObject<HTMLDivElement | null>, library: ReturnType<typeof guardEcharts>, look: string): Room | undefined {
  const [size, setSize] = useState<ChartSize | undefined>(undefined)
  const [theme, setTheme] = useState<Record<string, unknown> | undefined>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0
      if (width === 0) return
      setSize(sizeOf(width))
      const canvas = element.querySelector<HTMLElement>('.pf-chart-canvas')
      const chart = canvas && library.getInstanceByDom(canvas)
      if (chart && !chart.isDisposed()) chart.resize({ width: 'auto', height: 'auto' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, library])
  useEffect(() => {
    // `look` is why the colours are read again.
    if (box.current && look !== undefined) setTheme(chartTheme(readTokens(box.current)))
  }, [box, look])
  return useMemo(() => (size && theme ? { size, theme } : undefined), [size, theme])
}
