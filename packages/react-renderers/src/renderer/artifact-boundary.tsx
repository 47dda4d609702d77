import { Component, type ReactNode } from 'react'

interface ArtifactBoundaryProps {
  /** What is drawn; when it changes, drawing is tried again. */
  resetKey: unknown
  fallback: ReactNode
  onError: ((error: unknown) => void) | undefined
  children: ReactNode
}

interface ArtifactBoundaryState {
  failed: boolean
  resetKey: unknown
}

/** Keeps a renderer that throws to itself: the rest of the page stays. */
export class ArtifactBoundary extends Component<ArtifactBoundaryProps, ArtifactBoundaryState> {
  override state: ArtifactBoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<ArtifactBoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: ArtifactBoundaryProps, state: ArtifactBoundaryState): ArtifactBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
