import type { JsonObject, JsonValue } from '@pf/core'
import { getComponent } from '@pf/registry'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount } from '../test-support/mount.tsx'
import { ConfirmRenderer } from './confirm.tsx'
import { SelectOptionRenderer } from './select_option.tsx'

let page: Mounted | undefined
afterEach(() => {
  page?.unmount()
  page = undefined
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('dir')
})

const renderers = { confirm: ConfirmRenderer, select_option: SelectOptionRenderer }
type Name = keyof typeof renderers
const states: RendererInteraction['state'][] = ['preview', 'open', 'submitting', 'failed', 'answered', 'answered_elsewhere', 'expired', 'cancelled']

function exampleOf(name: Name): JsonObject {
  const example = getComponent(name)?.example
  return (example && 'props' in example ? example.props : example) as JsonObject
}

function element(name: Name, props: JsonObject, more: Partial<RendererInteraction> = {}) {
  const Renderer = renderers[name]
  const interaction = { state: 'open' as const, submit: () => {}, cancel: () => {}, ...more }
  return (
    <section className="pf-component">
      <Renderer id="q" props={props} streaming={false} renderNested={() => null} interaction={interaction} />
    </section>
  )
}

/** Renders a question and records its answers. */
async function show(name: Name, props: JsonObject = exampleOf(name), more: Partial<RendererInteraction> = {}) {
  const sent: JsonValue[] = []
  const cancel = vi.fn()
  page = mount(element(name, props, { submit: (result) => void sent.push(result), cancel, ...more }), 360)
  const { box } = page
  await vi.waitFor(() => expect(box.querySelector('.pf-prompt, .pf-prompt-summary')).not.toBeNull())
  const button = (text: RegExp) => [...box.querySelectorAll('button')].find((found) => text.test(found.textContent ?? ''))
  return { box, sent, cancel, button, inputs: () => [...box.querySelectorAll<HTMLInputElement>('.pf-option input')] }
}

describe.each(['confirm', 'select_option'] as const)('%s', (name) => {
  it.each(['light', 'dark'])('has no accessibility faults in any state and fits 360 px, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    for (const state of states) {
      const value = name === 'confirm' ? { confirmed: true } : { selected: ['line'] }
      const { box } = await show(name, exampleOf(name), { state, value, answeredAt: 1_764_288_000_000 })
      expect(await axeFaults(box), state).toEqual([])
      expect(box.scrollWidth, state).toBeLessThanOrEqual(box.clientWidth)
      page?.unmount()
      page = undefined
    }
  })

  it('is drawn on a server, also from props that are cut or wrong, and from right to left', async () => {
    document.documentElement.dir = 'rtl'
    for (const props of [exampleOf(name), {}, { options: [null, 7, { value: 'a' }], title: 7, message: [], metadata: 1 } as JsonObject])
      expect(renderToString(element(name, props))).toContain('pf-prompt')
    const { box } = await show(name)
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
  })

  it('draws markup and controls of hostile props as plain words, and asks nobody for anything', async () => {
    const evil = '<img src=x onerror="window.hit=1">\u202eevil'
    const option = { value: evil, label: evil, description: evil, icon: '../x', metadata: { [evil]: evil, __proto__: 1 } }
    const { box } = await show(name, {
      title: evil,
      message: `${evil} ![x](https://tracker.example/p.png)`,
      details: evil,
      description: evil,
      options: [option, option],
    })
    await vi.waitFor(() => expect(box.textContent).toContain('evil'))
    expect(box.querySelectorAll('img, script, iframe')).toHaveLength(0)
    expect((window as unknown as { hit?: number }).hit).toBeUndefined()
    expect(box.querySelectorAll('.pf-option').length).toBe(name === 'confirm' ? 0 : 1)
  })
})

describe('confirm', () => {
  it('answers by keyboard, no first, and a grave yes looks it', async () => {
    const { box, sent } = await show('confirm')
    const safe = box.querySelector<HTMLElement>('[data-pf-focus]')
    safe?.focus()
    expect(safe?.textContent).toBe('No: Keep them')
    await userEvent.keyboard('{Enter}')
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(sent).toEqual([{ confirmed: false }, { confirmed: true }])
    const colour = (selector: string) => getComputedStyle(box.querySelector(selector) ?? box).backgroundColor
    const danger = colour('.pf-prompt-submit')
    page?.render(element('confirm', { message: 'x' }))
    await vi.waitFor(() => expect(box.querySelector('.pf-confirm')?.getAttribute('data-variant')).toBe('info'))
    expect(colour('.pf-prompt-submit')).not.toBe(danger)
  })

  it.each([[{ confirmLabel: 'Cancel', cancelLabel: 'Delete' }], [{ confirmLabel: 'Keep', cancelLabel: 'OK!' }], [{ confirmLabel: 'Go', cancelLabel: 'go' }]])(
    'does not let labels say the opposite of what the buttons do: %j',
    async (labels) => {
      const { button, sent } = await show('confirm', { message: 'x', ...labels })
      button(/^No: Cancel$/)?.click()
      button(/^Yes: Confirm$/)?.click()
      expect(sent).toEqual([{ confirmed: false }, { confirmed: true }])
    },
  )

  it('[003-ph-06] can be sent again or left when it failed, and says what the server found', async () => {
    const { box, button, sent, cancel } = await show(
      'confirm',
      { message: 'x' },
      { state: 'failed', issues: [{ code: 'type', pointer: '', expected: 'a boolean' }] },
    )
    expect(box.querySelector('[role="alert"]')?.textContent).toMatch(/could not be sent.*expected a boolean/)
    button(/Yes/)?.click()
    button(/Not now/)?.click()
    expect([sent, cancel.mock.calls.length]).toEqual([[{ confirmed: true }], 1])
  })
})

describe('select_option', () => {
  const options = ['Oslo', 'Rome', 'Bern', 'Kyiv'].map((label, index) => ({ value: `v${index}`, label, ...(index === 3 ? { disabled: true } : {}) }))

  it('takes one by keyboard', async () => {
    const { box, inputs, sent, button } = await show('select_option', { options })
    button(/^Choose$/)?.click()
    await vi.waitFor(() => expect(box.querySelector('[role="alert"]')?.textContent).toBe('Choose an option first.'))
    inputs()[0]?.focus()
    await userEvent.keyboard(' {ArrowDown}')
    button(/^Choose$/)?.click()
    expect(sent).toEqual([{ selected: ['v1'] }])
    expect(inputs()[3]?.disabled).toBe(true)
  })

  it('keeps to the least and the most', async () => {
    const { box, inputs, sent, button } = await show('select_option', { options, multiple: true, minSelections: 2, maxSelections: 2 })
    expect(box.querySelector('.pf-prompt-bounds')?.textContent).toBe('Choose 2.')
    await userEvent.click(inputs()[2] as HTMLInputElement)
    button(/^Choose$/)?.click()
    await vi.waitFor(() => expect(box.querySelector('[role="alert"]')?.textContent).toBe('Choose 1 more.'))
    await userEvent.click(inputs()[0] as HTMLInputElement)
    expect(inputs().map(({ disabled }) => disabled)).toEqual([false, true, false, true])
    button(/^Choose$/)?.click()
    expect(sent).toEqual([{ selected: ['v0', 'v2'] }])
  })

  it('is searched, and keeps what was chosen out of sight', async () => {
    const { box, inputs, sent, button } = await show('select_option', { options, multiple: true, searchable: true, layout: 'grid' })
    await userEvent.click(inputs()[1] as HTMLInputElement)
    await userEvent.fill(box.querySelector('input[type="search"]') as HTMLInputElement, 'os')
    expect(inputs()).toHaveLength(1)
    await userEvent.click(inputs()[0] as HTMLInputElement)
    button(/^Choose$/)?.click()
    expect(sent).toEqual([{ selected: ['v0', 'v1'] }])
  })
})
