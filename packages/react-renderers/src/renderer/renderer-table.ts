import type { ComponentType } from 'react'
import type { builtInComponents } from '../built-in.ts'
import type { AnyComponents } from './component-overrides.ts'
import { loadable } from './loadable.ts'
import type { RendererProps, RendererTable } from './renderer-props.ts'

const builtIn = {
  markdown: loadable(() => import('../renderers/markdown.tsx').then((module) => module.MarkdownRenderer)),
  metric: loadable(() => import('../renderers/metric.tsx').then((module) => module.MetricRenderer)),
  datagrid: loadable(() => import('../renderers/datagrid.tsx').then((module) => module.DatagridRenderer)),
  echarts: loadable(() => import('../renderers/echarts.tsx').then((module) => module.EchartsRenderer)),
  grid: loadable(() => import('../renderers/grid.tsx').then((module) => module.GridRenderer)),
  callout: loadable(() => import('../renderers/callout.tsx').then((module) => module.CalloutRenderer)),
  code: loadable(() => import('../renderers/code.tsx').then((module) => module.CodeRenderer)),
  json: loadable(() => import('../renderers/json.tsx').then((module) => module.JsonRenderer)),
  image: loadable(() => import('../renderers/image.tsx').then((module) => module.ImageRenderer)),
  report: loadable(() => import('../renderers/report.tsx').then((module) => module.ReportRenderer)),
  tabs: loadable(() => import('../renderers/tabs.tsx').then((module) => module.TabsRenderer)),
  accordion: loadable(() => import('../renderers/accordion.tsx').then((module) => module.AccordionRenderer)),
  latex: loadable(() => import('../renderers/latex.tsx').then((module) => module.LatexRenderer)),
  html: loadable(() => import('../renderers/html.tsx').then((module) => module.HtmlRenderer)),
  video: loadable(() => import('../renderers/video.tsx').then((module) => module.VideoRenderer)),
  embed: loadable(() => import('../renderers/embed.tsx').then((module) => module.EmbedRenderer)),
  mermaid: loadable(() => import('../renderers/mermaid.tsx').then((module) => module.MermaidRenderer)),
  plotly: loadable(() => import('../renderers/plotly.tsx').then((module) => module.PlotlyRenderer)),
  form: loadable(() => import('../renderers/form.tsx').then((module) => module.FormRenderer)),
  confirm: loadable(() => import('../renderers/confirm.tsx').then((module) => module.ConfirmRenderer)),
  select_option: loadable(() => import('../renderers/select_option.tsx').then((module) => module.SelectOptionRenderer)),
} satisfies Record<(typeof builtInComponents)[number], ComponentType<RendererProps>>

/** The renderers of this package, each loaded when it is first needed. */
export const defaultRenderers: RendererTable = new Map<string, ComponentType<RendererProps>>(Object.entries(builtIn))

/** The default table with a host's own components put over it: each is given only what its name's rules have let through. */
export function withRenderers(more: AnyComponents | undefined): RendererTable {
  if (!more) return defaultRenderers
  const given: [string, unknown][] = Object.entries(more)
  const own = given.filter((entry): entry is [string, ComponentType<RendererProps>] => entry[1] !== undefined)
  return new Map([...defaultRenderers, ...own])
}
