/** The policy of the document in which a diagram is drawn. It forbids loading resources. The styles of Mermaid are inline. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** The container in which Mermaid draws and measures a diagram. */
export interface DrawingContainer {
  container: HTMLElement
  remove(): void
}

/**
 * Creates an off-screen container in which a diagram is drawn with the security level `sandbox`. Mermaid then adds a frame to it and draws
 * in the document of the frame, which gets a separate policy before anything is drawn. Otherwise a picture or a style with an address in
 * the diagram would be loaded while Mermaid measures texts, before the result can be sanitized.
 */
export function createDrawingContainer(font: string): DrawingContainer {
  const container = document.createElement('div')
  Object.assign(container.style, {
    position: 'absolute',
    insetInlineStart: '-10000px',
    top: '0',
    inlineSize: '1000px',
    visibility: 'hidden',
    ...textStyle(font),
  })
  container.setAttribute('aria-hidden', 'true')
  // The callback runs before the next step of Mermaid, which waits for the text to be parsed after it has added the frame.
  const observer = new MutationObserver(() => {
    for (const frame of container.querySelectorAll('iframe')) secure(frame.contentDocument, font)
  })
  observer.observe(container, { childList: true })
  document.body.append(container)
  return {
    container,
    remove() {
      observer.disconnect()
      container.remove()
    },
  }
}

/** Returns the font of labels. It is set as a property, because a policy of the app may forbid inline styles. */
const textStyle = (font: string) => ({ fontFamily: font, fontSize: '14px' })

/** Sets the policy and the font of the document of a frame. */
function secure(own: Document | null, font: string): void {
  if (!own || own.querySelector('meta')) return
  const policy = own.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = POLICY
  own.head.append(policy)
  Object.assign(own.body.style, textStyle(font))
}
