import { useSyncExternalStore } from 'react'
import type { Announcer } from './announcer.ts'

const nothing = () => ''

/** The one place of a page from which screen readers are told. */
export function LiveRegion({ announcer }: { announcer: Announcer }) {
  const text = useSyncExternalStore(announcer.subscribe, announcer.current, nothing)
  return (
    <div className="pf-sr pf-live" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
