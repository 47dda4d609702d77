import { useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useDrawingFailure } from '../context/use-drawing-failure.ts'
import { useMessages } from '../context/use-messages.ts'
import { useResolved } from '../data/use-resolved.ts'
import { chartTableMessages } from '../messages/chart-table.ts'
import { plotlyMessages } from '../messages/plotly.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { formatLimit } from './chart/limit-exceeded.ts'
import { TableView } from './chart/table-view.tsx'
import { type ChartMode, ViewSwitch } from './chart/view-switch.tsx'
import { plotLabels } from './plotly/plot-labels.ts'
import { plotRows } from './plotly/plot-rows.ts'
import { useDrawing } from './plotly/use-drawing.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders a chart with Plotly from a sanitized figure, and its data as a table. */
export function PlotlyRenderer({ props, id, title, streaming }: RendererProps) {
  const { locale } = useRendering()
  const messages = useMessages('plotly', plotlyMessages)
  const tableMessages = useMessages('chartTable', chartTableMessages)
  const { value, pending, failed, notice, retry } = useResolved(props.data)
  const drawing = useDrawing()
  const figure = useMemo(() => drawing?.cleanFigure(value, props.layout), [drawing, value, props.layout])
  const limitExceeded = useMemo(() => figure && drawing?.findLimitExceeded(figure), [drawing, figure])
  const table = useMemo(() => plotRows(value, props.layout, tableMessages), [value, props.layout, tableMessages])
  const labels = useMemo(() => plotLabels(props, title, messages), [props, title, messages])
  const [view, setView] = useState<ChartMode>('chart')
  const shown = table ? view : 'chart'
  const drawn = drawing !== undefined && figure !== undefined && !limitExceeded && !drawing.isEmptyFigure(figure)
  const refusal = limitExceeded ? messages.tooMuch({ ...formatLimit(limitExceeded, locale), table: table !== undefined }) : messages.empty
  const isRefused = !failed && !pending && drawing !== undefined && !streaming && !drawn
  useDrawingFailure({ id, component: 'plotly', reason: isRefused ? refusal : undefined })
  if (streaming && props.data === undefined) return <Skeleton component="plotly" props={props} />
  const omitted = drawn ? drawing.findOmittedTraces(value) : undefined
  const elements = drawn ? drawing.countOmittedElements(props.layout) : 0
  const notices = [
    drawn && figure.every > 1 && messages.downsampled(figure.every),
    omitted && messages.seriesOmitted(formatLimit(omitted, locale)),
    elements > 0 && messages.elementsOmitted(elements.toLocaleString(locale)),
  ]
  const description = notices.filter(Boolean).join(' ') || undefined
  const tools = table && !streaming && <ViewSwitch view={view} onView={setView} />
  return (
    <ComponentFrame title={labels.title} description={description} tools={tools || undefined}>
      {failed && <ComponentCard text={messages.failed} onRetry={retry} />}
      {notice && <ComponentCard text={notice} />}
      {!failed && (pending || !drawing || (streaming && !drawn)) && <Skeleton component="plotly" props={props} />}
      {isRefused && shown === 'chart' && <ComponentCard text={refusal} />}
      {!failed && !pending && drawn && shown === 'chart' && <drawing.Plot figure={figure} props={props} label={labels.label} />}
      {!failed && !pending && table && shown === 'table' && <TableView table={table} title={labels.title} />}
    </ComponentFrame>
  )
}
