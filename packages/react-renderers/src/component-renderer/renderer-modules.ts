import type { builtInComponents } from '@pf/registry/browser'
import type { ComponentType } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'

type Name = (typeof builtInComponents)[number]
type Renderer = ComponentType<RendererProps>
type InCapitals<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Capitalize<Head>}${InCapitals<Tail>}` : Capitalize<Text>
/** For each component, a module that exports its renderer, possibly besides other exports. */
type RendererModules = { [N in Name]: () => Promise<{ [Export in `${InCapitals<N>}Renderer`]: Renderer }> }

const modules = {
  markdown: () => import('../renderers/markdown.tsx'),
  metric: () => import('../renderers/metric.tsx'),
  datagrid: () => import('../renderers/datagrid.tsx'),
  echarts: () => import('../renderers/echarts.tsx'),
  grid: () => import('../renderers/grid.tsx'),
  callout: () => import('../renderers/callout.tsx'),
  code: () => import('../renderers/code.tsx'),
  json: () => import('../renderers/json.tsx'),
  image: () => import('../renderers/image.tsx'),
  report: () => import('../renderers/report.tsx'),
  tabs: () => import('../renderers/tabs.tsx'),
  accordion: () => import('../renderers/accordion.tsx'),
  latex: () => import('../renderers/latex.tsx'),
  html: () => import('../renderers/html.tsx'),
  video: () => import('../renderers/video.tsx'),
  embed: () => import('../renderers/embed.tsx'),
  mermaid: () => import('../renderers/mermaid.tsx'),
  plotly: () => import('../renderers/plotly.tsx'),
  form: () => import('../renderers/form.tsx'),
  confirm: () => import('../renderers/confirm.tsx'),
  select_option: () => import('../renderers/select_option.tsx'),
} satisfies RendererModules

/** Loads the renderer of a component of this package. */
export async function loadRenderer(name: Name): Promise<Renderer> {
  const exported: [string, Renderer][] = Object.entries(await modules[name]())
  const found = exported.find(([key]) => key.endsWith('Renderer'))
  if (!found) throw new TypeError(`The module of ${name} exports no renderer.`)
  return found[1]
}
