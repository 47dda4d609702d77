import type { JsonObject } from '@pf/core'
import { useEffect, useMemo, useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { useDrawingFailure } from '../../context/use-drawing-failure.ts'
import { useMessages } from '../../context/use-messages.ts'
import { useResolved } from '../../data/use-resolved.ts'
import { chartSummaryMessages } from '../../messages/chart-summary.ts'
import { chartTableMessages } from '../../messages/chart-table.ts'
import { echartsMessages } from '../../messages/echarts.ts'
import { ComponentCard } from '../../parts/component-card.tsx'
import { ComponentFrame } from '../../parts/component-frame.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { styleVars } from '../../text/style-vars.ts'
import { formatLimit } from '../chart/limit-exceeded.ts'
import { TableView } from '../chart/table-view.tsx'
import { type ChartMode, ViewSwitch } from '../chart/view-switch.tsx'
import { cssHeight, widthOf } from '../shared/css-size.ts'
import { useThrottled } from '../shared/use-throttled.ts'
import { ChartCanvas } from './chart-canvas.tsx'
import { findLimitExceeded } from './chart-cost.ts'
import { chartLabels } from './chart-labels.ts'
import { chartRows } from './chart-rows.ts'
import { cleanOption, countOmittedElements, findOmittedSeries, needsLazySeries } from './clean-option.ts'
import { isEmpty } from './is-empty.ts'

const HEIGHT = 400
const STREAM_MS = 200

interface ChartViewProps {
  id: string
  props: JsonObject
  title: string | undefined
  streaming: boolean
}

/** Renders a chart with its title and description, and optionally its data as a table. */
export function ChartView({ id, props, title, streaming }: ChartViewProps) {
  const throttled = useThrottled(props, streaming ? STREAM_MS : 0)
  const { value, pending, failed, notice, retry } = useResolved(throttled.option)
  const option = useMemo(() => cleanOption(value), [value])
  const limitExceeded = useMemo(() => option && findLimitExceeded(option), [option])
  const ready = useLazySeries(option !== undefined && !limitExceeded && needsLazySeries(option))
  const { locale } = useRendering()
  const messages = useMessages('echarts', echartsMessages)
  const summary = useMessages('echarts', chartSummaryMessages)
  const tableMessages = useMessages('chartTable', chartTableMessages)
  const table = useMemo(() => option && chartRows(option, tableMessages), [option, tableMessages])
  const labels = useMemo(() => chartLabels(throttled, title, summary), [throttled, title, summary])
  const [view, setView] = useState<ChartMode>('chart')
  const height = cssHeight(throttled.height, HEIGHT)
  const shown = table ? view : 'chart'
  const loading = pending || throttled.loading === true
  const drawn = option !== undefined && !limitExceeded && (!isEmpty(option) || (loading && !streaming))
  const refusal = limitExceeded ? messages.tooMuch({ ...formatLimit(limitExceeded, locale), table: table !== undefined }) : messages.empty
  const isRefused = !failed && !drawn && !streaming && !pending
  useDrawingFailure({ id, component: 'echarts', reason: isRefused ? refusal : undefined })
  const omitted = useMemo(() => (drawn ? findOmittedSeries(value) : undefined), [drawn, value])
  const elements = useMemo(() => (drawn ? countOmittedElements(value) : 0), [drawn, value])
  const notices = [omitted && messages.seriesOmitted(formatLimit(omitted, locale)), elements > 0 && messages.elementsOmitted(elements.toLocaleString(locale))]
  const description = [labels.description, ...notices].filter(Boolean).join(' ') || undefined
  const tools = table && !streaming && <ViewSwitch view={view} onView={setView} />
  return (
    <ComponentFrame title={labels.title} description={description} tools={tools || undefined}>
      <div className="pf-chart-box" style={styleVars({ '--pf-chart-width': widthOf(throttled.width) })}>
        {failed && <ComponentCard text={messages.failed} onRetry={retry} />}
        {notice && <ComponentCard text={notice} />}
        {!failed && !drawn && !isRefused && shown === 'chart' && <Skeleton component="echarts" props={throttled} />}
        {isRefused && shown === 'chart' && <ComponentCard text={refusal} />}
        {!failed && drawn && !ready && <Skeleton component="echarts" props={throttled} />}
        {!failed && drawn && ready && shown === 'chart' && (
          <ChartCanvas option={option} label={labels.label} height={height} loading={loading} growing={streaming} theme={throttled.theme} />
        )}
        {!failed && table && shown === 'table' && <TableView table={table} title={labels.title} />}
      </div>
    </ComponentFrame>
  )
}

let loaded = false

/** Loads the additional series types when they are needed. Returns true when the chart can be drawn. */
export function useLazySeries(needed: boolean): boolean {
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
