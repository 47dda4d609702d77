import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { calloutMessages } from '../messages/callout.ts'
import { plainText } from '../text/plain-text.ts'
import { CalloutIcon } from './callout/callout-icon.tsx'
import { kindOf } from './callout/callout-kinds.ts'
import { MarkdownText } from './markdown/markdown-text.tsx'

/** A note that stands out by a line, a mark and its heading; the reader may fold it where the model said so. */
export function CalloutRenderer({ props, title, streaming }: RendererProps) {
  const kind = kindOf(props.type)
  const word = useMessages('callout', calloutMessages)[kind.name]
  const own = typeof props.title === 'string' ? plainText(props.title, 500) : ''
  const heading = own || plainText(title ?? '', 300) || word
  const head = (
    <>
      <CalloutIcon path={kind.path} />
      <span className="pf-callout-title">
        {heading !== word && <span className="pf-sr">{word}: </span>}
        {heading}
      </span>
    </>
  )
  const body = typeof props.content === 'string' && <MarkdownText text={props.content} streaming={streaming} />
  return (
    <div className="pf-callout" data-kind={kind.name} role="note">
      {props.collapsible === true ? (
        <details open>
          <summary className="pf-callout-head">{head}</summary>
          {body}
        </details>
      ) : (
        <>
          <p className="pf-callout-head">{head}</p>
          {body}
        </>
      )}
    </div>
  )
}
