import type { JsonObject, ValidationIssue } from '@pf/core'
import type { ComponentSet, Policy } from '@pf/registry'
import type { ComponentType } from 'react'
import type { ComponentState } from '../store/types.ts'
import { label } from './label.ts'
import type { RendererProps, RendererTable } from './renderer-props.ts'

/** What is done with a component: drawn, held back with a skeleton, or replaced by a sentence. */
export type Verdict =
  | { draw: true; renderer: ComponentType<RendererProps>; props: JsonObject }
  | { draw: false; skeleton: true }
  | { draw: false; skeleton: false; text: string; issues: readonly ValidationIssue[] }

const card = (text: string, issues: readonly ValidationIssue[] = []): Verdict => ({ draw: false, skeleton: false, text, issues })

/** What the page knows of components. */
export interface Rules {
  policy: Policy
  components: ComponentSet
  renderers: RendererTable
}

/** Decides in the browser, under the browser's policy; what a server sent counts as untrusted. */
export function judge(component: Pick<ComponentState, 'component' | 'props' | 'status' | 'errors'>, { policy, components, renderers }: Rules): Verdict {
  const name = component.component
  if (component.status === 'rejected') return rejected(name, component.errors ?? [])
  if (component.status === 'skeleton') return { draw: false, skeleton: true }
  const renderer = renderers.get(name)
  if (!renderer) return card(`There is no renderer for “${label(name)}” on this page.`)
  if (!policy.allows(name)) return card(`The ${label(name)} component is not enabled on this page.`)
  if (component.status === 'streaming') return { draw: true, renderer, props: component.props }
  const checked = validated(name, component.props, { policy, components })
  if (!checked.ok) return card(`This ${label(name)} could not be shown: its data does not have the right shape.`, checked.issues.slice(0, 8))
  return { draw: true, renderer, props: checked.props }
}

function rejected(name: string, errors: readonly ValidationIssue[]): Verdict {
  const kind = name === '' ? 'component' : label(name)
  if (errors.some((error) => error.code === 'incomplete')) return card(`This ${kind} was not finished.`)
  return card(`This ${kind} could not be shown: the data for it did not have the right shape.`, errors.slice(0, 8))
}

type Checked = { ok: true; props: JsonObject } | { ok: false; issues: readonly ValidationIssue[] }

/** One validation per props object: renders repeat, data does not. */
const known = new WeakMap<JsonObject, { name: string; by: Pick<Rules, 'policy' | 'components'>; checked: Checked }>()

function validated(name: string, props: JsonObject, { policy, components }: Pick<Rules, 'policy' | 'components'>): Checked {
  const before = known.get(props)
  if (before?.name === name && before.by.policy === policy && before.by.components === components) return before.checked
  const result = components.validateComponent(name, props, { policy })
  const checked: Checked = result.ok ? { ok: true, props: result.props } : { ok: false, issues: result.issues }
  known.set(props, { name, by: { policy, components }, checked })
  return checked
}
