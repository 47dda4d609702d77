import type { CatalogComponent } from '@pf/core'
import type { Policy } from '@pf/registry/browser'
import { useMemo } from 'react'
import { PfContext, useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'
import { retryMessage } from '../messages/retry.ts'
import type { ComponentStore } from '../store/model/types.ts'
import { LabWorkbench } from './lab-workbench.tsx'
import { useCatalog } from './use-catalog.ts'

/** What the Lab works with; all of it is optional inside of a PfProvider. */
export interface ComponentLabProps {
  /** The catalogue; default: what the provider's server offers. Keep the list stable. */
  components?: readonly CatalogComponent[]
  /** Conversation whose last component can be taken over; default: the provider's. */
  store?: ComponentStore
  /** What may be shown; default: the provider's. */
  policy?: Policy
}

/** A bench for components: the catalogue, a payload as JSON with its faults, and how it looks, while it arrives too. Sends nothing anywhere. */
export function ComponentLab({ components, store, policy }: ComponentLabProps) {
  const messages = useMessages('lab', labMessages)
  const outer = useRendering()
  const catalog = useCatalog(components)
  const rules = policy ?? outer.policy
  const value = useMemo(() => ({ ...outer, policy: rules }), [outer, rules])
  return (
    <section className="pf-lab" aria-label={messages.lab}>
      {catalog.status === 'ready' && catalog.components.length > 0 ? (
        <PfContext.Provider value={value}>
          <LabWorkbench catalog={catalog.components} store={store ?? outer.store} />
        </PfContext.Provider>
      ) : (
        <CatalogStatus catalog={catalog} />
      )}
    </section>
  )
}

function CatalogStatus({ catalog }: { catalog: ReturnType<typeof useCatalog> }) {
  const messages = useMessages('lab', labMessages)
  const { retry } = useMessages('parts', retryMessage)
  if (catalog.status === 'loading') return <p className="pf-note">{messages.loading}</p>
  if (catalog.status !== 'failed') return <p className="pf-note">{messages.none}</p>
  return (
    <div className="pf-card" role="alert">
      <p className="pf-card-text">{messages.notLoaded}</p>
      <button type="button" className="pf-button" onClick={catalog.retry}>
        {retry}
      </button>
    </div>
  )
}
