import { useState } from 'react'
import { useRendering } from '../../context/pf-context.ts'
import { useMessages } from '../../context/use-messages.ts'
import { markdownMessages } from '../../messages/markdown.ts'
import { plainText } from '../../text/plain-text.ts'
import { safeUrl } from '../../text/safe-url.ts'

const RASTER = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*$/
const MAX_DATA = 2_000_000

/** An image out of foreign text. Nothing is fetched before a click, unless the host's policy names the address's host. */
export function RemoteImage({ src, alt }: { src: string | undefined; alt: string | undefined }) {
  const fixed = useMessages('markdown', markdownMessages)
  const { policy } = useRendering()
  const [asked, setAsked] = useState(false)
  const words = plainText(alt ?? '', 200)
  if (src && src.length <= MAX_DATA && RASTER.test(src)) return <img className="pf-md-img" src={src} alt={words} />
  const url = safeUrl(src)
  // An address on the app's own origin would be asked with the reader's cookies.
  const own = url && typeof location !== 'undefined' && url.origin === location.origin
  if (!url || url.protocol === 'mailto:' || (own && !allowed(policy, url))) return <span className="pf-md-noimg">{words || fixed.image}</span>
  if (asked || allowed(policy, url)) return <img className="pf-md-img" src={url.href} alt={words} loading="lazy" referrerPolicy="no-referrer" />
  return (
    <button type="button" className="pf-button pf-md-ask" title={words} onClick={() => setAsked(true)}>
      {fixed.showImage(url.host)}
      {words && <span className="pf-md-alt">{words}</span>}
    </button>
  )
}

const allowed = (policy: { urlHosts: readonly string[] }, url: URL) => url.protocol === 'https:' && policy.urlHosts.includes(url.host)
