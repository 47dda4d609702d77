import { type ComponentType, createElement, type ReactElement } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'

/** A component whose code is loaded on demand. */
export interface Loadable<Props extends object> {
  (props: Props): ReactElement
  /** Starts loading. A failed load is not repeated before `retry` is called. */
  preload(): void
}

/** Thrown if the code of a renderer did not load. After `retry`, the next render loads it again. */
export class RendererLoadError extends Error {
  readonly retry: () => void
  constructor(cause: unknown, retry: () => void) {
    super('The code that draws this component did not load.', { cause })
    this.name = 'RendererLoadError'
    this.retry = retry
  }
}

/** Creates a component from a loader. It suspends while loading, and throws if loading failed. Unlike React's `lazy`, a failed load can be retried. */
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

/** Starts loading the renderers of these components, if they are loaded on demand. */
export function preloadRenderers(renderers: ReadonlyMap<string, ComponentType<RendererProps>>, names: readonly string[]): void {
  for (const name of names) {
    const renderer = renderers.get(name)
    if (renderer && 'preload' in renderer && typeof renderer.preload === 'function') renderer.preload()
  }
}
