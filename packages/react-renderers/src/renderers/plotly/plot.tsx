import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useMemo } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { plotlyMessages } from '../../messages/plotly.ts'
import { plotlyToolMessages } from '../../messages/plotly-tools.ts'
import { ComponentCard } from '../../parts/component-card.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { cssHeight } from '../shared/css-size.ts'
import { type CleanFigure, missingTypes } from './clean-figure.ts'
import { usePlotly, useTypesBeforeLoad } from './load-plotly.ts'
import { PlotCanvas } from './plot-canvas.tsx'
import { plotLocale } from './plot-locale.ts'

const HEIGHT = 400

interface PlotProps {
  figure: CleanFigure
  props: JsonObject
  label: string
}

/** Loads Plotly and draws a figure, or shows a message if something is missing. */
export function Plot({ figure, props, label }: PlotProps) {
  const messages = useMessages('plotly', plotlyMessages)
  const tools = useMessages('plotly', plotlyToolMessages)
  const { locale } = useRendering()
  const language = useMemo(() => plotLocale(tools, locale), [tools, locale])
  const typesBeforeLoad = useTypesBeforeLoad()
  const missing = typesBeforeLoad ? missingTypes(figure.traces, typesBeforeLoad) : []
  const plotly = usePlotly(missing.length === 0)
  // The bundle does not support the trace type; the table of the data is still available.
  if (missing.length > 0) return <ComponentCard text={messages.unsupportedTypes(missing.join(', '))} />
  if (plotly.state === 'loading') return <Skeleton component="plotly" props={props} />
  if (plotly.state === 'absent') return <ComponentCard text={messages.libraryMissing} onRetry={plotly.retry} />
  const unknown = missingTypes(figure.traces, plotly.bundle.types)
  if (unknown.length > 0) return <ComponentCard text={messages.unsupportedTypes(unknown.join(', '))} />
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
