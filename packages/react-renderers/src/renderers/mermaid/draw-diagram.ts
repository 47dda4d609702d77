import { type CleanSvg, cleanSvg } from './clean-svg.ts'
import { findTextRefusal } from './diagram-cost.ts'
import { createDrawingContainer } from './drawing-document.ts'
import type { Mermaid } from './mermaid-library.ts'
import { findRefusal } from './parsed-diagram.ts'
import type { DiagramRefusal, DiagramText } from './read-diagram.ts'

let last: Promise<unknown> = Promise.resolve()
let count = 0

/** The text of a diagram and its kind. */
export type AcceptedText = Pick<Extract<DiagramText, { ok: true }>, 'code' | 'kind'>

/** A drawn diagram, or the reason why it is not drawn; undefined if the result of Mermaid is not an image. */
export type Drawing = { svg: CleanSvg } | { refusal: DiagramRefusal } | undefined

/** Renders diagrams one at a time, because the configuration of Mermaid is global. Rejects with the error of Mermaid. */
export function drawDiagram(mermaid: Mermaid, text: AcceptedText, config: Record<string, unknown>): Promise<Drawing> {
  const refusal = findTextRefusal(text.kind, text.code)
  if (refusal) return Promise.resolve({ refusal })
  const drawn = last.then(() => draw(mermaid, text.code, config))
  last = drawn.catch(() => {})
  return drawn
}

async function draw(mermaid: Mermaid, code: string, config: Record<string, unknown>): Promise<Drawing> {
  const id = `pf-mermaid-${++count}`
  const place = createDrawingContainer(String(config.fontFamily))
  try {
    mermaid.initialize(SANDBOX_UNSUPPORTED.test(code) ? { ...config, securityLevel: 'strict' } : config)
    const refusal = findRefusal(await mermaid.mermaidAPI?.getDiagramFromText?.(code), code)
    if (refusal) return { refusal }
    const { svg } = await mermaid.render(id, code, place.container)
    const cleaned = cleanSvg(fromFrame(svg))
    return cleaned && { svg: cleaned }
  } finally {
    place.remove()
    // Mermaid leaves elements in the page when it fails.
    for (const left of [id, `d${id}`, `i${id}`]) document.getElementById(left)?.remove()
  }
}

/**
 * Matches git graphs, which Mermaid cannot draw at the security level `sandbox`. They contain no pictures, styles or HTML. Event models cannot be
 * drawn at this level either, but may contain HTML, so they fail.
 */
const SANDBOX_UNSUPPORTED = /^\s*gitGraph/

const FRAME = /^\s*<iframe\b[^>]*\bsrc="data:text\/html;charset=UTF-8;base64,([A-Za-z0-9+/=]+)"/

/** Returns the image that Mermaid puts into a frame at the security level `sandbox`. */
function fromFrame(result: string): string {
  const encoded = FRAME.exec(result)?.[1]
  if (encoded === undefined) return result
  const html = new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)))
  return html.slice(html.indexOf('>') + 1, html.lastIndexOf('</body>'))
}
