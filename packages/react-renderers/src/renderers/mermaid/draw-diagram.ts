import { type CleanSvg, cleanSvg } from './clean-svg.ts'
import type { Mermaid } from './load-mermaid.ts'

let last: Promise<unknown> = Promise.resolve()
let count = 0

/** Draws one diagram after the other: mermaid keeps what it was told in one place for all. Rejects with mermaid's own error. */
export function drawDiagram(mermaid: Mermaid, code: string, config: Record<string, unknown>): Promise<CleanSvg | undefined> {
  const drawn = last.then(() => draw(mermaid, code, config))
  last = drawn.catch(() => {})
  return drawn
}

async function draw(mermaid: Mermaid, code: string, config: Record<string, unknown>): Promise<CleanSvg | undefined> {
  const id = `pf-mermaid-${++count}`
  const place = offScreen(String(config.fontFamily))
  try {
    mermaid.initialize(config)
    const { svg } = await mermaid.render(id, code, place)
    return cleanSvg(svg)
  } finally {
    place.remove()
    // What mermaid leaves in the page where it failed.
    for (const left of [id, `d${id}`, `i${id}`]) document.getElementById(left)?.remove()
  }
}

/** Room to measure texts in, with the font of the picture even where a policy forbids the styles that mermaid writes. */
function offScreen(font: string): HTMLElement {
  const place = document.createElement('div')
  Object.assign(place.style, {
    position: 'absolute',
    insetInlineStart: '-10000px',
    top: '0',
    inlineSize: '1000px',
    visibility: 'hidden',
    fontFamily: font,
    fontSize: '14px',
  })
  place.setAttribute('aria-hidden', 'true')
  document.body.append(place)
  return place
}
