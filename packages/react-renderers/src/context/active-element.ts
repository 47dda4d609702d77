/**
 * Returns the element that has the focus. In an open shadow root, `document.activeElement` is only its host, so the focus is followed to the
 * innermost shadow root.
 */
export function activeElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/** Returns the innermost target of an event, which listeners outside of a shadow root see as the host. */
export const innerTarget = (event: Event): EventTarget | null => event.composedPath()[0] ?? event.target
