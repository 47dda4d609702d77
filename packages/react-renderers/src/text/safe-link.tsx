import type { ReactNode } from 'react'
import { isVisible, labelLink } from './link-label.ts'
import { hostOf } from './safe-url.ts'

interface SafeLinkProps {
  url: URL
  /** The text of `children`, or our own text that names the host. */
  text: string
  children: ReactNode
}

/** A link from untrusted text: it opens beside the app, sends no referrer, and says where it leads. */
export function SafeLink({ url, text, children }: SafeLinkProps) {
  const label = labelLink(text, url)
  const given = label.text === text
  return (
    <>
      {!given && isVisible(text) && <>{children} </>}
      <a className="pf-link" href={url.href} target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer" title={hostOf(url)}>
        <bdi>{given ? children : label.text}</bdi>
      </a>
      {label.host !== undefined && (
        <bdi className="pf-link-host" dir="ltr">
          {` (${label.host})`}
        </bdi>
      )}
    </>
  )
}
