import { type ComponentFailure, PfError, type RunClient } from '@pf/core'
import { ComponentRenderer, PfProvider, useComponents } from '@pf/react-renderers'
import { type ComponentStore, createComponentStore } from '@pf/react-renderers/store'
import type { ReactNode } from 'react'
import { PfElement } from '../base/pf-element.tsx'
import { omitUndefined } from '../shared/omit-undefined.ts'
import { warnAboutFault } from '../shared/warn-about-fault.ts'
import { type ComponentRequest, readRequest } from './read-request.ts'

const runId = 'component'
const scriptSelector = ':scope > script[type="application/json"]'

/** A store with one component, and for what it was created. */
interface Shown {
  sources: readonly unknown[]
  store: ComponentStore
  number: number
}

/**
 * `<pf-component>`: one component, given as the property `request`, as `component` and `props`, or as JSON in a child
 * `<script type="application/json">`. Its props are validated as those of a model. Questions are shown as a preview. It dispatches
 * `pf-error` and `pf-action`.
 */
export class PfComponentElement extends PfElement {
  static override get observedAttributes(): string[] {
    return [...PfElement.observedAttributes, 'component', 'props']
  }

  #request: ComponentRequest | undefined
  #props: object | undefined
  #shown: Shown | undefined
  #client: { client: RunClient; own: RunClient } | undefined
  #children: MutationObserver | undefined

  /** The component with its props. Takes precedence over `component` and `props`. */
  get request(): ComponentRequest | undefined {
    return this.#request
  }
  set request(value: ComponentRequest | undefined) {
    this.#request = value ?? undefined
    this.update()
  }

  /** Name of the component in the registry. */
  get component(): string {
    return this.getAttribute('component') ?? ''
  }
  set component(value: string | null | undefined) {
    this.setText('component', value)
  }

  /** The props as an object. The attribute `props` has them as JSON. */
  get props(): object | undefined {
    return this.#props
  }
  set props(value: object | undefined) {
    this.#props = value ?? undefined
    this.update()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#children ??= new MutationObserver(() => this.update())
    this.#children.observe(this, { childList: true, characterData: true, subtree: true })
  }

  protected override ownStyles(): string {
    return ''
  }

  protected override unmounted(): void {
    this.#children?.disconnect()
  }

  protected override content(): ReactNode | { fault: string } {
    const reading = readRequest({
      request: this.#request,
      component: this.component,
      props: this.#props ?? this.getAttribute('props') ?? undefined,
      script: this.querySelector(scriptSelector)?.textContent ?? undefined,
    })
    if (!reading || 'fault' in reading) return reading ?? null
    const provider = this.providerProps()
    const { store, number } = this.#show(reading.request)
    return (
      <PfProvider key={number} {...provider} client={this.#componentClient()} store={store}>
        <Shown />
      </PfProvider>
    )
  }

  /** Returns a store with the component. An unchanged request keeps its store, so that the component keeps its state. */
  #show({ component, props, title }: ComponentRequest): Shown {
    const { policy, kits } = this
    const sources = [component, JSON.stringify(props), title, policy, kits]
    const before = this.#shown
    if (before?.sources.every((source, index) => source === sources[index])) return before
    const store = createComponentStore(omitUndefined({ policy, kits }))
    store.beginRun(runId)
    const chunk = { id: 'c1', component, props, ...(title !== undefined && { title }) }
    const value = { stream_id: 'c1', seq: 0, done: true, artifact_type: 'ui_component', chunk, meta: { message_id: `t:${runId}` } }
    store.apply({ event: { type: 'CUSTOM', name: 'artifact_chunk', value } })
    this.#shown = { sources, store, number: (before?.number ?? 0) + 1 }
    return this.#shown
  }

  #componentClient(): RunClient {
    const { client } = this.clients()
    if (this.#client?.client !== client) this.#client = { client, own: componentClient(client, (failure) => this.#failed(failure)) }
    return this.#client.own
  }

  #failed({ component, reason }: ComponentFailure) {
    const message = `The component ${component} was not drawn: ${reason}`
    warnAboutFault(this, message)
    this.report(new PfError('schema_invalid', message))
  }
}

function Shown() {
  return useComponents(`t:${runId}`).map((component) => <ComponentRenderer key={component.key} component={component} />)
}

/** Returns a client for a component without a run: it reads pages of stored rows from the server, and reports what could not be drawn. */
function componentClient(client: RunClient, onFailed: (failure: ComponentFailure) => void): RunClient {
  const withoutRun = () => Promise.reject(new PfError('not_found', 'A <pf-component> belongs to no run.'))
  return {
    start: async function* () {},
    attach: async function* () {},
    answer: withoutRun,
    cancel: async () => false,
    thread: async () => undefined,
    upload: withoutRun,
    catalog: withoutRun,
    page: (...request) => client.page(...request),
    componentFailed: async (failure) => {
      onFailed(failure)
      return true
    },
  }
}
