import type { ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'
import { misleads } from '../../text/misleads.ts'
import { SafeLink } from '../../text/safe-link.tsx'
import { hostOf, safeUrl } from '../../text/safe-url.ts'
import { holdsImage, textOf } from './rehype-steps.ts'

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
