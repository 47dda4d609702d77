import type { ReactNode } from 'react'
import { isVisible, labelLink } from './link-label.ts'
import { hostOf } from './safe-url.ts'

interface SafeLinkProps {
  url: URL
  /** The text of `children`, or a text of the page that contains the host. */
  text: string
  children: ReactNode
}

/** A link from untrusted text. It opens in a new tab, sends no referrer, and shows its host. */
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
