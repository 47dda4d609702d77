import DOMPurify from 'dompurify'

/** A self-contained SVG image and its size in pixels. */
export interface CleanSvg {
  source: string
  width: number
  height: number
}

const FORBIDDEN = ['a', 'image', 'feImage', 'foreignObject', 'script', 'iframe', 'animate', 'set', 'animateMotion', 'animateTransform']
const MAX_SIZE = 20_000

/**
 * Sanitizes the SVG of Mermaid: no scripts, links, HTML or external references. It is shown as an image, where nothing can run, and is also
 * safe when a user opens it separately. Undefined when the input is not an SVG image.
 */
export function cleanSvg(svg: string): CleanSvg | undefined {
  const cleaned = DOMPurify.sanitize(svg, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['style'],
    FORBID_TAGS: FORBIDDEN,
    RETURN_DOM_FRAGMENT: true,
  })
  const root = cleaned.firstElementChild
  if (root?.tagName.toLowerCase() !== 'svg') return undefined
  for (const element of [root, ...root.querySelectorAll('*')]) strip(element)
  const [width, height] = sizeOf(root)
  root.setAttribute('width', String(width))
  root.setAttribute('height', String(height))
  root.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  root.removeAttribute('style')
  return { source: new XMLSerializer().serializeToString(root), width, height }
}

function strip(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const inner = /^\s*#/.test(value)
    if (/^on/i.test(name) || (/(^|:)href$/i.test(name) && !inner) || hasExternalReference(value)) element.removeAttribute(name)
  }
  if (element.tagName.toLowerCase() === 'style' && hasExternalReference(element.textContent ?? ''))
    element.textContent = withoutLoads(element.textContent ?? '')
}

/** External references in a style, and backslashes, which could hide them. */
const EXTERNAL_REFERENCE = /url\(\s*["']?(?!\s*["']?#)[^)]*\)?|@import[^;]*;?|image-set\([^)]*\)?|\\/gi
const hasExternalReference = (text: string) => text.search(EXTERNAL_REFERENCE) >= 0
const withoutLoads = (text: string) => text.replace(EXTERNAL_REFERENCE, '')

function sizeOf(root: Element): readonly [number, number] {
  const box = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const [width, height] = [box[2] ?? Number.NaN, box[3] ?? Number.NaN]
  return [within(width, 300), within(height, 150)]
}

const within = (value: number, fallback: number) => (Number.isFinite(value) && value > 0 ? Math.min(MAX_SIZE, Math.ceil(value)) : fallback)
