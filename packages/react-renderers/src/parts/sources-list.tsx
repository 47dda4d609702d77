import type { Source } from '@pf/core'
import { memo } from 'react'
import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import { plainText } from '../text/plain-text.ts'
import { SafeLink } from '../text/safe-link.tsx'
import { safeUrl } from '../text/safe-url.ts'

const INLINE = 3
const MAX_SOURCES = 100

/** The sources of an answer: up to three in one line, more in a disclosure. Renders nothing without sources. */
export const SourcesList = /* @__PURE__ */ memo(function SourcesList({ sources }: { sources: readonly Source[] }) {
  const messages = useMessages('parts', partMessages)
  if (sources.length === 0) return null
  if (sources.length > INLINE) return <ManySources sources={sources} />
  return (
    <p className="pf-sources">
      {messages.sources(sources.length)}
      {sources.map((source, index) => (
        <span key={keyOf(source)}>
          {index > 0 && ', '}
          <SourceName source={source} />
        </span>
      ))}
    </p>
  )
})

function ManySources({ sources }: { sources: readonly Source[] }) {
  const messages = useMessages('parts', partMessages)
  return (
    <details className="pf-sources">
      <summary>{messages.manySources(sources.length)}</summary>
      <ol>
        {sources.slice(0, MAX_SOURCES).map((source) => (
          <li key={keyOf(source)}>
            <SourceName source={source} />
            {source.snippet && <span className="pf-sources-snippet">{plainText(source.snippet, 240)}</span>}
          </li>
        ))}
      </ol>
      {sources.length > MAX_SOURCES && <p>{messages.moreItems(sources.length - MAX_SOURCES)}</p>}
    </details>
  )
}

const keyOf = (source: Source) => `${source.url ?? ''} ${source.title} ${source.snippet ?? ''}`

/** The title of a source, linked to its address. */
function SourceName({ source }: { source: Source }) {
  const url = safeUrl(source.url)
  const title = plainText(source.title, 120)
  if (!url) return <span>{title}</span>
  return (
    <SafeLink url={url} text={title}>
      {title}
    </SafeLink>
  )
}
