import { type ComponentType, lazy } from 'react'
import type { builtInComponents } from '../built-in.ts'
import type { RendererProps, RendererTable } from './renderer-props.ts'

const builtIn = {
  markdown: lazy(() => import('../renderers/markdown.tsx').then((module) => ({ default: module.MarkdownRenderer }))),
  metric: lazy(() => import('../renderers/metric.tsx').then((module) => ({ default: module.MetricRenderer }))),
  datagrid: lazy(() => import('../renderers/datagrid.tsx').then((module) => ({ default: module.DatagridRenderer }))),
  echarts: lazy(() => import('../renderers/echarts.tsx').then((module) => ({ default: module.EchartsRenderer }))),
  grid: lazy(() => import('../renderers/grid.tsx').then((module) => ({ default: module.GridRenderer }))),
} satisfies Record<(typeof builtInComponents)[number], ComponentType<RendererProps>>

/** The renderers of this package, each loaded when it is first needed. */
export const defaultRenderers: RendererTable = new Map<string, ComponentType<RendererProps>>(Object.entries(builtIn))

/** The default table with a host's own renderers put over it. */
export function withRenderers(more: Readonly<Record<string, ComponentType<RendererProps>>> | undefined): RendererTable {
  return more ? new Map([...defaultRenderers, ...Object.entries(more)]) : defaultRenderers
}
