import { PfError } from '@pf/core'
import type { PfProviderProps } from '@pf/react-renderers'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { adoptStyles } from '../shared/adopt-styles.ts'
import { emit } from '../shared/events.ts'
import { omitUndefined } from '../shared/omit-undefined.ts'
import { warnAboutFault } from '../shared/warn-about-fault.ts'
import { attributeFault } from './attribute-fault.ts'
import { createElementClients, type ElementClients } from './create-element-clients.ts'
import { ElementBoundary, Fault, messageOf } from './element-boundary.tsx'
import { ElementValues } from './element-values.ts'

/**
 * What the custom elements of this package have in common: a shadow root with the styles of the components, values that can be set before
 * the element is defined, and a React root that outlives a move in the document.
 */
export abstract class PfElement extends ElementValues {
  #root: Root | undefined
  #scheduled = false
  #version = 0
  #fault: string | undefined
  readonly #clients = createElementClients(this)

  constructor() {
    super()
    this.attachShadow({ mode: 'open' })
  }

  connectedCallback(): void {
    this.#takeEarlyValues()
    if (this.shadowRoot) adoptStyles(this.shadowRoot, this.ownStyles())
    this.update()
  }

  /** With this method, `moveBefore` moves the element without disconnecting it. */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    // A move disconnects and connects the element in one step. Its content is kept, so that a run continues and nothing is loaded twice.
    queueMicrotask(() => {
      if (this.isConnected) return
      this.#root?.unmount()
      this.#root = undefined
      this.shadowRoot?.replaceChildren()
      this.unmounted()
    })
  }

  attributeChangedCallback(): void {
    this.update()
  }

  /** Styles for this kind of element. */
  protected abstract ownStyles(): string
  /** Returns the content, or the fault that prevents it. */
  protected abstract content(): ReactNode | { fault: string }
  /** Called after the content was removed. */
  protected unmounted(): void {}

  /** Draws the element after all changes of this step. */
  protected override update(): void {
    if (this.#scheduled || !this.isConnected) return
    this.#scheduled = true
    queueMicrotask(() => {
      this.#scheduled = false
      if (this.isConnected) this.#draw()
    })
  }

  /** The client of the page or one with the options of this element, and the options for further clients. */
  protected clients(): ElementClients {
    return this.#clients()
  }

  /** The props of PfProvider that all elements have. */
  protected providerProps(): Omit<PfProviderProps, 'client' | 'store' | 'children'> {
    const { locale, currency, htmlSandboxUrl, messages, policy, kits, components, loaders } = this
    return {
      ...omitUndefined({
        locale: locale || undefined,
        currency: currency || undefined,
        htmlSandboxUrl: htmlSandboxUrl || undefined,
        messages,
        policy,
        kits,
        components,
        loaders,
      }),
      onAction: (actionId, params) => emit(this, 'pf-action', { actionId, params }),
      onError: (error) => this.report(error),
    }
  }

  /** Reports an error as an event. */
  protected report(error: unknown, more: { threadId?: string } = {}): void {
    emit(this, 'pf-error', { code: PfError.isInstance(error) ? error.code : 'internal', message: messageOf(error), ...more })
  }

  /** Values that were set before the element was defined are properties of the object, which hide those of the class. */
  #takeEarlyValues() {
    for (const name of Object.keys(this)) {
      if (!isSettable(this, name)) continue
      const value = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      Reflect.set(this, name, value)
    }
  }

  #draw() {
    this.#root ??= this.#createRoot()
    const content = attributeFault(this) ?? this.content()
    const fault = typeof content === 'object' && content !== null && 'fault' in content ? content.fault : undefined
    if (fault !== undefined && fault !== this.#fault) {
      warnAboutFault(this, fault)
      this.report(new PfError('invalid_input', fault))
    }
    this.#fault = fault
    this.#version++
    this.#root.render(
      <ElementBoundary resetKey={this.#version} onError={(error) => this.report(error)}>
        {fault === undefined ? (content as ReactNode) : <Fault text={fault} />}
      </ElementBoundary>,
    )
  }

  #createRoot(): Root {
    const container = this.ownerDocument.createElement('div')
    container.className = 'pf-element'
    this.shadowRoot?.replaceChildren(container)
    return createRoot(container)
  }
}

/** True if a class of the object has a setter of this name. */
function isSettable(object: object, name: string): boolean {
  for (let level = Object.getPrototypeOf(object); level !== null && level !== HTMLElement.prototype; level = Object.getPrototypeOf(level)) {
    if (Object.getOwnPropertyDescriptor(level, name)?.set) return true
  }
  return false
}
