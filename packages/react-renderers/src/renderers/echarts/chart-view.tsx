import type { JsonObject } from '@pf/core'
import { useMemo, useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { useResolved } from '../../data/use-resolved.ts'
import { chartSummaryMessages } from '../../messages/chart-summary.ts'
import { chartTableMessages } from '../../messages/chart-table.ts'
import { echartsMessages } from '../../messages/echarts.ts'
import { ArtifactCard } from '../../parts/artifact-card.tsx'
import { ArtifactFrame } from '../../parts/artifact-frame.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { styleVars } from '../../text/style-vars.ts'
import { useSteady } from '../markdown/use-steady.ts'
import { written } from '../shared/excess.ts'
import { TableView } from '../shared/table-view.tsx'
import { type ChartLook, ViewSwitch } from '../shared/view-switch.tsx'
import { excessOf } from './bound-series.ts'
import { ChartCanvas } from './chart-canvas.tsx'
import { chartLabels } from './chart-labels.ts'
import { heightOf, widthOf } from './chart-layout.ts'
import { chartRows } from './chart-rows.ts'
import { cleanOption, needsMore } from './clean-option.ts'
import { isEmpty } from './is-empty.ts'
import { useMoreSeries } from './use-more-series.ts'

const HEIGHT = 400
const STREAM_MS = 200

interface ChartViewProps {
  props: JsonObject
  title: string | undefined
  streaming: boolean
}

/** A chart with its words, and its data as a table at the reader's wish. */
export function ChartView({ props, title, streaming }: ChartViewProps) {
  const steady = useSteady(props, streaming ? STREAM_MS : 0)
  const { value, pending, failed, notice, retry } = useResolved(steady.option)
  const option = useMemo(() => cleanOption(value), [value])
  const excess = useMemo(() => option && excessOf(option), [option])
  const ready = useMoreSeries(option !== undefined && !excess && needsMore(option))
  const { locale } = useRendering()
  const fixed = useMessages('echarts', echartsMessages)
  const summary = useMessages('echarts', chartSummaryMessages)
  const heads = useMessages('chartTable', chartTableMessages)
  const table = useMemo(() => option && chartRows(option, heads), [option, heads])
  const labels = useMemo(() => chartLabels(steady, title, summary), [steady, title, summary])
  const [view, setView] = useState<ChartLook>('chart')
  const height = heightOf(steady.height, HEIGHT)
  const shown = table ? view : 'chart'
  const loading = pending || steady.loading === true
  const drawn = option !== undefined && !excess && (!isEmpty(option) || (loading && !streaming))
  const refusal = excess ? fixed.tooMuch({ ...written(excess, locale), table: table !== undefined }) : fixed.empty
  const tools = table && !streaming && <ViewSwitch view={view} onView={setView} />
  return (
    <ArtifactFrame title={labels.title} description={labels.description} tools={tools || undefined}>
      <div className="pf-chart-box" style={styleVars({ '--pf-chart-width': widthOf(steady.width) })}>
        {failed && <ArtifactCard text={fixed.failed} onRetry={retry} />}
        {notice && <ArtifactCard text={notice} />}
        {!failed && !drawn && shown === 'chart' && (streaming || pending ? <Skeleton component="echarts" props={steady} /> : <ArtifactCard text={refusal} />)}
        {!failed && drawn && !ready && <Skeleton component="echarts" props={steady} />}
        {!failed && drawn && ready && shown === 'chart' && (
          <ChartCanvas option={option} label={labels.label} height={height} loading={loading} growing={streaming} theme={steady.theme} />
        )}
        {!failed && table && shown === 'table' && <TableView table={table} title={labels.title} />}
      </div>
    </ArtifactFrame>
  )
}
