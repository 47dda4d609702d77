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

/** Props of PfProvider. */
export interface PfProviderProps {
  client: RunClient
  /** The store of one thread. Defaults to a new one. */
  store?: ComponentStore
  /** The policy for components. Defaults to the components that the registry allows by default and this page can draw. */
  policy?: Policy
  /** The app's own components by name, in addition to or instead of the built-in ones. Keep the object stable. */
  components?: AnyComponents
  /**
   * Kits of components that the registry does not have, and kits that should be available immediately, from `@pf/registry/components/NAME`.
   * Keep the list stable.
   */
  kits?: readonly ComponentKit[]
  /** BCP 47 tag for numbers and dates. Defaults to the browser's locale. */
  locale?: string
  /** ISO 4217 code for amounts of money. Default USD. */
  currency?: string
  /** The address at which the app serves `sandboxDocument`. Required for `html` if a Content-Security-Policy forbids inline scripts. */
  htmlSandboxUrl?: string
  /** Messages that replace the built-in ones. All of them are optional. Keep the object stable. */
  messages?: MessageOverrides
  /** Functions that load mermaid and Plotly, for example Plotly's full bundle for 3D charts. Keep the object stable. */
  loaders?: LibraryLoaders
  /** Called when a component or suggestion requests an action. The params come from the model and are untrusted. */
  onAction?: (action_id: string, params: Record<string, unknown>) => void
  /** Called with errors thrown by renderers. The page shows a card in place of the component. */
  onError?: (error: unknown) => void
  children: ReactNode
}

const NO_LOADERS: LibraryLoaders = {}

/** Provides client, store, policy and renderers to the hooks and components inside it. */
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
      {/* The announcers write into this element. */}
      <div className="pf-sr pf-live" aria-live="polite" aria-atomic="true" ref={live} />
    </PfContext.Provider>
  )
}

/** Returns a policy for all components that the registry allows by default and those of the app, as far as there is a renderer for them. */
function defaultPolicy(table: RendererTable, kits: readonly ComponentKit[] = []): Policy {
  const registry = withKits(kits)
  return createPolicy({ renderers: [...table.keys()].filter((name) => registry.flags.has(name)), ...(kits.length > 0 ? { registry } : {}) })
}

type Callbacks = Pick<PfContextValue, 'onAction' | 'onError'>

/** Returns functions with a stable identity that call the latest callbacks, so that inline callbacks do not cause renders. */
function useLatest(callbacks: Callbacks): Callbacks {
  const latest = useRef(callbacks)
  useEffect(() => {
    latest.current = callbacks
  })
  return useMemo(() => ({ onAction: (id, params) => latest.current.onAction?.(id, params), onError: (error) => latest.current.onError?.(error) }), [])
}
