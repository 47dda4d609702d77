import DOMPurify from 'dompurify'
import { allowedAttributes, allowedElements, withoutLoads } from './svg-rules.ts'

/** A self-contained SVG image and its size in pixels. */
export interface CleanSvg {
  source: string
  width: number
  height: number
}

const MAX_SIZE = 20_000

/**
 * Sanitizes the SVG of Mermaid: only drawing elements are kept, without scripts, links, HTML or external references. The result is shown as
 * an image, in which nothing can run, and is also safe if a user opens it separately. Returns undefined if the input is not an SVG image.
 */
export function cleanSvg(svg: string): CleanSvg | undefined {
  const cleaned = DOMPurify.sanitize(svg, {
    ALLOWED_TAGS: allowedElements,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  const root = cleaned.firstElementChild
  if (root?.tagName.toLowerCase() !== 'svg') return undefined
  for (const element of [root, ...root.querySelectorAll('*')]) strip(element)
  for (const element of root.querySelectorAll('[marker-start], [marker-end]')) restoreMarkers(element, root)
  const [width, height] = sizeOf(root)
  root.setAttribute('width', String(width))
  root.setAttribute('height', String(height))
  root.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  root.removeAttribute('style')
  return { source: new XMLSerializer().serializeToString(root), width, height }
}

/** Removes references to anything outside of the image. */
function strip(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const external = /(?:^|:)href$/i.test(name) ? !/^\s*#/.test(value) : withoutLoads(value) !== value
    if (external) element.removeAttribute(name)
  }
  if (element.tagName.toLowerCase() === 'style') element.textContent = withoutLoads(element.textContent ?? '')
}

const MARKER = /^url\(["']?[^#]*#([^"')]+)["']?\)$/

/** Adds the arrowheads of coloured lines, because Mermaid searches for them in the document of the page instead of that of the frame. */
function restoreMarkers(line: Element, root: Element): void {
  for (const position of ['marker-start', 'marker-end']) {
    const id = MARKER.exec(line.getAttribute(position) ?? '')?.[1]
    if (id === undefined || root.querySelector(`[id="${CSS.escape(id)}"]`)) continue
    const plain = [...root.querySelectorAll('marker')].find((marker) => id.startsWith(`${marker.id}_`))
    const stroke = (line as SVGElement).style.stroke
    if (!plain || stroke === '') continue
    const colored = plain.cloneNode(true) as Element
    colored.id = id
    for (const part of colored.querySelectorAll('path, circle, line')) {
      part.setAttribute('stroke', stroke)
      if (FILLED.test(id)) part.setAttribute('fill', stroke)
    }
    plain.after(colored)
  }
}

/** Arrowheads that are filled with the colour of their line. */
const FILLED = /point|circle|cross|barb|composition|dependency/i

function sizeOf(root: Element): readonly [number, number] {
  const box = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const [width, height] = [box[2] ?? Number.NaN, box[3] ?? Number.NaN]
  return [within(width, 300), within(height, 150)]
}

const within = (value: number, fallback: number) => (Number.isFinite(value) && value > 0 ? Math.min(MAX_SIZE, Math.ceil(value)) : fallback)
