import { type ComponentType, createElement, type ReactElement } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'

/** A component whose code is fetched when it is first needed. */
export interface Loadable<Props extends object> {
  (props: Props): ReactElement
  /** Starts fetching; a fetch that failed stays failed until it is tried again. */
  preload(): void
}

/** Thrown where the code of a renderer did not come; `retry` lets the next drawing fetch it again. */
export class RendererLoadError extends Error {
  readonly retry: () => void
  constructor(cause: unknown, retry: () => void) {
    super('The code that draws this component did not load.', { cause })
    this.name = 'RendererLoadError'
    this.retry = retry
  }
}

/** Makes a component of a loader; waits in the nearest Suspense, fails in the nearest boundary. Unlike React's `lazy` it can be tried again. */
export function loadable<Props extends object = RendererProps>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let found: ComponentType<Props> | undefined
  let failure: RendererLoadError | undefined
  let pending: Promise<void> | undefined

  const fetchOnce = () => {
    pending ??= load().then(
      (component) => {
        found = component
      },
      (cause: unknown) => {
        failure = new RendererLoadError(cause, forget)
      },
    )
    return pending
  }
  const forget = () => {
    failure = undefined
    pending = undefined
  }
  function draw(props: Props) {
    if (failure) throw failure
    if (!found) throw fetchOnce()
    return createElement(found, props)
  }
  return Object.assign(draw, { preload: () => void fetchOnce() })
}

/** Starts fetching what draws these components, as far as that is fetched at all. */
export function preloadRenderers(renderers: ReadonlyMap<string, ComponentType<RendererProps>>, names: readonly string[]): void {
  for (const name of names) {
    const renderer = renderers.get(name)
    if (renderer && 'preload' in renderer && typeof renderer.preload === 'function') renderer.preload()
  }
}
