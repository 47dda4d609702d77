import { isRecord } from '@pf/core/internal'
import { type CleanSvg, cleanSvg } from './clean-svg.ts'

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
  const container = createOffScreenContainer(String(config.fontFamily))
  try {
    mermaid.initialize(config)
    const { svg } = await mermaid.render(id, code, container)
    return cleanSvg(svg)
  } finally {
    container.remove()
    // What mermaid leaves in the page where it failed.
    for (const left of [id, `d${id}`, `i${id}`]) document.getElementById(left)?.remove()
  }
}

/** Room to measure texts in, with the font of the picture even where a policy forbids the styles that mermaid writes. */
function createOffScreenContainer(font: string): HTMLElement {
  const container = document.createElement('div')
  Object.assign(container.style, {
    position: 'absolute',
    insetInlineStart: '-10000px',
    top: '0',
    inlineSize: '1000px',
    visibility: 'hidden',
    fontFamily: font,
    fontSize: '14px',
  })
  container.setAttribute('aria-hidden', 'true')
  document.body.append(container)
  return container
}

/** The part of mermaid that is used. */
export interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, code: string, container: Element): Promise<{ svg: string }>
}

/** Gets mermaid: the host's own, or the package that the host has installed. Rejects where there is none. */
export async function loadMermaid(own: (() => Promise<unknown>) | undefined): Promise<Mermaid> {
  const found = own ? await own() : await bundled()
  const library = isRecord(found) && isRecord(found.default) ? found.default : found
  if (!isMermaid(library)) throw new Error('What the loader of mermaid gave is not mermaid.')
  return library
}

/** Inside of a try, so that bundlers build an app that has not installed it. */
async function bundled(): Promise<unknown> {
  try {
    return await import('mermaid')
  } catch (cause) {
    throw new Error('The package mermaid is not there.', { cause })
  }
}

const isMermaid = (value: unknown): value is Mermaid =>
  typeof value === 'object' &&
  value !== null &&
  'initialize' in value &&
  typeof value.initialize === 'function' &&
  'render' in value &&
  typeof value.render === 'function'
