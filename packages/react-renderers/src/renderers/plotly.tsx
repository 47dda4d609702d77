import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { useResolved } from '../data/use-resolved.ts'
import { chartTableMessages } from '../messages/chart-table.ts'
import { plotlyMessages } from '../messages/plotly.ts'
import { plotlyToolMessages } from '../messages/plotly-tools.ts'
import { ArtifactCard } from '../parts/artifact-card.tsx'
import { ArtifactFrame } from '../parts/artifact-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { formatLimit } from './chart/limit-exceeded.ts'
import { TableView } from './chart/table-view.tsx'
import { type ChartMode, ViewSwitch } from './chart/view-switch.tsx'
import { type CleanFigure, cleanFigure, countOmittedElements, findOmittedTraces, missingTypes } from './plotly/clean-figure.ts'
import { findLimitExceeded, isEmptyFigure } from './plotly/figure-limits.ts'
import { usePlotly, useTypesBeforeLoad } from './plotly/load-plotly.ts'
import { PlotCanvas } from './plotly/plot-canvas.tsx'
import { plotLabels } from './plotly/plot-labels.ts'
import { plotLocale } from './plotly/plot-locale.ts'
import { plotRows } from './plotly/plot-rows.ts'
import { cssHeight } from './shared/css-size.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const HEIGHT = 400

/** Renders a chart with Plotly from a sanitized figure, and its data as a table. */
export function PlotlyRenderer({ props, title, streaming }: RendererProps) {
  const { locale } = useRendering()
  const messages = useMessages('plotly', plotlyMessages)
  const tableMessages = useMessages('chartTable', chartTableMessages)
  const { value, pending, failed, notice, retry } = useResolved(props.data)
  const figure = useMemo(() => cleanFigure(value, props.layout), [value, props.layout])
  const limitExceeded = useMemo(() => figure && findLimitExceeded(figure.traces), [figure])
  const table = useMemo(() => plotRows(value, props.layout, tableMessages), [value, props.layout, tableMessages])
  const labels = useMemo(() => plotLabels(props, title, messages), [props, title, messages])
  const [view, setView] = useState<ChartMode>('chart')
  if (streaming && props.data === undefined) return <Skeleton component="plotly" props={props} />
  const shown = table ? view : 'chart'
  const drawn = figure !== undefined && !limitExceeded && !isEmptyFigure(figure)
  const refusal = limitExceeded ? messages.tooMuch({ ...formatLimit(limitExceeded, locale), table: table !== undefined }) : messages.empty
  const omitted = drawn ? findOmittedTraces(value) : undefined
  const elements = drawn ? countOmittedElements(props.layout) : 0
  const notices = [
    drawn && figure.every > 1 && messages.downsampled(figure.every),
    omitted && messages.seriesOmitted(formatLimit(omitted, locale)),
    elements > 0 && messages.elementsOmitted(elements.toLocaleString(locale)),
  ]
  const description = notices.filter(Boolean).join(' ') || undefined
  const tools = table && !streaming && <ViewSwitch view={view} onView={setView} />
  return (
    <ArtifactFrame title={labels.title} description={description} tools={tools || undefined}>
      {failed && <ArtifactCard text={messages.failed} onRetry={retry} />}
      {notice && <ArtifactCard text={notice} />}
      {!failed && (pending || (streaming && !drawn)) && <Skeleton component="plotly" props={props} />}
      {!failed && !pending && !streaming && !drawn && shown === 'chart' && <ArtifactCard text={refusal} />}
      {!failed && !pending && drawn && shown === 'chart' && <Plot figure={figure} props={props} label={labels.label} />}
      {!failed && !pending && table && shown === 'table' && <TableView table={table} title={labels.title} />}
    </ArtifactFrame>
  )
}

interface PlotProps {
  figure: CleanFigure
  props: JsonObject
  label: string
}

function Plot({ figure, props, label }: PlotProps) {
  const messages = useMessages('plotly', plotlyMessages)
  const tools = useMessages('plotly', plotlyToolMessages)
  const { locale } = useRendering()
  const language = useMemo(() => plotLocale(tools, locale), [tools, locale])
  const typesBeforeLoad = useTypesBeforeLoad()
  const missing = typesBeforeLoad ? missingTypes(figure.traces, typesBeforeLoad) : []
  const plotly = usePlotly(missing.length === 0)
  // The bundle does not support the trace type; the table of the data is still available.
  if (missing.length > 0) return <ArtifactCard text={messages.unsupportedTypes(missing.join(', '))} />
  if (plotly.state === 'loading') return <Skeleton component="plotly" props={props} />
  if (plotly.state === 'absent') return <ArtifactCard text={messages.libraryMissing} onRetry={plotly.retry} />
  const unknown = missingTypes(figure.traces, plotly.bundle.types)
  if (unknown.length > 0) return <ArtifactCard text={messages.unsupportedTypes(unknown.join(', '))} />
  const responsive = !(isRecord(props.config) && props.config.responsive === false)
  return (
    <PlotCanvas
      plotly={plotly.bundle.plotly}
      figure={figure}
      config={props.config}
      language={language}
      label={label}
      height={cssHeight(props.height, HEIGHT)}
      responsive={responsive}
    />
  )
}
