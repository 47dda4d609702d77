import { createRunClient } from '@pf/agui-adapter/client'
import { useEffect, useState } from 'react'

let catalogRequest: Promise<boolean> | undefined

/** Whether the server shows components; asked once a page, undefined until it is known. */
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
