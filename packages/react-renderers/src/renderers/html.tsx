import { useMemo, useRef } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { htmlMessages } from '../messages/html.ts'
import { ArtifactCard } from '../parts/artifact-card.tsx'
import { ArtifactFrame } from '../parts/artifact-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { newId } from '../store/new-id.ts'
import { plainText } from '../text/plain-text.ts'
import { filterSandboxTokens, innerDocument, outerDocument } from './html/frame-document.ts'
import { useFrameMessages } from './html/use-frame-messages.ts'
import { cssHeight } from './shared/css-size.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const HEIGHT = 400
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Renders HTML in nested sandboxed frames without network access, access to the page or navigation. It is rendered when it is complete. */
export function HtmlRenderer({ props, title, streaming }: RendererProps) {
  const messages = useMessages('html', htmlMessages)
  const [html, css, js] = [text(props.html), text(props.css), text(props.js)]
  if (streaming) return <Skeleton component="html" props={props} />
  if (html === '' && js === '') return <ArtifactCard text={messages.empty} />
  return (
    <ArtifactFrame title={title}>
      <Frame inner={innerDocument({ html, css, js })} height={props.height} title={plainText(title ?? '', 300) || messages.frame} />
    </ArtifactFrame>
  )
}

interface FrameProps {
  inner: string
  height: unknown
  title: string
}

function Frame({ inner, height, title }: FrameProps) {
  const { policy, htmlSandboxUrl } = useRendering()
  const frame = useRef<HTMLIFrameElement>(null)
  const sandbox = filterSandboxTokens(policy.htmlSandbox)
  const nonce = useMemo(() => (inner === '' ? '' : newId()), [inner])
  const reportedHeight = useFrameMessages({ frame, nonce, inner, sandbox })
  const own = htmlSandboxUrl === undefined ? { srcDoc: outerDocument(inner, sandbox) } : { src: `${htmlSandboxUrl.split('#')[0]}#${nonce}` }
  return (
    <iframe
      key={nonce}
      ref={frame}
      className="pf-html"
      title={title}
      // The sandbox page always needs to run its own script.
      sandbox={htmlSandboxUrl === undefined ? sandbox : filterSandboxTokens(`allow-scripts ${sandbox}`)}
      referrerPolicy="no-referrer"
      style={{ blockSize: height === 'auto' && reportedHeight !== undefined ? `${reportedHeight}px` : cssHeight(height, HEIGHT) }}
      {...own}
    />
  )
}
