import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { calloutMessages } from '../messages/callout.ts'
import { plainLine, plainText } from '../text/plain-text.ts'
import { MarkdownText } from './markdown/markdown-text.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders a highlighted note with an icon and a heading. It is collapsible when the model asks for it. */
export function CalloutRenderer({ props, title, streaming }: RendererProps) {
  const kind = kindOf(props.type)
  const word = useMessages('callout', calloutMessages)[kind.name]
  const own = plainLine(props.title, 500)
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

/** The icon of a callout, hidden from assistive technology. */
const CalloutIcon = ({ path }: { path: string }) => (
  <svg className="pf-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={path} />
  </svg>
)

interface CalloutKind {
  name: keyof typeof calloutMessages
  /** Path of the icon in a 16 by 16 view box. */
  path: string
}

const info: CalloutKind = { name: 'info', path: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM8 7.4v3.8M8 4.8V5' }
const kinds: ReadonlyMap<unknown, CalloutKind> = new Map(
  (
    [
      info,
      { name: 'warning', path: 'M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.2' },
      { name: 'error', path: 'M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 4.6v4M8 11.1v.2' },
      { name: 'success', path: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM5.2 8.3l2 2 3.6-4' },
      { name: 'tip', path: 'M6.2 13.8h3.6M6 11.4c0-1.5-2-2.4-2-5a4 4 0 0 1 8 0c0 2.6-2 3.5-2 5z' },
      { name: 'note', path: 'M3 2h10v8.5L9.5 14H3zM9.5 14v-3.5H13M5.5 5.2h5M5.5 8h3' },
    ] satisfies CalloutKind[]
  ).map((kind) => [kind.name, kind]),
)

/** The name and icon of a callout type; unknown types are shown as information. */
const kindOf = (type: unknown): CalloutKind => kinds.get(type) ?? info
