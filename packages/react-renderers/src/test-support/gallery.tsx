import type { JsonObject } from '@pf/core'
import { createPolicy, getComponent } from '@pf/registry'
import { builtInComponents } from '@pf/registry/browser'
import { expect, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { PfQuestionTool } from '../copilotkit.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from './axe.ts'
import { type Mounted, mount, noClient, stateOf } from './mount.tsx'

const policy = createPolicy({ allowlist: [...builtInComponents] })
const client = noClient()
const respond = () => {}

/** Renders components one below the other. Questions can be answered. */
export async function renderGallery(names: readonly string[], propsOf: (name: string) => JsonObject, width: number): Promise<Mounted> {
  const mounted = mount(
    <PfProvider client={client} policy={policy} locale="en">
      <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'minmax(0, 1fr)' }}>{names.map((name) => drawn(name, propsOf(name)))}</div>
    </PfProvider>,
    width,
  )
  await vi.waitFor(() => {
    if (mounted.box.querySelectorAll('.pf-component').length < names.length || mounted.box.querySelector('.pf-skeleton')) throw new Error('not drawn yet')
  }, 30_000)
  expect([...mounted.box.querySelectorAll('.pf-card')].map((card) => card.textContent)).toEqual([])
  return mounted
}

const drawn = (name: string, props: JsonObject) =>
  getComponent(name)?.interactive ? (
    <PfQuestionTool key={name} component={name} toolCallId={name} args={props} respond={respond} />
  ) : (
    <ComponentRenderer key={name} component={stateOf(name, props, { key: name, id: name })} />
  )

/** Returns the example that the registry contains for a component. */
export function exampleOf(name: string): JsonObject {
  const example = getComponent(name)?.example
  return example && 'props' in example ? (example.props as JsonObject) : {}
}

/** Returns the violations that axe finds. The page contains several components of the same type. */
export const galleryFaults = async (box: HTMLElement): Promise<string> =>
  (await axeFaults(box)).filter((fault) => !/^landmark-unique: <section class="pf-component"/.test(fault)).join('\n')
