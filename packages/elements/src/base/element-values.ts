import type { RunClientOptions } from '@pf/agui-adapter/client'
import type { RunClient } from '@pf/core'
import type { LibraryLoaders, MessageOverrides, PfProviderProps } from '@pf/react-renderers'
import type { ComponentKit, Policy } from '@pf/registry/browser'

/** `HTMLElement`. Servers do not have it: there, the classes can be imported, but not used. */
export const ElementBase = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

/** The values of an element that are objects and have no attribute. */
interface ObjectValues {
  headers?: RunClientOptions['headers']
  fetch?: typeof fetch
  client?: RunClient
  messages?: MessageOverrides
  policy?: Policy
  kits?: readonly ComponentKit[]
  components?: PfProviderProps['components']
  loaders?: LibraryLoaders
}

/** The values that all elements have. Texts are attributes; objects are properties of the element only. */
export abstract class ElementValues extends ElementBase {
  static get observedAttributes(): string[] {
    return ['base-url', 'credentials', 'theme', 'locale', 'currency', 'html-sandbox-url']
  }

  #values: ObjectValues = {}

  /** Prefix of every route of the server: an origin or a path. Default: the origin of the page. */
  get baseUrl(): string {
    return this.getAttribute('base-url') ?? ''
  }
  set baseUrl(value: string | null | undefined) {
    this.setText('base-url', value)
  }

  /** The option of `fetch`: `include` sends cookies to another origin. */
  get credentials(): string {
    return this.getAttribute('credentials') ?? ''
  }
  set credentials(value: string | null | undefined) {
    this.setText('credentials', value)
  }

  /** `light`, `dark`, or `auto` for the setting of the system. Without it, the element has the `color-scheme` of the page around it. */
  get theme(): string {
    return this.getAttribute('theme') ?? ''
  }
  set theme(value: string | null | undefined) {
    this.setText('theme', value)
  }

  /** BCP 47 tag for numbers and dates. Default: the locale of the browser. */
  get locale(): string {
    return this.getAttribute('locale') ?? ''
  }
  set locale(value: string | null | undefined) {
    this.setText('locale', value)
  }

  /** ISO 4217 code for amounts of money. Default: USD. */
  get currency(): string {
    return this.getAttribute('currency') ?? ''
  }
  set currency(value: string | null | undefined) {
    this.setText('currency', value)
  }

  /** The address of `sandboxDocument`, for the component `html` under a Content-Security-Policy. */
  get htmlSandboxUrl(): string {
    return this.getAttribute('html-sandbox-url') ?? ''
  }
  set htmlSandboxUrl(value: string | null | undefined) {
    this.setText('html-sandbox-url', value)
  }

  /** Headers of every request, or a function that returns them. */
  get headers(): RunClientOptions['headers'] {
    return this.#values.headers
  }
  set headers(value: RunClientOptions['headers']) {
    this.#setValue('headers', value)
  }

  /** Replaces the browser's `fetch` for the requests of this element. */
  get fetch(): typeof fetch | undefined {
    return this.#values.fetch
  }
  set fetch(value: typeof fetch | undefined) {
    this.#setValue('fetch', value)
  }

  /** A client of the page, in place of one with the attributes and headers of this element. */
  get client(): RunClient | undefined {
    return this.#values.client
  }
  set client(value: RunClient | undefined) {
    this.#setValue('client', value)
  }

  /** Fixed texts that replace the English ones. */
  get messages(): MessageOverrides | undefined {
    return this.#values.messages
  }
  set messages(value: MessageOverrides | undefined) {
    this.#setValue('messages', value)
  }

  /** The policy for components. Default: the components that the registry allows by default. */
  get policy(): Policy | undefined {
    return this.#values.policy
  }
  set policy(value: Policy | undefined) {
    this.#setValue('policy', value)
  }

  /** Kits of components that the registry does not have. */
  get kits(): readonly ComponentKit[] | undefined {
    return this.#values.kits
  }
  set kits(value: readonly ComponentKit[] | undefined) {
    this.#setValue('kits', value)
  }

  /** React components of the page by the name of the component that they draw. */
  get components(): PfProviderProps['components'] {
    return this.#values.components
  }
  set components(value: PfProviderProps['components']) {
    this.#setValue('components', value)
  }

  /** Functions that load mermaid and Plotly. */
  get loaders(): LibraryLoaders | undefined {
    return this.#values.loaders
  }
  set loaders(value: LibraryLoaders | undefined) {
    this.#setValue('loaders', value)
  }

  /** Draws the element after all changes of this step. */
  protected abstract update(): void

  /** Sets an attribute, or removes it for a value that is null or undefined. */
  protected setText(name: string, value: string | null | undefined): void {
    if (value === null || value === undefined) this.removeAttribute(name)
    else this.setAttribute(name, String(value))
  }

  #setValue<Name extends keyof ObjectValues>(name: Name, value: ObjectValues[Name] | null) {
    const { [name]: before, ...others } = this.#values
    if (before === (value ?? undefined)) return
    this.#values = { ...others, ...(value === null || value === undefined ? {} : { [name]: value }) }
    this.update()
  }
}
