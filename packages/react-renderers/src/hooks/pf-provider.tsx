import type { RunClient } from '@pf/core'
import { createPolicy, getComponent, type Policy } from '@pf/registry'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import type { RendererProps } from '../renderer/renderer-props.ts'
import { withRenderers } from '../renderer/renderer-table.ts'
import { createComponentStore } from '../store/create-component-store.ts'
import type { ComponentStore } from '../store/types.ts'
import { PfContext } from './context.ts'

/** What an app gives to everything below. */
export interface PfProviderProps {
  client: RunClient
  /** One store, one thread; default: a new one. */
  store?: ComponentStore
  /** What may be shown; default: what the registry allows by default and this page can draw. */
  policy?: Policy
  /** Own renderers by component name, put over the built-in ones; keep the object stable. */
  renderers?: Readonly<Record<string, ComponentType<RendererProps>>>
  /** BCP 47 tag for numbers and dates; default: the browser's. */
  locale?: string
  /** ISO 4217 code for amounts of money; default USD. */
  currency?: string
  /** Called when a component or suggestion asks for an action; params come from the model and are untrusted. */
  onAction?: (action_id: string, params: Record<string, unknown>) => void
  /** Told what a renderer threw; the page shows a card in its place. */
  onError?: (error: unknown) => void
  children: ReactNode
}

/** Gives client, store, policy and renderers to hooks and components below. */
export function PfProvider({ client, store, policy, renderers, locale, currency, onAction, onError, children }: PfProviderProps) {
  const table = useMemo(() => withRenderers(renderers), [renderers])
  const rules = useMemo(() => policy ?? createPolicy({ renderers: [...table.keys()].filter((name) => getComponent(name)) }), [policy, table])
  const kept = useMemo(() => store ?? createComponentStore({ policy: rules }), [store, rules])
  const value = useMemo(
    () => ({ client, store: kept, policy: rules, renderers: table, locale, currency, onAction, onError }),
    [client, kept, rules, table, locale, currency, onAction, onError],
  )
  return <PfContext.Provider value={value}>{children}</PfContext.Provider>
}
