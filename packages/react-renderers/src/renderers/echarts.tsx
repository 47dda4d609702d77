import type { RendererProps } from '../context/renderer-props.ts'
import { ChartView } from './echarts/chart-view.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders a chart with ECharts from a sanitized option. */
export function EchartsRenderer({ props, id, title, streaming }: RendererProps) {
  return <ChartView id={id} props={props} title={title} streaming={streaming} />
}
