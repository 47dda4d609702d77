import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { htmlMessages } from '../messages/html.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { newId } from '../store/new-id.ts'
import { plainText } from '../text/plain-text.ts'
import { filterSandboxTokens, innerDocument, outerDocument } from './html/frame-document.ts'
import { useFrameFocus } from './html/use-frame-focus.ts'
import { useFrameMessages } from './html/use-frame-messages.ts'
import { cssHeight } from './shared/css-size.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const HEIGHT = 400
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Renders HTML in nested sandboxed frames without network access, access to the page or navigation. It is rendered when it is complete. Its
 * scripts run after the user activates it. It is stopped if it takes the focus from the page or sends too many messages.
 */
export function HtmlRenderer({ props, title, streaming }: RendererProps) {
  const messages = useMessages('html', htmlMessages)
  const [html, css, js] = [text(props.html), text(props.css), text(props.js)]
  const inner = useMemo(() => innerDocument({ html, css, js }), [html, css, js])
  if (streaming) return <Skeleton component="html" props={props} />
  if (html === '' && js === '') return <ComponentCard text={messages.empty} />
  return (
    <ComponentFrame title={title}>
      <Content key={inner} inner={inner} height={props.height} title={plainText(title ?? '', 300) || messages.frame} />
    </ComponentFrame>
  )
}

interface ContentProps {
  inner: string
  height: unknown
  title: string
}

/** `preview` and `left` show the content without the focus. Scripts run in `left` and `active`. */
type ContentState = 'preview' | 'active' | 'left' | 'flood' | 'focusTaken'

function Content(props: ContentProps) {
  const messages = useMessages('html', htmlMessages)
  const [state, setState] = useState<ContentState>('preview')
  // The frame must be removed before its next message or key event.
  const onFlood = useCallback(() => flushSync(() => setState('flood')), [])
  const onTake = useCallback(() => flushSync(() => setState('focusTaken')), [])
  const onLeave = useCallback(() => setState('left'), [])
  if (state === 'flood' || state === 'focusTaken') {
    return <ComponentCard text={messages[state]} retryLabel={messages.restart} onRetry={() => setState('preview')} />
  }
  return (
    <div className="pf-html-content" data-active={state === 'active' || undefined}>
      <Frame {...props} key={String(state === 'preview')} running={state !== 'preview'} active={state === 'active'} watch={{ onFlood, onTake, onLeave }} />
      {state !== 'active' && (
        <button type="button" className="pf-html-activate" aria-label={messages.activateFrame(props.title)} onClick={() => setState('active')}>
          <span className="pf-html-label">{messages.activate}</span>
        </button>
      )}
    </div>
  )
}

interface FrameProps extends ContentProps {
  /** True when scripts may run. */
  running: boolean
  /** True while the user is in the frame. */
  active: boolean
  watch: { onFlood: () => void; onTake: () => void; onLeave: () => void }
}

function Frame({ inner, height, title, running, active, watch: { onFlood, onTake, onLeave } }: FrameProps) {
  const { policy, htmlSandboxUrl } = useRendering()
  const frame = useRef<HTMLIFrameElement>(null)
  const sandbox = running ? filterSandboxTokens(policy.htmlSandbox) : ''
  const [nonce] = useState(newId)
  const reportedHeight = useFrameMessages({ frame, nonce, inner, sandbox, onFlood })
  useFrameFocus({ frame, active, onLeave, onTake })
  const own = htmlSandboxUrl === undefined ? { srcDoc: outerDocument(inner, sandbox) } : { src: `${htmlSandboxUrl.split('#')[0]}#${nonce}` }
  return (
    <iframe
      ref={frame}
      className="pf-html"
      title={title}
      // The sandbox page always needs to run its own script.
      sandbox={htmlSandboxUrl === undefined ? sandbox : filterSandboxTokens(`allow-scripts ${sandbox}`)}
      referrerPolicy="no-referrer"
      allow={running ? denyAllFeatures() : undefined}
      style={{ blockSize: height === 'auto' && reportedHeight !== undefined ? `${reportedHeight}px` : cssHeight(height, HEIGHT) }}
      {...own}
    />
  )
}

/** Features that browsers grant to frames by default or on request, for browsers that cannot list them. */
const KNOWN =
  'accelerometer autoplay bluetooth camera clipboard-read clipboard-write display-capture encrypted-media fullscreen gamepad geolocation gyroscope hid idle-detection magnetometer microphone midi payment picture-in-picture publickey-credentials-create publickey-credentials-get screen-wake-lock serial speaker-selection storage-access sync-xhr usb web-share xr-spatial-tracking'

/** Returns the value of a frame's `allow` attribute that disables every feature that a permissions policy controls. */
function denyAllFeatures(): string {
  const { featurePolicy } = document as Document & { featurePolicy?: { features(): string[] } }
  return (featurePolicy?.features() ?? KNOWN.split(' ')).map((feature) => `${feature} 'none'`).join('; ')
}
