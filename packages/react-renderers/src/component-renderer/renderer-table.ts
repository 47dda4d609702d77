import { builtInComponents } from '@pf/registry/browser'
import type { ComponentType } from 'react'
import type { RendererProps, RendererTable } from '../context/renderer-props.ts'
import type { AnyComponents } from './component-overrides.ts'
import { loadable } from './loadable.ts'

/** The renderers of this package, each loaded on demand. The list of modules is loaded with the first renderer. */
export const defaultRenderers: RendererTable = /* @__PURE__ */ new Map(
  /* @__PURE__ */ builtInComponents.map((name) => [name, loadable(() => import('./renderer-modules.ts').then(({ loadRenderer }) => loadRenderer(name)))]),
)

/** Returns the default table with a host's own components added or replaced. Each of them receives only props that the validation of its name accepted. */
export function withRenderers(more: AnyComponents | undefined): RendererTable {
  if (!more) return defaultRenderers
  const given: [string, unknown][] = Object.entries(more)
  const own = given.filter((entry): entry is [string, ComponentType<RendererProps>] => entry[1] !== undefined)
  return new Map([...defaultRenderers, ...own])
}
