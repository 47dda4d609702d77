import { Component, type ReactNode } from 'react'

interface ElementBoundaryProps {
  /** A new value tries again after an error. */
  resetKey: unknown
  onError(error: unknown): void
  children: ReactNode
}

/** Shows a sentence in place of an element whose values made it fail, such as a list that is none. */
export class ElementBoundary extends Component<ElementBoundaryProps, { failed: string | undefined }> {
  override state: { failed: string | undefined } = { failed: undefined }

  static getDerivedStateFromError(error: unknown): { failed: string } {
    return { failed: messageOf(error) }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override componentDidUpdate(before: ElementBoundaryProps): void {
    if (this.state.failed !== undefined && before.resetKey !== this.props.resetKey) this.setState({ failed: undefined })
  }

  override render(): ReactNode {
    const { failed } = this.state
    return failed === undefined ? this.props.children : <Fault text={`This element failed: ${failed}`} />
  }
}

/** A fault in the use of an element, in its place. */
export const Fault = ({ text }: { text: string }) => (
  <p className="pf-element-fault" role="alert">
    {text}
  </p>
)

/** The first 200 characters of the message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)
