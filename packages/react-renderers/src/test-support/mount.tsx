import type { JsonObject, RunClient } from '@pf/core'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import '../styles.css'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import type { ComponentState } from '../store/model/types.ts'

export const stateOf = (component: string, props: JsonObject, more: Partial<ComponentState> = {}): ComponentState => ({
  key: 'a',
  id: 'a',
  component,
  props,
  status: 'ready',
  message_id: 't:r1',
  seq: 0,
  ts: 0,
  version: 0,
  ...more,
})

/** A page with mounted components. */
export interface Mounted {
  box: HTMLElement
  render(content: ReactNode): void
  unmount(): void
}

export function mount(content: ReactNode, width = 720): Mounted {
  const box = document.createElement('div')
  box.style.cssText = `width:${width}px;padding:8px;background:var(--pf-surface-0)`
  document.body.append(box)
  const root: Root = createRoot(box)
  root.render(content)
  return {
    box,
    render: (next) => root.render(next),
    unmount() {
      root.unmount()
      box.remove()
    },
  }
}

export const mountComponent = (component: string, props: JsonObject, more: Partial<ComponentState> = {}) =>
  mount(<ComponentRenderer component={stateOf(component, props, more)} />)

/** Creates a client that answers nothing. Tests add the methods that they need. */
export const noClient = (more: Partial<RunClient> = {}): RunClient => {
  const never = () => Promise.reject(new Error('not in this test'))
  return {
    start: async function* () {},
    attach: async function* () {},
    answer: never,
    cancel: never,
    thread: never,
    upload: never,
    page: never,
    catalog: never,
    ...more,
  }
}
