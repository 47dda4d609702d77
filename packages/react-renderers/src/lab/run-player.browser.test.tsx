import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { axeFaults } from '../test-support/axe.ts'
import { type Mounted, mount } from '../test-support/mount.tsx'
import { chunk, finished, logOf, payload, started, text } from '../test-support/run-log.ts'
import { RunPlayer } from './run-player.tsx'

let page: Mounted | undefined
afterEach(() => {
  page?.unmount()
  page = undefined
  document.documentElement.removeAttribute('data-theme')
})

const events = logOf([
  started(),
  chunk('a', 'callout', { title: 'Three cities', content: 'Read from a table.' }),
  ...text('t:r1', 'Here are ', 'three cities.'),
  finished({ result: payload('Here are three cities.') }),
])

describe('RunPlayer in a browser', () => {
  it('moves through the events by keyboard', async () => {
    page = mount(<RunPlayer events={events} question="Which cities?" />, 720)
    const { box } = page
    await vi.waitFor(() => expect(box.querySelector('.pf-component')?.getAttribute('data-status')).toBe('ready'), { timeout: 30_000 })
    box.querySelector<HTMLInputElement>('[type="range"]')?.focus()
    await userEvent.keyboard('{Home}')
    await vi.waitFor(() => expect(box.querySelector('.pf-component')).toBeNull())
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await vi.waitFor(() => expect(box.querySelector('.pf-component')?.textContent).toContain('Three cities'))
    expect(box.textContent).not.toContain('Here are')
  })

  it.each(['light', 'dark'])('has nothing for axe to find and nothing too wide in %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    for (const width of [360, 1_200]) {
      page = mount(<RunPlayer events={events} question="Which cities?" />, width)
      const { box } = page
      await vi.waitFor(() => expect(box.querySelector('.pf-component')?.getAttribute('data-status')).toBe('ready'), { timeout: 30_000 })
      expect(await axeFaults(box)).toEqual([])
      expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
      page.unmount()
    }
  })
})
