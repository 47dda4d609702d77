import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { embedMessages } from '../messages/embed.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { plainText } from '../text/plain-text.ts'
import { SafeLink } from '../text/safe-link.tsx'
import { cssHeight, widthOf } from './shared/css-size.ts'
import { embedSource, pageOrigin } from './shared/media-source.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** The permissions that players and maps need. The embedded page can neither navigate the parent nor open windows. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-presentation'
const HEIGHT = 400

/** Embeds a page of an allowed host in a frame. For any other host, only a link is shown. */
export function EmbedRenderer({ props, title, streaming }: RendererProps) {
  const { policy } = useRendering()
  const messages = useMessages('embed', embedMessages)
  const source = embedSource(props.url, policy.urlHosts, pageOrigin())
  const name = plainText(typeof props.title === 'string' ? props.title : (title ?? ''), 500)
  if (source.kind === 'wait' && streaming) return <Skeleton component="embed" props={props} />
  return (
    <ComponentFrame title={title}>
      {source.kind === 'frame' && (
        <iframe
          key={source.src}
          className="pf-embed"
          src={source.src}
          title={name || messages.frame(source.host)}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          loading="lazy"
          allow={props.allowFullscreen === false ? '' : 'fullscreen'}
          style={{ blockSize: cssHeight(props.height, HEIGHT), inlineSize: widthOf(props.width) }}
        />
      )}
      {source.kind === 'link' && (
        <div className="pf-card" role="note">
          <p className="pf-card-text">{messages.externalPage(name, source.host)}</p>
          <p className="pf-card-text">
            <SafeLink url={source.url} text={source.host}>
              {messages.open(source.host)}
            </SafeLink>
          </p>
        </div>
      )}
      {source.kind === 'refuse' && <ComponentCard text={messages[source.why]} />}
      {source.kind === 'wait' && <ComponentCard text={messages.noAddress} />}
    </ComponentFrame>
  )
}
