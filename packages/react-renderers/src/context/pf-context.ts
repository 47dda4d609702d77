import type { RunClient } from '@pf/core'
import { builtInComponents, type ComponentSet, createPolicy, type Policy } from '@pf/registry/browser'
import { type ComponentType, createContext, type RefObject, useContext } from 'react'
import { type ComponentKitStore, createComponentKitStore } from '../kits/component-kit-store.ts'
import type { MessageOverrides } from '../messages/messages.ts'
import type { ComponentState, ComponentStore } from '../store/model/types.ts'
import type { RendererTable } from './renderer-props.ts'

/** Functions that load large libraries. They resolve to the module or to the library itself. */
export interface LibraryLoaders {
  /** A Plotly bundle with more traces than the cartesian one, such as `() => import('plotly.js-dist-min')`. */
  plotly?: () => Promise<unknown>
  mermaid?: () => Promise<unknown>
}

/** The values that PfProvider provides to hooks and renderers. */
export interface PfContextValue {
  client?: RunClient | undefined
  store?: ComponentStore | undefined
  policy: Policy
  /** Validates with the kits that are loaded. Call `useKits` before. */
  components: ComponentSet
  kits: ComponentKitStore
  /** Undefined outside of a provider, where the built-in renderers are used. */
  renderers?: RendererTable | undefined
  /** Draws a component inside a text, such as a diagram in a fenced block; undefined outside of a provider. */
  componentView?: ComponentType<{ component: ComponentState }> | undefined
  /** BCP 47 tag for numbers and dates; undefined for the browser's locale. */
  locale?: string | undefined
  /** ISO 4217 code for amounts of money. */
  currency?: string | undefined
  /** The address at which the app serves `sandboxDocument`; undefined if frames need no separate page. */
  htmlSandboxUrl?: string | undefined
  /** Messages that replace the built-in English ones. */
  messages?: MessageOverrides | undefined
  /** The app's own functions to load large libraries. */
  loaders: LibraryLoaders
  onAction?: ((action_id: string, params: Record<string, unknown>) => void) | undefined
  onError?: ((error: unknown) => void) | undefined
  /** The live region for screen readers. Undefined outside of a provider, where nothing is announced. */
  live?: RefObject<HTMLElement | null> | undefined
}

export const PfContext = /* @__PURE__ */ createContext<PfContextValue | undefined>(undefined)

let outside: PfContextValue | undefined

/** Returns the context for renderers. Outside of a provider, it contains the default policy and the built-in renderers. */
export function useRendering(): PfContextValue {
  const value = useContext(PfContext)
  if (value) return value
  outside ??= withoutProvider()
  return outside
}

function withoutProvider(): PfContextValue {
  const kits = createComponentKitStore()
  return { policy: createPolicy({ renderers: [...builtInComponents] }), components: kits.components, kits, loaders: {} }
}

/** Returns the value of the provider. Throws outside of a PfProvider. */
export function usePf(): PfContextValue & { client: RunClient; store: ComponentStore } {
  const value = useContext(PfContext)
  if (!value?.client || !value.store) throw new Error('useRun, useTurns, useComponents and useInteraction work inside <PfProvider client={…}> only.')
  return { ...value, client: value.client, store: value.store }
}
