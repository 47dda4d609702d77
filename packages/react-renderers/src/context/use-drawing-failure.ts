import { useContext, useEffect } from 'react'
import { addFailure } from '../run/component-failures.ts'
import { PfContext } from './pf-context.ts'

/** Reports why a component cannot be drawn. `reason` is undefined while it is drawn or may still be drawn. */
export function useDrawingFailure({ id, component, reason }: { id: string; component: string; reason: string | undefined }): void {
  const context = useContext(PfContext)
  const { client, store } = context ?? {}
  useEffect(() => {
    if (reason !== undefined) addFailure({ client, store }, { id, component, reason })
  }, [client, store, id, component, reason])
}
