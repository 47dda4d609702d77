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
import { heightOf } from './echarts/chart-layout.ts'
import { type CleanFigure, cleanFigure, missingTypes } from './plotly/clean-figure.ts'
import { excessOf } from './plotly/excess-of.ts'
import { isBare } from './plotly/is-bare.ts'
import { PlotCanvas } from './plotly/plot-canvas.tsx'
import { plotLabels } from './plotly/plot-labels.ts'
import { plotLocale } from './plotly/plot-locale.ts'
import { plotRows } from './plotly/plot-rows.ts'
import { usePlotly, useTypesAhead } from './plotly/use-plotly.ts'
import { written } from './shared/excess.ts'
import { TableView } from './shared/table-view.tsx'
import { type ChartLook, ViewSwitch } from './shared/view-switch.tsx'

const HEIGHT = 400

/** A chart drawn by Plotly from a figure that was cleaned before, with its data as a table. */
export function PlotlyRenderer({ props, title, streaming }: RendererProps) {
  const { locale } = useRendering()
  const fixed = useMessages('plotly', plotlyMessages)
  const heads = useMessages('chartTable', chartTableMessages)
  const { value, pending, failed, notice, retry } = useResolved(props.data)
  const figure = useMemo(() => cleanFigure(value, props.layout), [value, props.layout])
  const excess = useMemo(() => figure && excessOf(figure.traces), [figure])
  const table = useMemo(() => plotRows(value, props.layout, heads), [value, props.layout, heads])
  const labels = useMemo(() => plotLabels(props, title, fixed), [props, title, fixed])
  const [view, setView] = useState<ChartLook>('chart')
  if (streaming && props.data === undefined) return <Skeleton component="plotly" props={props} />
  const shown = table ? view : 'chart'
  const drawn = figure !== undefined && !excess && !isBare(figure)
  const refusal = excess ? fixed.tooMuch({ ...written(excess, locale), table: table !== undefined }) : fixed.empty
  const thinned = drawn && figure.every > 1 ? fixed.thinned(figure.every) : undefined
  const tools = table && !streaming && <ViewSwitch view={view} onView={setView} />
  return (
    <ArtifactFrame title={labels.title} description={thinned} tools={tools || undefined}>
      {failed && <ArtifactCard text={fixed.failed} onRetry={retry} />}
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
  const ahead = useTypesAhead()
  const missing = ahead ? missingTypes(figure.traces, ahead) : []
  const found = usePlotly(missing.length === 0)
  // The bundle has no code for what is asked; the table of the data is still there.
  if (missing.length > 0) return <ArtifactCard text={messages.missing(missing.join(', '))} />
  if (found.state === 'loading') return <Skeleton component="plotly" props={props} />
  if (found.state === 'absent') return <ArtifactCard text={messages.absent} onRetry={found.retry} />
  const unknown = missingTypes(figure.traces, found.bundle.types)
  if (unknown.length > 0) return <ArtifactCard text={messages.missing(unknown.join(', '))} />
  const follows = !(isRecord(props.config) && props.config.responsive === false)
  return (
    <PlotCanvas
      plotly={found.bundle.plotly}
      figure={figure}
      config={props.config}
      language={language}
      label={label}
      height={heightOf(props.height, HEIGHT)}
      follows={follows}
    />
  )
}
