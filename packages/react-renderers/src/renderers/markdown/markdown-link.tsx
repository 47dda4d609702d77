import type { ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'
import { SafeLink } from '../../text/safe-link.tsx'
import { hostOf, safeUrl } from '../../text/safe-url.ts'
import { holdsImage, textOf } from './rehype-steps.ts'

const ADDRESS = /[\p{L}\p{N}-]\.\p{L}{2,}|:\/\//u

/** A link whose address is safe; any other one is left as its text. In-page links go to footnotes only. */
export function MarkdownLink({ href, children, node, id, ...rest }: ComponentProps<'a'> & ExtraProps) {
  if (href?.startsWith('#pf-md-')) {
    return (
      <a href={href} id={id} className="pf-link" aria-label={rest['aria-label']} aria-describedby={rest['aria-describedby']}>
        {children}
      </a>
    )
  }
  const url = safeUrl(href)
  if (!url) return <span>{children}</span>
  if (holdsImage(node)) {
    return (
      <>
        {children} <SafeLink url={url}>{hostOf(url)}</SafeLink>
      </>
    )
  }
  return (
    <SafeLink url={url} showHost={misleads(textOf(node), url)}>
      {children}
    </SafeLink>
  )
}

/** True when the text reads like an address that is not the true one, or the host could be mistaken for another. */
function misleads(text: string, url: URL): boolean {
  const host = hostOf(url)
  if (/(^|\.)xn--/.test(host)) return true
  return ADDRESS.test(text) && !text.toLowerCase().includes(host)
}
