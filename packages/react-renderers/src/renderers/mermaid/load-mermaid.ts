import { isRecord } from '@pf/core/internal'

/** The part of mermaid that is used. */
export interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, code: string, place: Element): Promise<{ svg: string }>
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
