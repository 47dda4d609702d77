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

/** Props of ComponentLab. All of them are optional inside of a PfProvider. */
export interface ComponentLabProps {
  /** The catalogue. Defaults to that of the provider's server. Keep the list stable. */
  components?: readonly CatalogComponent[]
  /** Conversation whose last component can be loaded into the editor. Defaults to that of the provider. */
  store?: ComponentStore
  /** The policy for the preview. Defaults to that of the provider. */
  policy?: Policy
}

/** A playground for components: the catalogue, a JSON payload with its issues, and a preview, also of the payload while it streams. It sends no data. */
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
