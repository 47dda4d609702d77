import type { RendererProps } from '../context/renderer-props.ts'
import { ChartView } from './echarts/chart-view.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** A chart drawn by ECharts from an option that was cleaned before. */
export function EchartsRenderer({ props, title, streaming }: RendererProps) {
  return <ChartView props={props} title={title} streaming={streaming} />
}
