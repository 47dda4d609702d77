import { type CSSProperties, useState, useSyncExternalStore } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { videoMessages } from '../messages/video.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { plainText } from '../text/plain-text.ts'
import { cssLength } from './shared/css-size.ts'
import { mediaSource, pageOrigin } from './shared/media-source.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders a video player. A video from a host that is not allowed is loaded only after a click. */
export function VideoRenderer({ props, title, streaming }: RendererProps) {
  const { policy } = useRendering()
  const messages = useMessages('video', videoMessages)
  const [requested, setRequested] = useState<string | undefined>(undefined)
  const source = mediaSource(props.src, { kind: 'video', hosts: policy.urlHosts, origin: pageOrigin() })
  const shown = source.kind === 'show' || (source.kind === 'ask' && requested === source.src) ? source.src : undefined
  return (
    <ComponentFrame title={title}>
      <div className="pf-video">
        {shown !== undefined && <Player key={shown} src={shown} props={props} title={title} />}
        {source.kind === 'ask' && shown === undefined && (
          <div className="pf-card">
            <p className="pf-card-text">{messages.on(source.host)}</p>
            <button type="button" className="pf-button" onClick={() => setRequested(source.src)}>
              {messages.show(source.host)}
            </button>
          </div>
        )}
        {source.kind === 'refuse' && <ComponentCard text={messages[source.why]} />}
        {source.kind === 'wait' && (streaming ? <Skeleton component="video" props={props} /> : <ComponentCard text={messages.noAddress} />)}
      </div>
    </ComponentFrame>
  )
}

interface PlayerProps {
  src: string
  props: RendererProps['props']
  title: string | undefined
}

function Player({ src, props, title }: PlayerProps) {
  const messages = useMessages('video', videoMessages)
  const [failed, setFailed] = useState(false)
  const reducedMotion = useReducedMotion()
  const poster = usePoster(props.poster, src)
  if (failed) return <ComponentCard text={messages.failed} onRetry={() => setFailed(false)} />
  const plays = props.autoplay === true && !reducedMotion
  return (
    <video
      className="pf-video-player"
      src={src}
      aria-label={plainText(title ?? '', 300) || messages.video}
      // A video that does not start automatically always needs controls.
      controls={props.controls !== false || !plays}
      autoPlay={plays}
      muted={plays || props.muted === true}
      loop={props.loop === true}
      playsInline
      preload="metadata"
      disableRemotePlayback
      style={boxOf(props)}
      onError={() => setFailed(true)}
      {...(poster === undefined ? {} : { poster })}
    />
  )
}

/** Returns the poster image if its host is allowed or is the host of the video. */
function usePoster(poster: unknown, src: string): string | undefined {
  const { policy } = useRendering()
  const source = mediaSource(poster, { kind: 'image', hosts: policy.urlHosts, origin: pageOrigin() })
  if (source.kind === 'show') return source.src
  return source.kind === 'ask' && new URL(source.src).origin === new URL(src, 'https://server.invalid').origin ? source.src : undefined
}

function boxOf({ width, height }: RendererProps['props']): CSSProperties {
  const [inlineSize, blockSize] = [cssLength(width), cssLength(height)]
  return { ...(inlineSize ? { inlineSize } : {}), ...(blockSize ? { blockSize: `min(${blockSize}, 90vh, 1200px)` } : {}) }
}

const QUERY = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True if the user prefers reduced motion, and on a server. */
const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => true,
  )
