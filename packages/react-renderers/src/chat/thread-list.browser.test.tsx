import { PfError, type ThreadClient, type ThreadRecord } from '@pf/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page as browserPage, userEvent } from 'vitest/browser'
import { PfThreadList, type PfThreadListProps } from '../chat.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { axeFaults } from '../test-support/axe.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { foreignMessages } from '../test-support/foreign-messages.ts'
import { type Mounted, mount } from '../test-support/mount.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('dir')
})

const record = (thread_id: string, title: string, updated = Date.now()): ThreadRecord => ({ thread_id, title, created: updated, updated })

/** A server with conversations, whose requests a test can replace. */
function server(records: ThreadRecord[], more: Partial<ThreadClient> = {}) {
  let kept = records
  const client: ThreadClient = {
    list: async ({ search = '' } = {}) => ({ threads: kept.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase())) }),
    async rename(thread_id, title) {
      kept = kept.map((each) => (each.thread_id === thread_id ? { ...each, title } : each))
      return kept.find((each) => each.thread_id === thread_id) as ThreadRecord
    },
    async delete(thread_id) {
      kept = kept.filter((each) => each.thread_id !== thread_id)
      return true
    },
    ...more,
  }
  return client
}

const few = () => [record('a', 'Sales by region'), record('b', '<b>Costs</b>'), record('c', '')]

interface Showing extends Partial<PfThreadListProps> {
  width?: number
  foreign?: boolean
}

async function show({ width = 300, foreign = false, client = server(few()), ...props }: Showing = {}) {
  const run = fakeClient()
  mounted = mount(
    <PfProvider client={run.client} {...(foreign ? { messages: foreignMessages } : {})}>
      <PfThreadList client={client} {...props} />
    </PfProvider>,
    width,
  )
  const { box } = mounted
  await vi.waitFor(() => expect(titles(box).length + (box.querySelector('[role=status]')?.textContent?.length ?? 0)).toBeGreaterThan(0))
  return { box, cancelled: run.cancelled }
}

const titles = (box: HTMLElement) => [...box.querySelectorAll('.pf-thread-title')].map((each) => each.textContent)
const button = (box: HTMLElement, name: string) =>
  vi.waitFor(() => {
    const found = [...box.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)
    if (!found) throw new Error(`no button ${name}`)
    return found
  })

describe('PfThreadList', () => {
  it('shows conversations as buttons or as links, with the current one marked, and opens them', async () => {
    const opened: string[] = []
    const { box } = await show({ current: 'b', onOpen: (id) => void opened.push(id) })
    await vi.waitFor(() => expect(titles(box)).toEqual(['Sales by region', '<b>Costs</b>', 'Untitled conversation']))
    expect(box.querySelector('[aria-current]')?.textContent).toContain('<b>Costs</b>')
    box.querySelector<HTMLElement>('.pf-thread-open')?.click()
    expect(opened).toEqual(['a'])
    mounted?.unmount()

    const links = await show({ linkOf: (id) => `#${id}`, onOpen: (id) => void opened.push(id) })
    const link = await vi.waitFor(() => {
      const found = links.box.querySelector<HTMLAnchorElement>('a.pf-thread-open')
      if (!found) throw new Error('no link')
      return found
    })
    expect(link.getAttribute('href')).toBe('#a')
    link.click()
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
    expect(opened).toEqual(['a', 'a'])
    expect(location.hash).not.toBe('#a')
  })

  it('is searched, begins a conversation, and says what is there when nothing is', async () => {
    const onNew = vi.fn()
    const { box } = await show({ onNew })
    ;(await button(box, 'New conversation')).click()
    expect(onNew).toHaveBeenCalledTimes(1)
    const search = box.querySelector('input')
    search?.focus()
    await userEvent.keyboard('sales')
    await vi.waitFor(() => expect(titles(box)).toEqual(['Sales by region']))
    await userEvent.keyboard('x')
    await vi.waitFor(() => expect(box.textContent).toContain('No conversation contains “salesx”.'))
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(titles(box)).toHaveLength(3))
    mounted?.unmount()
    const empty = await show({ client: server([]) })
    await vi.waitFor(() => expect(empty.box.textContent).toContain('Conversations are kept here from their first question.'))
  })

  it('renames by keyboard, and keeps a title that the server refuses', async () => {
    const { box } = await show({ client: server(few(), { rename: () => Promise.reject(new PfError('invalid_input', 'No.')) }) })
    ;(await button(box, 'Rename “Sales by region”')).focus()
    await userEvent.keyboard('{Enter}Income{Escape}')
    expect(titles(box)).toContain('Sales by region')
    expect(document.activeElement).toBe(await button(box, 'Rename “Sales by region”'))
    await userEvent.keyboard('{Enter}Income{Enter}')
    await vi.waitFor(() => expect(box.querySelector('[role=alert]')?.textContent).toBe('The title could not be saved. Try again.'))
    expect(titles(box)).toContain('Sales by region')
  })

  it('deletes after a confirmation, with the focus on the safe answer, and cancels the active run first', async () => {
    const deleted: string[] = []
    let attempts = 0
    const rest = server(few())
    const remove: ThreadClient['delete'] = async (id) => {
      if (attempts++ === 0) throw new PfError('busy', 'A run is active.', { fields: { run_id: 'r1' } })
      return rest.delete(id)
    }
    const { box, cancelled } = await show({ client: { ...rest, delete: remove }, onDeleted: (id) => void deleted.push(id) })
    ;(await button(box, 'Delete “Sales by region”')).click()
    const keep = await button(box, 'Keep it')
    expect(document.activeElement).toBe(keep)
    expect(await axeFaults(box)).toEqual([])
    keep.click()
    await vi.waitFor(() => expect(box.querySelector('dialog')).toBeNull())
    ;(await button(box, 'Delete “Sales by region”')).click()
    ;(await button(box, 'Delete conversation')).click()
    await vi.waitFor(() => expect(deleted).toEqual(['a']))
    expect(cancelled).toEqual(['r1'])
    await vi.waitFor(() => expect(titles(box)).toEqual(['<b>Costs</b>', 'Untitled conversation']))
    expect(document.activeElement).toBe(box.querySelector('input'))
  })

  it('keeps a conversation that cannot be deleted, with the reason, and loads the list again after an error', async () => {
    let isAway = true
    const rest = server(few(), { delete: () => Promise.reject(new PfError('network', 'offline')) })
    const list: ThreadClient['list'] = (query, options) => (isAway ? Promise.reject(new PfError('network', 'offline')) : rest.list(query, options))
    const { box } = await show({ client: { ...rest, list } })
    await vi.waitFor(() => expect(box.querySelector('[role=status]')?.textContent).toBe('The server cannot be reached. Try again.'))
    isAway = false
    ;(await button(box, 'Try again')).click()
    await vi.waitFor(() => expect(titles(box)).toHaveLength(3))
    ;(await button(box, 'Delete “Sales by region”')).click()
    ;(await button(box, 'Delete conversation')).click()
    await vi.waitFor(() => expect(box.querySelector('dialog [role=alert]')?.textContent).toBe('The server cannot be reached. Try again.'))
    expect((await button(box, 'Delete conversation')).disabled).toBe(false)
  })

  it('has no words of its own, and no accessibility faults in either scheme and direction', async () => {
    const { box } = await show({ foreign: true, onNew: () => {}, current: 'a', client: server([record('a', '1'), record('b', '2')]) })
    await vi.waitFor(() => expect(titles(box)).toHaveLength(2))
    const labels = [...box.querySelectorAll('[aria-label], [placeholder]')].flatMap((each) => [
      each.getAttribute('aria-label'),
      each.getAttribute('placeholder'),
    ])
    for (const text of [box.textContent, ...labels]) expect(text ?? '').not.toMatch(/[A-Za-z]{3,}/)
    for (const theme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-theme', theme)
      for (const dir of ['ltr', 'rtl']) {
        document.documentElement.dir = dir
        await Promise.all(document.getAnimations().map(({ finished }) => finished))
        expect([theme, dir, await axeFaults(box)]).toEqual([theme, dir, []])
        expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
      }
    }
    await browserPage.viewport(414, 896)
  })
})
