import type { CatalogComponent, JsonObject } from '@pf/core'
import { getComponent } from '@pf/registry'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount } from '../test-support/mount.tsx'
import { ComponentLab } from './component-lab.tsx'

let page: Mounted | undefined
afterEach(() => {
  page?.unmount()
  page = undefined
  document.documentElement.removeAttribute('data-theme')
})

function entryOf(name: string): CatalogComponent {
  const entry = getComponent(name)
  if (!entry) throw new Error(`no ${name}`)
  const { description, category, interactive, tags, propsSchema, example } = entry
  return { name, description, category, interactive, tags: [...tags], props_schema: propsSchema, example: { ...example } as JsonObject }
}

const catalog = ['metric', 'datagrid', 'echarts', 'grid', 'report', 'form'].map(entryOf)

function show(width: number): HTMLElement {
  page = mount(<ComponentLab components={catalog} />, width)
  return page.box
}

/** Returns the only matching element of a box. The labels of buttons and radio buttons are their text. */
function find<Kind extends HTMLElement>(box: HTMLElement, selector: string, text = ''): Kind {
  const found = [...box.querySelectorAll<Kind>(selector)].find((element) => text === '' || element.textContent?.trim() === text)
  if (!found) throw new Error(`no ${selector} ${text}`)
  return found
}

const field = (box: HTMLElement) => find<HTMLTextAreaElement>(box, 'textarea')
const valid = (box: HTMLElement) => vi.waitFor(() => expect(find(box, '.pf-lab-state').textContent).toMatch(/^Valid/), { timeout: 30_000 })
/** The name of the focused element. Without one, the page has the focus, and its text contains everything. */
function focusedName(): string {
  const { activeElement, body } = document
  if (!activeElement || activeElement === body) return ''
  return activeElement.getAttribute('aria-label') ?? activeElement.textContent?.trim() ?? ''
}

async function tabTo(text: string | RegExp, most = 60) {
  for (let step = 0; step < most; step++) {
    const name = focusedName()
    if (typeof text === 'string' ? name === text : text.test(name)) return
    await userEvent.keyboard('{Tab}')
  }
  throw new Error(`${text} cannot be reached`)
}

describe('ComponentLab in a browser', () => {
  it('[003-play-01] streams, draws, asks and composes by keyboard alone, without a word in the console', async () => {
    const said = vi.spyOn(console, 'error')
    const box = show(1_200)
    await valid(box)
    find<HTMLElement>(box, '[type="search"]').focus()
    await tabTo('report')
    await userEvent.keyboard('{Enter}')
    await valid(box)
    await vi.waitFor(() => expect(box.querySelector('.pf-lab-canvas .pf-component')?.getAttribute('data-component')).toBe('report'), { timeout: 30_000 })
    await tabTo('Play')
    await userEvent.keyboard('{Enter}')
    const seen = new Set<string>()
    await vi.waitFor(
      () => {
        seen.add(box.querySelector('.pf-lab-canvas > .pf-component')?.getAttribute('data-status') ?? 'nothing')
        expect(find(box, '.pf-lab-stream button').textContent).toBe('Play')
        expect(seen).toContain('streaming')
      },
      { timeout: 30_000, interval: 20 },
    )
    await vi.waitFor(() => expect(box.querySelector('.pf-lab-canvas > .pf-component')?.getAttribute('data-status')).toBe('ready'))
    find<HTMLElement>(box, '[type="search"]').focus()
    await tabTo('form')
    await userEvent.keyboard('{Enter}')
    await valid(box)
    const submit = String(catalog[5]?.example?.props && (catalog[5].example.props as JsonObject).submitLabel)
    await vi.waitFor(() => find(box, '.pf-lab-canvas button', submit), { timeout: 30_000 })
    expect(document.activeElement?.textContent).toBe('form')
    expect(said.mock.calls.map(([first]) => String(first))).toEqual([])
  })

  it('[003-fe-14] leads from a fault to its place by keyboard, and draws what was mended', async () => {
    const box = show(1_200)
    await valid(box)
    field(box).focus()
    const at = field(box).value.indexOf('482300')
    field(box).setSelectionRange(at, at + 6)
    await userEvent.keyboard('true')
    await vi.waitFor(() => expect(find(box, '.pf-lab-state').textContent).toMatch(/^1 problem/))
    await tabTo(/props\/value/)
    await userEvent.keyboard('{Enter}')
    expect(field(box).value.slice(field(box).selectionStart, field(box).selectionEnd)).toBe('true')
    await userEvent.keyboard('1234')
    await valid(box)
    await vi.waitFor(() => expect(find(box, '.pf-lab-canvas').textContent).toMatch(/1,234/))
  })

  it('shows both schemes side by side and three widths, each in its own frame', async () => {
    const box = show(1_200)
    await valid(box)
    const choose = (name: string) => find<HTMLElement>(box, '.pf-lab-choice label', name).querySelector('input')?.click()
    choose('Both')
    await vi.waitFor(() => expect(box.querySelectorAll('.pf-lab-stage')).toHaveLength(2))
    const colours = [...box.querySelectorAll('.pf-lab-stage')].map((stage) => getComputedStyle(stage).backgroundColor)
    expect(new Set(colours).size).toBe(2)
    for (const [name, width] of [
      ['360', 360],
      ['768', 768],
    ] as const) {
      choose(name)
      await vi.waitFor(() => expect(box.querySelector('.pf-lab-canvas')?.getBoundingClientRect().width).toBe(width))
    }
    expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
  })

  it.each(['light', 'dark'])('has nothing for axe to find and nothing too wide in %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    for (const width of [360, 1_200]) {
      const box = show(width)
      await valid(box)
      field(box).focus()
      expect(await axeFaults(box)).toEqual([])
      expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
      await userEvent.keyboard('x')
      await vi.waitFor(() => expect(box.querySelector('.pf-lab-issues')).not.toBeNull())
      expect(await axeFaults(box)).toEqual([])
      page?.unmount()
    }
  })
})
