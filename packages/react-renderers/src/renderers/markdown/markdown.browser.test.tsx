import { StrictMode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../../tooling/test-setup/machine-pace.ts'
import { type Mounted, mount } from '../../test-support/mount.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { MarkdownView } from './markdown-view.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

async function show(text: string, streaming = false): Promise<HTMLElement> {
  mounted = mount(<MarkdownView text={text} streaming={streaming} />)
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('.pf-md')).not.toBeNull())
  return box
}

const tags = (box: HTMLElement) => [...box.querySelectorAll('.pf-md-block > *')].map((element) => element.tagName.toLowerCase())

describe('markdown', () => {
  it('demotes headings, frames tables, marks tasks and names code', async () => {
    const box = await show(
      '# One\n\n## Two\n\n##### Five\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n```sql\nselect 1\n```\n\n~single~ ~~double~~',
    )
    expect(tags(box)).toEqual(['h3', 'h4', 'h6', 'div', 'ul', 'figure', 'p'])
    const frame = box.querySelector<HTMLElement>('.pf-md-table')
    expect([frame?.tabIndex, frame?.getAttribute('role'), frame?.getAttribute('aria-label')]).toEqual([0, 'group', 'Table'])
    expect([...box.querySelectorAll('td')].map((cell) => cell.style.textAlign)).toEqual(['center', 'right'])
    expect([...box.querySelectorAll('input')].map((input) => [input.checked, input.disabled, input.getAttribute('aria-label')])).toEqual([
      [true, true, 'Done'],
      [false, true, 'Open'],
    ])
    expect(box.querySelector('.pf-code-head')?.textContent).toBe('sqlCopy')
    expect([box.querySelector('del')?.textContent, box.querySelectorAll('del').length]).toEqual(['double', 1])
  })

  it('links footnotes of one text to themselves, also with the same text twice on a page', async () => {
    const text = 'A claim[^1].\n\n[^1]: The proof.'
    mounted = mount(
      <>
        <MarkdownView text={text} />
        <MarkdownView text={text} />
      </>,
    )
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelectorAll('[data-footnotes]')).toHaveLength(2))
    const ids = [...box.querySelectorAll('[id]')].map((element) => element.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const link of box.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) expect(document.getElementById(link.hash.slice(1))).not.toBeNull()
    expect(location.hash).toBe('')
  })

  it('grows without touching what stands: earlier blocks keep their elements', async () => {
    const text = 'First **paragraph**.\n\n- one\n- two\n\nThird paragraph with `code`.'
    const box = await show(text.slice(0, 30), true)
    const first = box.querySelector('p')
    for (let cut = 30; cut <= text.length; cut++) {
      mounted?.render(<MarkdownView text={text.slice(0, cut)} streaming />)
      await new Promise(requestAnimationFrame)
      expect(box.querySelector('p')).toBe(first)
    }
    await vi.waitFor(() => expect(tags(box)).toEqual(['p', 'ul', 'p']))
  })

  it('ends up the same whether it came at once or piece by piece', async () => {
    const text = '## Head\n\nA [link](https://example.org) and **bold**.\n\n1. a\n\n2. b\n\n```\ncode\n\nmore\n```\n\n> quote'
    const once = (await show(text)).querySelector('.pf-md')?.innerHTML
    mounted?.unmount()
    const box = await show('', true)
    for (let cut = 1; cut <= text.length; cut += 7) mounted?.render(<MarkdownView text={text.slice(0, cut)} streaming />)
    mounted?.render(<MarkdownView text={text} />)
    await vi.waitFor(() => expect(box.querySelector('blockquote')).not.toBeNull())
    expect(box.querySelector('.pf-md')?.innerHTML).toBe(once)
  })

  it('shows what would cost too much as the text that it is, and stays quick', async () => {
    const before = performance.now()
    const heavy = `${'*a **b _c __'.repeat(450)}\n\n`
    const box = await show(heavy.repeat(60))
    expect(performance.now() - before).toBeLessThan(paced(6_000))
    expect(box.querySelector('.pf-md-plain')?.textContent).toContain('*a **b _c __')
    expect(box.querySelector('.pf-md')?.textContent?.length).toBeGreaterThan(200_000)
  })

  it('says how much of an endless text is left out', async () => {
    const box = await show(`${'word '.repeat(100_000)}`)
    expect(box.querySelector('.pf-note')?.textContent).toBe('100000 more characters are not shown.')
  })

  it('copies code as it was written', async () => {
    const copied: string[] = []
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
    const box = await show('```\na < b && "c"\n```')
    box.querySelector<HTMLElement>('.pf-code button')?.click()
    await vi.waitFor(() => expect(box.querySelector('.pf-code button')?.textContent).toBe('Copied'))
    expect(copied).toEqual(['a < b && "c"\n'])
  })
})

it('answer text shows at once as plain text and then as markdown', async () => {
  mounted = mount(
    <StrictMode>
      <MarkdownText text="Some **bold** text" streaming />
    </StrictMode>,
  )
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('strong')?.textContent).toBe('bold'))
  const last = box.querySelector('.pf-md-block:last-child > p')
  expect(last && getComputedStyle(last, '::after').inlineSize).toBe('7px')
})
