import type { builtInComponents, ComponentKit } from '@pf/registry/browser'

/** Loads the registry's kit for one component; undefined if the module does not contain one. */
export type KitLoader = () => Promise<ComponentKit | undefined>

type KitModule = Readonly<Record<string, ComponentKit>>

const modules = {
  markdown: () => import('@pf/registry/components/markdown'),
  metric: () => import('@pf/registry/components/metric'),
  datagrid: () => import('@pf/registry/components/datagrid'),
  echarts: () => import('@pf/registry/components/echarts'),
  grid: () => import('@pf/registry/components/grid'),
  callout: () => import('@pf/registry/components/callout'),
  code: () => import('@pf/registry/components/code'),
  json: () => import('@pf/registry/components/json'),
  image: () => import('@pf/registry/components/image'),
  report: () => import('@pf/registry/components/report'),
  tabs: () => import('@pf/registry/components/tabs'),
  accordion: () => import('@pf/registry/components/accordion'),
  latex: () => import('@pf/registry/components/latex'),
  html: () => import('@pf/registry/components/html'),
  video: () => import('@pf/registry/components/video'),
  embed: () => import('@pf/registry/components/embed'),
  mermaid: () => import('@pf/registry/components/mermaid'),
  plotly: () => import('@pf/registry/components/plotly'),
  form: () => import('@pf/registry/components/form'),
  confirm: () => import('@pf/registry/components/confirm'),
  select_option: () => import('@pf/registry/components/select_option'),
} satisfies Record<(typeof builtInComponents)[number], () => Promise<KitModule>>

/** The loaders for the kits of all components of the registry. Each kit is loaded when a payload contains its component. */
export const kitLoaders: ReadonlyMap<string, KitLoader> = new Map(Object.entries(modules).map(toLoader))

function toLoader([name, load]: [string, () => Promise<KitModule>]): [string, KitLoader] {
  return [name, () => load().then((module) => Object.values(module).find((kit) => kit.name === name))]
}
