import type { JsonObject } from '@pf/core'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { PfProvider } from '../provider/pf-provider.tsx'
import { type Mounted, mount, mountComponent, noClient, stateOf } from '../test-support/mount.tsx'
import { DataGrid, DatagridRenderer } from './datagrid.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

const columns = [
  { field: 'name', header: 'Store', filterable: true },
  { field: 'turnover', header: 'Turnover', format: 'currency' },
  { field: 'share', header: 'Share', format: 'percent' },
  { field: 'open', header: 'Open', format: 'boolean' },
  { field: 'since', header: 'Since', format: 'date' },
]
const rows = [
  { name: 'Harbour', turnover: 91_200, share: 0.412, open: true, since: '2019-04-02' },
  { name: 'station 10', turnover: 55_100.5, share: 0.25, open: false, since: '2023-02-27' },
  { name: 'Station 9', turnover: null, share: 0.338, open: true, since: '2021-09-13' },
]

async function table(props: JsonObject, more = {}): Promise<HTMLElement> {
  mounted = mountComponent('datagrid', { columns, rows, ...props } as JsonObject, more)
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('table')).not.toBeNull(), 10_000)
  return box
}

const cells = (box: HTMLElement, column: number) => [...box.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[column]?.textContent)
const header = (box: HTMLElement, name: string) => [...box.querySelectorAll('th')].find((cell) => cell.textContent?.startsWith(name))

describe('a table', () => {
  it('writes every format in the reader’s way, figures at the right and with the same digits', async () => {
    const box = await table({})
    expect(cells(box, 1)).toEqual(['$91,200.00', '$55,100.50', ''])
    expect(cells(box, 2)).toEqual(['41.2%', '25.0%', '33.8%'])
    expect(cells(box, 3)).toEqual(['Yes', 'No', 'Yes'])
    expect(cells(box, 4)).toEqual(['Apr 2, 2019', 'Feb 27, 2023', 'Sep 13, 2021'])
    const right = box.querySelectorAll('tbody td')[1]
    expect(right && getComputedStyle(right).textAlign).toBe('end')
    expect(box.querySelector('.pf-data-footer')?.textContent).toContain('3 rows')
  })

  it('sorts by keyboard, says so, and leaves empty cells last in both directions', async () => {
    const box = await table({})
    header(box, 'Store')?.querySelector('button')?.focus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(header(box, 'Store')?.getAttribute('aria-sort')).toBe('ascending'))
    expect(cells(box, 0)).toEqual(['Harbour', 'Station 9', 'station 10'])
    header(box, 'Turnover')?.querySelector('button')?.focus()
    await userEvent.keyboard(' ')
    await vi.waitFor(() => expect(header(box, 'Turnover')?.getAttribute('aria-sort')).toBe('descending'))
    expect(header(box, 'Store')?.getAttribute('aria-sort')).toBeNull()
    expect(cells(box, 1)).toEqual(['$91,200.00', '$55,100.50', ''])
    await userEvent.keyboard(' ')
    await vi.waitFor(() => expect(cells(box, 1)).toEqual(['$55,100.50', '$91,200.00', '']))
  })

  it('does not sort where the props say no', async () => {
    const box = await table({ sortable: false })
    expect(box.querySelector('th button')).toBeNull()
  })

  it('searches all columns and one, and gives the reason when nothing is left', async () => {
    const box = await table({ filterable: true })
    const search = box.querySelector<HTMLInputElement>('[aria-label="Filter rows"]')
    await userEvent.fill(search as HTMLInputElement, '91,200')
    await vi.waitFor(() => expect(cells(box, 0)).toEqual(['Harbour']))
    expect(box.querySelector('.pf-data-footer')?.textContent).toContain('1 of 3 rows')
    await userEvent.fill(search as HTMLInputElement, 'nothing like it')
    await vi.waitFor(() => expect(box.querySelector('tbody')?.textContent).toContain('No rows match the filter.'))
    await userEvent.click(box.querySelector('tbody button') as HTMLElement)
    await vi.waitFor(() => expect(cells(box, 0)).toHaveLength(3))
    expect(search?.value).toBe('')
    await userEvent.fill(box.querySelector('[aria-label="Filter Store"]') as HTMLInputElement, 'STATION')
    await vi.waitFor(() => expect(cells(box, 0)).toEqual(['station 10', 'Station 9']))
  })

  it('turns pages and counts rows for a screen reader', async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ name: `Row ${index + 1}` }))
    const box = await table({ rows: many, columns: [{ field: 'name' }] })
    expect(box.querySelector('table')?.getAttribute('aria-rowcount')).toBe('26')
    expect(cells(box, 0)).toHaveLength(10)
    await userEvent.click([...box.querySelectorAll('button')].find((button) => button.textContent === 'Next') as HTMLElement)
    await vi.waitFor(() => expect(cells(box, 0)[0]).toBe('Row 11'))
    expect(box.querySelector('tbody tr')?.getAttribute('aria-rowindex')).toBe('12')
    expect(box.querySelector('.pf-data-footer')?.textContent).toContain('11–20 of 25 rows')
  })

  it('makes columns wider by keyboard and by pointer, and gives the width back', async () => {
    const box = await table({})
    const cell = header(box, 'Store') as HTMLElement
    const handle = cell.querySelector<HTMLElement>('[aria-label="Width of Store"]') as HTMLElement
    const before = cell.offsetWidth
    handle.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await vi.waitFor(() => expect(cell.offsetWidth).toBe(before + 32))
    expect(handle.getAttribute('aria-valuenow')).toBe(String(before + 32))
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await vi.waitFor(() => expect(cell.offsetWidth).toBe(before - 32))
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(cell.offsetWidth).toBe(before))
    const at = { bubbles: true, pointerId: 1, isPrimary: true, clientY: 5 }
    handle.setPointerCapture = () => {}
    handle.dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 100 }))
    handle.dispatchEvent(new PointerEvent('pointermove', { ...at, clientX: 150 }))
    handle.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 150 }))
    await vi.waitFor(() => expect(cell.offsetWidth).toBe(before + 50))
  })

  it('saves the ticked rows, in the order shown, with nothing that a spreadsheet would run', async () => {
    const saved: Blob[] = []
    const make = URL.createObjectURL
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob)
      return make(blob as Blob)
    }
    const box = await table({
      rows: [
        { a: '=1+1', b: -2 },
        { a: 'fine', b: 3 },
        { a: 'x', b: 4 },
      ],
      columns: [
        { field: 'a', header: '=A' },
        { field: 'b', format: 'number' },
      ],
      selectable: true,
      exportable: true,
    })
    await userEvent.click(header(box, 'b')?.querySelector('button') as HTMLElement)
    const boxes = [...box.querySelectorAll<HTMLInputElement>('tbody input')]
    await userEvent.click(boxes[2] as HTMLElement)
    await userEvent.click(boxes[1] as HTMLElement)
    expect(box.querySelector('.pf-data-footer')?.textContent).toContain('2 selected')
    await userEvent.click([...box.querySelectorAll('button')].find((button) => button.textContent === 'Download CSV') as HTMLElement)
    URL.createObjectURL = make
    expect(await saved[0]?.text()).toBe('"\'=A","b"\r\n"fine",3\r\n"\'=1+1",-2\r\n')
  })

  it('tells why it is empty', async () => {
    expect((await table({ rows: [] })).querySelector('tbody')?.textContent).toContain('No rows: the data set is empty.')
    mounted?.unmount()
    expect((await table({ rows: [] }, { status: 'streaming' })).querySelector('tbody')?.textContent).toContain('Loading rows')
  })

  it('reads rows that are kept on the server, and continues after a failure', async () => {
    const all = Array.from({ length: 2_300 }, (_, index) => ({ name: `Row ${index + 1}`, turnover: index }))
    let broken = true
    const client = noClient({
      page: async (_, __, offset, limit) => {
        if (broken && offset > 0) throw new Error('gone')
        return { items: all.slice(offset, offset + limit), offset, total: all.length }
      },
    })
    const reference = { artifact_id: 'a1', media_type: 'application/json', bytes: 90_000, sha256: 'x', items: 2_300, columns: ['name', 'turnover'] }
    mounted = mount(
      <PfProvider client={client}>
        <ComponentRenderer component={stateOf('datagrid', { columns, rows: reference } as JsonObject)} />
      </PfProvider>,
    )
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('.pf-data-footer')?.textContent).toContain('2,300 rows, 1,000 loaded'))
    broken = false
    await userEvent.click([...box.querySelectorAll('button')].find((button) => button.textContent === 'Load remaining rows') as HTMLElement)
    await vi.waitFor(() => expect(box.querySelector('.pf-data-footer')?.textContent).toMatch(/of 2,300 rows(?!, )/))
  })
})

it('is drawn on a server, which cannot measure, and continues from there with what is measured', async () => {
  const props = { columns: [{ field: 'n' }], rows: [{ n: 'iiiiiiiiiiiiiiiiiiii' }] }
  const view = <DatagridRenderer id="g" props={props} streaming={false} renderNested={() => null} />
  const box = document.body.appendChild(document.createElement('div'))
  box.style.width = '10px'
  box.innerHTML = renderToString(view)
  const width = () => Number.parseInt(box.querySelector('col')?.style.inlineSize ?? '', 10)
  expect(width()).toBe(20 * 8 + 26)
  const said = vi.spyOn(console, 'error')
  const root = hydrateRoot(box, view)
  await vi.waitFor(() => expect(width()).toBeLessThan(20 * 8))
  expect(said.mock.calls).toEqual([])
  said.mockRestore()
  root.unmount()
  box.remove()
})

describe('100,000 rows', () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    name: `Row ${(index * 7919) % 100_000}`,
    turnover: (index * 31) % 9_973,
    share: (index % 100) / 100,
  }))

  it('[003-ph-18] draws only the rows in view, and scrolls to the end', async () => {
    const before = performance.now()
    mounted = mount(
      <DataGrid
        columns={columns}
        rows={many}
        total={many.length}
        title="Many"
        pending={false}
        failed={false}
        onRetry={() => {}}
        pageSize={0}
        sortable
        filterable
        selectable
        exportable
        striped
        compact
      />,
    )
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelectorAll('tbody tr[aria-rowindex]').length).toBeGreaterThan(10))
    console.log(`100,000 rows: first paint ${Math.round(performance.now() - before)} ms`)
    expect(box.querySelectorAll('tbody tr').length).toBeLessThan(60)
    const frame = box.querySelector<HTMLElement>('.pf-data-scroll') as HTMLElement
    const times = await scrollThrough(frame)
    console.log(`100,000 rows: slowest frame of ${times.length} while scrolling ${Math.round(Math.max(...times))} ms`)
    frame.scrollTop = frame.scrollHeight
    await vi.waitFor(() => expect(box.querySelector('tbody tr:last-child')?.getAttribute('aria-rowindex')).toBe('100001'))
    const sorting = performance.now()
    await userEvent.click(header(box, 'Turnover')?.querySelector('button') as HTMLElement)
    await vi.waitFor(() => expect(header(box, 'Turnover')?.getAttribute('aria-sort')).toBe('descending'))
    console.log(`100,000 rows: sorted after ${Math.round(performance.now() - sorting)} ms`)
  })
})

async function scrollThrough(frame: HTMLElement): Promise<number[]> {
  const times: number[] = []
  let last = performance.now()
  for (let step = 0; step < 60; step++) {
    frame.scrollTop += 700
    await new Promise(requestAnimationFrame)
    times.push(performance.now() - last)
    last = performance.now()
  }
  return times
}
