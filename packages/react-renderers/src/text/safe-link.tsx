import type { ReactNode } from 'react'
import { hostOf } from './safe-url.ts'

interface SafeLinkProps {
  url: URL
  /** Shows the host behind the text: for text that could be taken for another address. */
  showHost?: boolean
  children: ReactNode
}

/** A link out of foreign text: opens beside the app, tells nobody where from, and says where to. */
export function SafeLink({ url, showHost = false, children }: SafeLinkProps) {
  const host = hostOf(url)
  return (
    <>
      <a className="pf-link" href={url.href} target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer" title={host}>
        <bdi>{children}</bdi>
      </a>
      {showHost && <span className="pf-link-host"> ({host})</span>}
    </>
  )
}
