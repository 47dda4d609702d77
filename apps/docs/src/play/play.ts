/** `<pf-play component="metric">`: the component with its example, its JSON and a play button. Its code is loaded when it comes into view. */
class PlayElement extends HTMLElement {
  #unmount: (() => void) | undefined
  #observer: IntersectionObserver | undefined

  connectedCallback(): void {
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      this.#observer?.disconnect()
      void this.#load()
    })
    this.#observer.observe(this)
  }

  disconnectedCallback(): void {
    this.#observer?.disconnect()
    this.#unmount?.()
  }

  async #load(): Promise<void> {
    try {
      const { mountLab } = await import('./lab.tsx')
      if (!this.isConnected) return
      this.#unmount = mountLab(this, this.getAttribute('component') ?? undefined)
    } catch {
      this.textContent = 'The component could not be loaded. Reload the page to try again.'
    }
  }
}

customElements.define('pf-play', PlayElement)
