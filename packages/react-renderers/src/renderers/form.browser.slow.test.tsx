import { createPartialJson } from '@pf/core'
import { createComponentSet, createPolicy } from '@pf/registry'
import { form } from '@pf/registry/components/form'
import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { axeFaults } from '../test-support/axe.ts'
import { Ask, asked, everyDefault, everyField } from '../test-support/form.tsx'
import { type Mounted, mount } from '../test-support/mount.tsx'

const said = vi.spyOn(console, 'error')
let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  delete document.documentElement.dataset.theme
  expect(said.mock.calls).toEqual([])
})

const states: RendererInteraction['state'][] = ['preview', 'open', 'submitting', 'failed', 'answered', 'answered_elsewhere', 'expired', 'cancelled']

describe('a form in every state', () => {
  for (const theme of ['light', 'dark'])
    for (const width of [344, 720, 1080])
      for (const layout of ['vertical', 'horizontal', 'inline'])
        it(`${theme}, ${width} pixels, ${layout}: axe finds nothing, nothing is wider than its place`, async () => {
          document.documentElement.dataset.theme = theme
          await page.viewport(1200, 900)
          for (const state of states) {
            const interaction = asked({ state, value: everyDefault, answeredAt: 0, upload: vi.fn() })
            mounted = mount(<Ask props={{ ...everyField, layout }} interaction={interaction} />, width)
            const { box } = mounted
            await vi.waitFor(() => expect(box.querySelector('.pf-form, .pf-form-summary')).not.toBeNull())
            expect(await axeFaults(box), state).toEqual([])
            expect(box.scrollWidth, state).toBeLessThanOrEqual(box.clientWidth)
            mounted.unmount()
          }
        })
})

it('arrives one character at a time without a fault', async () => {
  const rules = createComponentSet([form])
  const policy = createPolicy({ renderers: ['form'] })
  const parser = createPartialJson()
  mounted = mount(<Ask props={{}} streaming />)
  const { box, render } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-form')).not.toBeNull())
  for (const char of JSON.stringify(everyField)) {
    parser.feed(char)
    const props = rules.validPrefix('form', parser.value, { policy, pathState: (pointer) => parser.pathState(pointer) })
    render(
      <StrictMode>
        <Ask props={props ?? {}} streaming />
      </StrictMode>,
    )
    await new Promise(requestAnimationFrame)
    expect(box.querySelector('.pf-form')).not.toBeNull()
  }
  expect(box.querySelectorAll('.pf-form-field')).toHaveLength(18)
}, 120_000)
