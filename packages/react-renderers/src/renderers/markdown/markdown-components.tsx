import { type ComponentProps, type MouseEvent, useContext, useState } from 'react'
import type { Components, ExtraProps } from 'react-markdown'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { markdownMessages } from '../../messages/markdown.ts'
import { FigureSpot } from '../../parts/figure-spot.tsx'
import { plainText } from '../../text/plain-text.ts'
import { SafeLink } from '../../text/safe-link.tsx'
import { hostOf, safeUrl } from '../../text/safe-url.ts'
import { followAnchor } from '../shared/follow-anchor.ts'
import { scrollGroup } from '../shared/scroll-group.ts'
import { useScrollEdges } from '../shared/use-scroll-edges.ts'
import { CodeBlock } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { OpenEndContext } from './markdown-context.ts'
import { isTextOnly, textOf } from './rehype-steps.ts'

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps

/** Inline code or a formula. */
function Inline({ children, className, node }: Props<'code'>) {
  const openEnd = useContext(OpenEndContext)
  const kind = /\bmath-(inline|display)\b/.exec(className ?? '')?.[1]
  if (kind === undefined) return <code>{children}</code>
  const pending = openEnd !== undefined && (node?.position?.end.offset ?? 0) >= openEnd
  return <Formula source={textOf(node, Number.POSITIVE_INFINITY)} display={kind === 'display'} pending={pending} />
}

function Table({ children }: Props<'table'>) {
  const messages = useMessages('markdown', markdownMessages)
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  useScrollEdges(frame)
  return (
    <div className="pf-md-table pf-scroll-edges" ref={setFrame} {...scrollGroup(messages.table)}>
      <table>{children}</table>
    </div>
  )
}

/** A figure, as `markFigures` marks it. The allowlist has no `data` elements. */
const MarkedFigure = ({ value, node }: Props<'data'>) => (
  <FigureSpot mark={{ index: Number(value), unproven: node?.properties.dataUnproven === true }} text={textOf(node)} />
)

function TaskBox({ checked }: Props<'input'>) {
  const messages = useMessages('markdown', markdownMessages)
  return <input type="checkbox" checked={checked === true} disabled aria-label={checked ? messages.done : messages.open} />
}

const cell =
  (Tag: 'td' | 'th') =>
  ({ children, style }: Props<'td'>) => (
    <Tag style={style?.textAlign ? { textAlign: style.textAlign } : undefined} {...(Tag === 'th' ? { scope: 'col' } : {})}>
      {children}
    </Tag>
  )

/** Headings are two levels lower, because the page has its own headings. */
const heading =
  (Tag: 'h3' | 'h4' | 'h5' | 'h6') =>
  ({ children, id }: Props<'h2'>) => <Tag id={id}>{children}</Tag>

/** The components for Markdown elements; only the listed attributes are used. */
export const markdownComponents: Components = {
  a: MarkdownLink,
  img: ({ src, alt }) => <RemoteImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  code: Inline,
  pre: CodeBlock,
  table: Table,
  td: cell('td'),
  th: cell('th'),
  input: TaskBox,
  data: MarkedFigure,
  h1: heading('h3'),
  h2: heading('h4'),
  h3: heading('h5'),
  h4: heading('h6'),
  h5: heading('h6'),
  h6: heading('h6'),
}

const followNote = (event: MouseEvent<HTMLAnchorElement>) => followAnchor(event, { text: '.pf-md', block: 'nearest' })

/** Renders a link with a safe URL. Other links are rendered as text. In-page links are allowed only for footnotes. */
export function MarkdownLink({ href, children, node, id, ...rest }: ComponentProps<'a'> & ExtraProps) {
  const { dataFootnoteRef, dataFootnoteBackref } = node?.properties ?? {}
  if (href?.startsWith('#pf-md-') && (dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined)) {
    return (
      <a href={href} id={id} className="pf-link" aria-label={rest['aria-label']} aria-describedby={rest['aria-describedby']} onClick={followNote}>
        {children}
      </a>
    )
  }
  const url = safeUrl(href)
  if (!url) return <span>{children}</span>
  // An image or a formula can show any text, and a line break can move the following text out of view.
  if (!isTextOnly(node)) {
    return (
      <>
        {children}{' '}
        <SafeLink url={url} text={hostOf(url)}>
          {hostOf(url)}
        </SafeLink>
      </>
    )
  }
  return (
    <SafeLink url={url} text={textOf(node)}>
      {children}
    </SafeLink>
  )
}

const RASTER = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/
const MAX_DATA = 2_000_000

/** Renders an image from Markdown. It is loaded after a click, or immediately if its host is allowed. */
export function RemoteImage({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const fixed = useMessages('markdown', markdownMessages)
  const { policy } = useRendering()
  const [requested, setRequested] = useState(false)
  const words = plainText(alt ?? '', 200)
  if (src && src.length <= MAX_DATA && RASTER.test(src)) return <img className="pf-md-img" src={src} alt={words} />
  const url = safeUrl(src)
  // A request to the app's own origin would include the user's cookies.
  const own = url && typeof location !== 'undefined' && url.origin === location.origin
  if (!url || url.protocol === 'mailto:' || (own && !allowed(policy, url))) return <span className="pf-md-image-blocked">{words || fixed.image}</span>
  if (requested || allowed(policy, url)) return <img className="pf-md-img" src={url.href} alt={words} loading="lazy" referrerPolicy="no-referrer" />
  return (
    <button type="button" className="pf-button pf-md-load-image" title={words} onClick={() => setRequested(true)}>
      {fixed.showImage(url.host)}
      {words && <span className="pf-md-alt">{words}</span>}
    </button>
  )
}

const allowed = (policy: { urlHosts: readonly string[] }, url: URL) => url.protocol === 'https:' && policy.urlHosts.includes(url.host)
