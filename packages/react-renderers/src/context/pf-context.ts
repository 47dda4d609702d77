import type { RunClient } from '@pf/core'
import { builtInComponents, type ComponentSet, createPolicy, type Policy } from '@pf/registry/browser'
import { type ComponentType, createContext, type RefObject, useContext } from 'react'
import { type ComponentKitStore, createComponentKitStore } from '../kits/component-kit-store.ts'
import type { MessageOverrides } from '../messages/messages.ts'
import type { ComponentState, ComponentStore } from '../store/model/types.ts'
import type { RendererTable } from './renderer-props.ts'

/** Gets a large library: its module, or the library itself. */
export interface LibraryLoaders {
  /** A Plotly bundle with more traces than the cartesian one, such as `() => import('plotly.js-dist-min')`. */
  plotly?: () => Promise<unknown>
  mermaid?: () => Promise<unknown>
}

/** What hooks and renderers get from PfProvider. */
export interface PfContextValue {
  client?: RunClient | undefined
  store?: ComponentStore | undefined
  policy: Policy
  /** Checks with the kits that are there: `useKits` first. */
  components: ComponentSet
  kits: ComponentKitStore
  /** Undefined outside of a provider: the built-in ones. */
  renderers?: RendererTable | undefined
  /** Draws a component that a text holds, such as a diagram in a fenced block; undefined outside of a provider. */
  componentView?: ComponentType<{ component: ComponentState }> | undefined
  /** BCP 47 tag for numbers and dates; undefined is the browser's own. */
  locale?: string | undefined
  /** ISO 4217 code for amounts of money. */
  currency?: string | undefined
  /** Where the app serves `sandboxDocument`; undefined where frames need no page of their own. */
  htmlSandboxUrl?: string | undefined
  /** The app's own words in the place of fixed ones; undefined: English. */
  messages?: MessageOverrides | undefined
  /** The app's own ways to get large libraries. */
  loaders: LibraryLoaders
  onAction?: ((action_id: string, params: Record<string, unknown>) => void) | undefined
  onError?: ((error: unknown) => void) | undefined
  /** From where screen readers are told; undefined outside of a provider: nothing is said. */
  live?: RefObject<HTMLElement | null> | undefined
}

export const PfContext = /* @__PURE__ */ createContext<PfContextValue | undefined>(undefined)

let outside: PfContextValue | undefined

/** What renderers need; outside of a provider the default policy and the built-in renderers. */
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

/** The provider's value; throws outside of a PfProvider. */
export function usePf(): PfContextValue & { client: RunClient; store: ComponentStore } {
  const value = useContext(PfContext)
  if (!value?.client || !value.store) throw new Error('useRun, useTurns, useComponents and useInteraction work inside <PfProvider client={…}> only.')
  return { ...value, client: value.client, store: value.store }
}
