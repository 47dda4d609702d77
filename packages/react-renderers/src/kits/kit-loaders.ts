import type { ComponentKit } from '@pf/registry/browser'

/** Gets the registry's rules for one component. */
export type KitLoader = () => Promise<ComponentKit>

/** The rules of every component of the registry, each fetched when the first payload names it. */
export const kitLoaders: ReadonlyMap<string, KitLoader> = new Map<string, KitLoader>([
  ['accordion', () => import('@pf/registry/components/accordion').then(({ accordion }) => accordion)],
  ['callout', () => import('@pf/registry/components/callout').then(({ callout }) => callout)],
  ['code', () => import('@pf/registry/components/code').then(({ code }) => code)],
  ['confirm', () => import('@pf/registry/components/confirm').then(({ confirm }) => confirm)],
  ['datagrid', () => import('@pf/registry/components/datagrid').then(({ datagrid }) => datagrid)],
  ['echarts', () => import('@pf/registry/components/echarts').then(({ echarts }) => echarts)],
  ['embed', () => import('@pf/registry/components/embed').then(({ embed }) => embed)],
  ['form', () => import('@pf/registry/components/form').then(({ form }) => form)],
  ['grid', () => import('@pf/registry/components/grid').then(({ grid }) => grid)],
  ['html', () => import('@pf/registry/components/html').then(({ html }) => html)],
  ['image', () => import('@pf/registry/components/image').then(({ image }) => image)],
  ['json', () => import('@pf/registry/components/json').then(({ json }) => json)],
  ['latex', () => import('@pf/registry/components/latex').then(({ latex }) => latex)],
  ['markdown', () => import('@pf/registry/components/markdown').then(({ markdown }) => markdown)],
  ['mermaid', () => import('@pf/registry/components/mermaid').then(({ mermaid }) => mermaid)],
  ['metric', () => import('@pf/registry/components/metric').then(({ metric }) => metric)],
  ['plotly', () => import('@pf/registry/components/plotly').then(({ plotly }) => plotly)],
  ['report', () => import('@pf/registry/components/report').then(({ report }) => report)],
  ['select_option', () => import('@pf/registry/components/select_option').then(({ selectOption }) => selectOption)],
  ['tabs', () => import('@pf/registry/components/tabs').then(({ tabs }) => tabs)],
  ['video', () => import('@pf/registry/components/video').then(({ video }) => video)],
])
