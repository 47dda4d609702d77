import { isRecord } from '@pf/core/internal'
import { type CleanSvg, cleanSvg } from './clean-svg.ts'

let last: Promise<unknown> = Promise.resolve()
let count = 0

/** Renders diagrams one at a time, because the configuration of Mermaid is global. Rejects with the error of Mermaid. */
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
    // Mermaid leaves elements in the page when it fails.
    for (const left of [id, `d${id}`, `i${id}`]) document.getElementById(left)?.remove()
  }
}

/** An off-screen container for text measurement. It sets the font itself because a policy may forbid the inline styles of Mermaid. */
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

/** The part of the Mermaid API that is used. */
export interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, code: string, container: Element): Promise<{ svg: string }>
}

/** Loads Mermaid with the loader of the app, or from the installed package. Rejects when it is not available. */
export async function loadMermaid(own: (() => Promise<unknown>) | undefined): Promise<Mermaid> {
  const found = own ? await own() : await bundled()
  const library = isRecord(found) && isRecord(found.default) ? found.default : found
  if (!isMermaid(library)) throw new Error('What the loader of mermaid gave is not mermaid.')
  return library
}

/** The import is inside a try block so that bundlers accept apps that have not installed the package. */
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
