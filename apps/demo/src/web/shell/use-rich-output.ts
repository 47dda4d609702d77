import { createRunClient } from '@pf/agui-adapter/client'
import { useEffect, useState } from 'react'

let catalogRequest: Promise<boolean> | undefined

/** Returns whether the server has rich output enabled. The catalogue is loaded once per page; undefined until it has arrived. */
export function useRichOutput(): boolean | undefined {
  const [enabled, setEnabled] = useState<boolean>()
  useEffect(() => {
    let unmounted = false
    catalogRequest ??= createRunClient()
      .catalog()
      .then((catalog) => catalog.enabled)
    catalogRequest.then(
      (answer) => unmounted || setEnabled(answer),
      () => {
        catalogRequest = undefined
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return enabled
}
