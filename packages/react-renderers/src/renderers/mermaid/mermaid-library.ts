import { isRecord } from '@pf/core/internal'

/** The part of the Mermaid API that is used. */
export interface Mermaid {
  initialize(config: Record<string, unknown>): void
  render(id: string, code: string, container: Element): Promise<{ svg: string }>
  /** Absent in replacements of Mermaid that an app provides. */
  mermaidAPI?: { getDiagramFromText?(code: string): Promise<unknown> }
}

/** Loads Mermaid with the loader of the app, or from the installed package. Rejects when it is not available. */
export async function loadMermaid(own: (() => Promise<unknown>) | undefined): Promise<Mermaid> {
  const found = own ? await own() : await bundled()
  const library = isRecord(found) && isRecord(found.default) ? found.default : found
  if (!isMermaid(library)) throw new Error('The loader of mermaid did not return mermaid.')
  return library
}

/** The import is inside a try block so that bundlers accept apps that have not installed the package. */
async function bundled(): Promise<unknown> {
  try {
    return await import('mermaid')
  } catch (cause) {
    throw new Error('The package mermaid is not installed.', { cause })
  }
}

const isMermaid = (value: unknown): value is Mermaid =>
  typeof value === 'object' &&
  value !== null &&
  'initialize' in value &&
  typeof value.initialize === 'function' &&
  'render' in value &&
  typeof value.render === 'function'
