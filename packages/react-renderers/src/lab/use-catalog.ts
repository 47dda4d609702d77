import type { CatalogComponent } from '@pf/core'
import { useCallback, useEffect, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'

/** The loading state of the catalogue. */
export type CatalogState =
  | { status: 'ready'; components: readonly CatalogComponent[] }
  | { status: 'loading' | 'disabled' }
  | { status: 'failed'; retry: () => void }

type Fetched = { components: readonly CatalogComponent[] } | 'disabled' | 'failed' | undefined

/** Returns the given catalogue, or that of the page's server. */
export function useCatalog(given: readonly CatalogComponent[] | undefined): CatalogState {
  const { client } = useRendering()
  const [fetched, setFetched] = useState<Fetched>()
  const [round, setRound] = useState(0)
  const retry = useCallback(() => {
    setFetched(undefined)
    setRound((before) => before + 1)
  }, [])
  useEffect(() => {
    if (given || !client || round < 0) return undefined
    let over = false
    const take = (next: Fetched) => !over && setFetched(next)
    client.catalog().then(
      ({ enabled, components }) => take(enabled ? { components } : 'disabled'),
      () => take('failed'),
    )
    return () => {
      over = true
    }
  }, [given, client, round])
  if (given) return { status: 'ready', components: given }
  if (!client) return { status: 'disabled' }
  if (fetched === 'failed') return { status: 'failed', retry }
  if (fetched === 'disabled') return { status: 'disabled' }
  return fetched ? { status: 'ready', components: fetched.components } : { status: 'loading' }
}
