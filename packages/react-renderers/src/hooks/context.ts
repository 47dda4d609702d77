import type { RunClient } from '@pf/core'
import { type ComponentSet, createPolicy, type Policy } from '@pf/registry'
import { createContext, useContext } from 'react'
import { builtInComponents, componentSet } from '../built-in.ts'
import type { RendererTable } from '../renderer/renderer-props.ts'
import type { ComponentStore } from '../store/types.ts'

/** What hooks and renderers get from PfProvider. */
export interface PfContextValue {
  client: RunClient | undefined
  store: ComponentStore | undefined
  policy: Policy
  components: ComponentSet
  /** Undefined outside of a provider: the built-in ones. */
  renderers: RendererTable | undefined
  /** BCP 47 tag for numbers and dates; undefined is the browser's own. */
  locale: string | undefined
  /** ISO 4217 code for amounts of money. */
  currency: string | undefined
  onAction: ((action_id: string, params: Record<string, unknown>) => void) | undefined
  onError: ((error: unknown) => void) | undefined
}

export const PfContext = createContext<PfContextValue | undefined>(undefined)

let outside: PfContextValue | undefined

/** What renderers need; outside of a provider the default policy and the built-in renderers. */
export function useRendering(): PfContextValue {
  const value = useContext(PfContext)
  if (value) return value
  outside ??= {
    client: undefined,
    store: undefined,
    policy: createPolicy({ renderers: [...builtInComponents] }),
    components: componentSet(),
    renderers: undefined,
    locale: undefined,
    currency: undefined,
    onAction: undefined,
    onError: undefined,
  }
  return outside
}

/** The provider's value; throws outside of a PfProvider. */
export function usePf(): PfContextValue & { client: RunClient; store: ComponentStore } {
  const value = useContext(PfContext)
  if (!value?.client || !value.store) throw new Error('useRun, useTurns and useComponents work inside <PfProvider client={…}> only.')
  return { ...value, client: value.client, store: value.store }
}
