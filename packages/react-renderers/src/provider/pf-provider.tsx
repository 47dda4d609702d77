import type { RunClient } from '@pf/core'
import { type ComponentKit, createPolicy, type Policy, withKits } from '@pf/registry/browser'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { AnyComponents } from '../component-renderer/component-overrides.ts'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { withRenderers } from '../component-renderer/renderer-table.ts'
import type { LibraryLoaders } from '../context/pf-context.ts'
import { PfContext, type PfContextValue } from '../context/pf-context.ts'
import type { RendererTable } from '../context/renderer-props.ts'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { registryRules } from '../kits/registry-rules.ts'
import type { MessageOverrides } from '../messages/messages.ts'
import { createStore } from '../store/create-store.ts'
import type { ComponentStore } from '../store/model/types.ts'
import { warnAboutMissingKits } from './warn-about-missing-kits.ts'

/** What an app gives to everything below. */
export interface PfProviderProps {
  client: RunClient
  /** One store, one thread; default: a new one. */
  store?: ComponentStore
  /** What may be shown; default: what the registry allows by default and this page can draw. */
  policy?: Policy
  /** The app's own components by name, put over the built-in ones; keep the object stable. */
  components?: AnyComponents
  /** Rules of components that the registry does not have, and rules that are to be there at once, from `@pf/registry/components/NAME`; keep the list stable. */
  kits?: readonly ComponentKit[]
  /** BCP 47 tag for numbers and dates; default: the browser's. */
  locale?: string
  /** ISO 4217 code for amounts of money; default USD. */
  currency?: string
  /** Where the app serves `sandboxDocument`: needed for `html` under a policy that forbids inline scripts. */
  htmlSandboxUrl?: string
  /** Own words in the place of fixed ones, as few or many as the app wants; keep the object stable. */
  messages?: MessageOverrides
  /** Own ways to get mermaid and Plotly, such as Plotly's full bundle for charts in 3D; keep the object stable. */
  loaders?: LibraryLoaders
  /** Called when a component or suggestion asks for an action; params come from the model and are untrusted. */
  onAction?: (action_id: string, params: Record<string, unknown>) => void
  /** Told what a renderer threw; the page shows a card in its place. */
  onError?: (error: unknown) => void
  children: ReactNode
}

const NO_LOADERS: LibraryLoaders = {}

/** Gives client, store, policy and renderers to hooks and components below. */
export function PfProvider({ client, store, policy, components, kits, onAction, onError, children, ...more }: PfProviderProps) {
  const { locale, currency, htmlSandboxUrl, messages, loaders = NO_LOADERS } = more
  const table = useMemo(() => withRenderers(components), [components])
  const rules = useMemo(() => policy ?? defaultPolicy(table, kits), [policy, table, kits])
  const kitStore = useMemo(() => createComponentKitStore(kits), [kits])
  const componentStore = useMemo(() => store ?? createStore({ rules: registryRules(kitStore, rules) }), [store, kitStore, rules])
  const callbacks = useLatest({ onAction, onError })
  useEffect(() => warnAboutMissingKits(components, kitStore), [components, kitStore])
  const live = useRef<HTMLDivElement>(null)
  const value = useMemo(
    () => ({
      client,
      store: componentStore,
      policy: rules,
      components: kitStore.components,
      kits: kitStore,
      renderers: table,
      componentView: ComponentRenderer,
      locale,
      currency,
      htmlSandboxUrl,
      messages,
      loaders,
      live,
      ...callbacks,
    }),
    [client, componentStore, rules, kitStore, table, locale, currency, htmlSandboxUrl, messages, loaders, callbacks],
  )
  return (
    <PfContext.Provider value={value}>
      {children}
      {/* What is said is written by those who say it. */}
      <div className="pf-sr pf-live" aria-live="polite" aria-atomic="true" ref={live} />
    </PfContext.Provider>
  )
}

/** Everything that the registry allows by default, and what the app brings itself, as far as there is something that draws it. */
function defaultPolicy(table: RendererTable, kits: readonly ComponentKit[] = []): Policy {
  const registry = withKits(kits)
  return createPolicy({ renderers: [...table.keys()].filter((name) => registry.flags.has(name)), ...(kits.length > 0 ? { registry } : {}) })
}

type Callbacks = Pick<PfContextValue, 'onAction' | 'onError'>

/** The newest callbacks behind functions that never change, so that inline ones draw nothing anew. */
function useLatest(callbacks: Callbacks): Callbacks {
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  return useMemo(() => ({ onAction: (id, params) => latest.current.onAction?.(id, params), onError: (error) => latest.current.onError?.(error) }), [])
}
