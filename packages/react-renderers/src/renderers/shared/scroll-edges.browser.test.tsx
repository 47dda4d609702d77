import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Mounted, mount, mountComponent } from '../../test-support/mount.tsx'
import { MarkdownView } from '../markdown/markdown-view.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('dir')
})

const names = ['Airport', 'Departures', 'Arrivals', 'Cancelled', 'Diverted', 'On time', 'Average delay', 'Longest delay']
const columns = names.map((header, index) => ({ field: `f${index}`, header, format: index === 0 ? 'text' : 'number' }))
const rows = ['Chicago', 'Atlanta', 'Dallas'].map((name, at) =>
  Object.fromEntries(columns.map(({ field }, index) => [field, index === 0 ? name : (at + 1) * index * 12_345])),
)

async function frameOf(width: string, more: object = {}): Promise<HTMLElement> {
  mounted = mountComponent('datagrid', { columns, rows, ...more } as never)
  mounted.box.style.width = width
  await vi.waitFor(() => expect(mounted?.box.querySelector('tbody td')).not.toBeNull())
  const frame = mounted.box.querySelector<HTMLElement>('.pf-data-scroll') as HTMLElement
  await vi.waitFor(() => expect(frame.scrollWidth > frame.clientWidth).toBe(frame.hasAttribute('data-more-end')))
  return frame
}

const marks = (frame: HTMLElement) => ['data-more-start', 'data-more-end', 'data-fixed'].filter((name) => frame.hasAttribute(name))

describe('a wide table', () => {
  it.each(['ltr', 'rtl'])('shows where it scrolls and keeps its first column in view at 390 px, %s', async (dir) => {
    document.documentElement.dir = dir
    const frame = await frameOf('390px')
    expect(marks(frame)).toEqual(['data-more-end', 'data-fixed'])
    expect(getComputedStyle(frame).maskImage).toContain('linear-gradient')
    const first = frame.querySelector('tbody td') as HTMLElement
    const before = first.getBoundingClientRect().left
    frame.scrollLeft = dir === 'rtl' ? -120 : 120
    await vi.waitFor(() => expect(marks(frame)).toEqual(['data-more-start', 'data-more-end', 'data-fixed']))
    expect(Math.abs(first.getBoundingClientRect().left - before)).toBeLessThan(2)
    expect(getComputedStyle(first).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
    frame.scrollLeft = dir === 'rtl' ? -9_999 : 9_999
    await vi.waitFor(() => expect(marks(frame)).toEqual(['data-more-start', 'data-fixed']))
  })

  it('keeps no first column that would take most of the width', async () => {
    const frame = await frameOf('390px', { columns: columns.map((column, index) => (index === 0 ? { ...column, width: 300 } : column)) })
    expect(marks(frame)).toEqual(['data-more-end'])
  })
})

describe('a wide table of an answer', () => {
  it('shows where it scrolls and keeps its first column in view', async () => {
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    mounted = mount(<MarkdownView text={[line(names), line(names.map(() => '---')), line(names.map((name) => `${name} 123456`))].join('\n')} />, 390)
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('.pf-md-table')).not.toBeNull())
    const frame = box.querySelector('.pf-md-table') as HTMLElement
    await vi.waitFor(() => expect(marks(frame)).toEqual(['data-more-end', 'data-fixed']))
    const first = frame.querySelector('tbody td') as HTMLElement
    const before = first.getBoundingClientRect().left
    frame.scrollLeft = 120
    await vi.waitFor(() => expect(marks(frame)).toEqual(['data-more-start', 'data-more-end', 'data-fixed']))
    expect(Math.abs(first.getBoundingClientRect().left - before)).toBeLessThan(2)
    expect(getComputedStyle(first).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  })
})

describe('a table that fits', () => {
  it('has a header on the background of the page', async () => {
    const frame = await frameOf('1000px', { columns: columns.slice(0, 3) })
    expect(marks(frame)).toEqual([])
    expect(getComputedStyle(frame.querySelector('thead th') as Element).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  })
})
