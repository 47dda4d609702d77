import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { imageMessages } from '../messages/image.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { plainLine } from '../text/plain-text.ts'
import { cssLength } from './shared/css-size.ts'
import { mediaSource, pageOrigin } from './shared/media-source.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const objectFits: readonly unknown[] = ['cover', 'fill', 'none']

/** Renders an image with its caption. An image from a host that is not allowed is loaded only after a click. */
export function ImageRenderer({ props, title, streaming }: RendererProps) {
  const { policy } = useRendering()
  const messages = useMessages('image', imageMessages)
  const [requested, setRequested] = useState<string | undefined>(undefined)
  const source = mediaSource(props.src, { kind: 'image', hosts: policy.urlHosts, origin: pageOrigin() })
  const alt = plainLine(props.alt, 1_000)
  const caption = plainLine(props.caption, 2_000)
  const shown = source.kind === 'show' || (source.kind === 'ask' && requested === source.src) ? source.src : undefined
  return (
    <ComponentFrame title={title}>
      <figure className="pf-image" data-border={props.border === true || undefined}>
        {shown !== undefined && <Picture key={shown} src={shown} alt={alt} caption={caption} props={props} />}
        {source.kind === 'ask' && shown === undefined && (
          <div className="pf-card">
            <p className="pf-card-text">{messages.on(source.host, alt)}</p>
            <button type="button" className="pf-button" onClick={() => setRequested(source.src)}>
              {messages.show(source.host)}
            </button>
          </div>
        )}
        {source.kind === 'refuse' && <ComponentCard text={alt ? `${messages[source.why]} ${messages.shows(alt)}` : messages[source.why]} />}
        {source.kind === 'wait' && streaming && <Skeleton component="image" props={props} />}
        {caption !== '' && <figcaption>{caption}</figcaption>}
      </figure>
    </ComponentFrame>
  )
}

interface PictureProps {
  src: string
  alt: string
  caption: string
  props: RendererProps['props']
}

type Loading = 'loading' | 'loaded' | 'failed'

function Picture({ src, alt, caption, props }: PictureProps) {
  const messages = useMessages('image', imageMessages)
  const [state, setState] = useState<Loading>('loading')
  const [zoomed, setZoomed] = useState(false)
  if (state === 'failed') return <ComponentCard text={messages.failed(alt)} onRetry={() => setState('loading')} />
  const image = (
    <img
      className="pf-image-img"
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      data-state={state}
      style={boxOf(props)}
      onLoad={() => setState('loaded')}
      onError={() => setState('failed')}
    />
  )
  if (props.zoomable !== true) return image
  return (
    <>
      <button type="button" className="pf-image-open" aria-label={messages.enlarge(alt)} onClick={() => setZoomed(true)}>
        {image}
      </button>
      {zoomed && <Zoom src={src} alt={alt} caption={caption} onClose={() => setZoomed(false)} />}
    </>
  )
}

function boxOf({ width, maxWidth, height, objectFit }: RendererProps['props']): CSSProperties {
  const [inlineSize, maxInlineSize, blockSize] = [cssLength(width), cssLength(maxWidth), cssLength(height)]
  return {
    objectFit: objectFits.includes(objectFit) ? (objectFit as 'cover' | 'fill' | 'none') : 'contain',
    ...(inlineSize ? { inlineSize } : {}),
    ...(maxInlineSize ? { maxInlineSize: `min(100%, ${maxInlineSize})` } : {}),
    ...(blockSize ? { blockSize: `min(${blockSize}, 90vh, 1200px)` } : {}),
  }
}

interface ZoomProps {
  src: string
  alt: string
  caption: string
  onClose: () => void
}

/** Shows the image in a modal dialog. Escape or the button closes it and restores the focus. */
function Zoom({ src, alt, caption, onClose }: ZoomProps) {
  const messages = useMessages('image', imageMessages)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog className="pf-image-zoom" ref={dialog} aria-label={alt || caption || messages.image} onClose={onClose}>
      <button type="button" className="pf-button" onClick={() => dialog.current?.close()}>
        {messages.close}
      </button>
      <img src={src} alt={alt} referrerPolicy="no-referrer" />
      {caption !== '' && <p>{caption}</p>}
    </dialog>
  )
}
