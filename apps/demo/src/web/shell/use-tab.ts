import { useEffect, useState } from 'react'

/** The tabs of the demo. The URL fragment contains the open one. */
export const tabs = { chat: 'Chat', drafts: 'Drafts', lab: 'Lab' } as const
export type Tab = keyof typeof tabs

const read = (): Tab => (Object.hasOwn(tabs, location.hash.slice(1)) ? (location.hash.slice(1) as Tab) : 'chat')

/** Returns the tab that the URL fragment selects. */
export function useTab(): Tab {
  const [tab, setTab] = useState(read)
  useEffect(() => {
    const follow = () => setTab(read())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return tab
}
