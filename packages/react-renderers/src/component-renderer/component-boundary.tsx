import { Component, type ReactNode } from 'react'
import { RendererLoadError } from './loadable.ts'

interface ComponentBoundaryProps {
  /** The drawn value. After it changes, rendering is tried again. */
  resetKey: unknown
  fallback: ReactNode
  /** Used instead of `fallback` if the code did not load. `retry` fetches it again. */
  notLoaded?: (retry: () => void) => ReactNode
  onError: ((error: unknown) => void) | undefined
  children: ReactNode
}

interface ComponentBoundaryState {
  /** The thrown error. */
  failure: { error: unknown } | undefined
  resetKey: unknown
}

/** Catches errors of a renderer, so that the rest of the page is not affected. */
export class ComponentBoundary extends Component<ComponentBoundaryProps, ComponentBoundaryState> {
  override state: ComponentBoundaryState = { failure: undefined, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown): Partial<ComponentBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(props: ComponentBoundaryProps, state: ComponentBoundaryState): ComponentBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { failure: undefined, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const { error } = failure
    return error instanceof RendererLoadError && this.props.notLoaded ? this.props.notLoaded(() => this.retry(error)) : this.props.fallback
  }

  private retry(error: RendererLoadError) {
    error.retry()
    this.setState({ failure: undefined })
  }
}
