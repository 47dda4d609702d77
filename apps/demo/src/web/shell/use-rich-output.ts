import { createRunClient } from '@pf/agui-adapter/client'
import { useEffect, useState } from 'react'

let asked: Promise<boolean> | undefined

/** Whether the server shows components; asked once a page, undefined until it is known. */
export function useRichOutput(): boolean | undefined {
  const [enabled, setEnabled] = useState<boolean>()
  useEffect(() => {
    let over = false
    asked ??= createRunClient()
      .catalog()
      .then((catalog) => catalog.enabled)
    asked.then(
      (answer) => over || setEnabled(answer),
      () => {
        asked = undefined
      },
    )
    return () => {
      over = true
    }
  }, [])
  return enabled
}
