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

  it('follows a footnote within its own text, and leaves the address and the history of the page as they are', async () => {
    const names = ['root', '__proto__', 'constructor', '"><img src=x onerror=window.__pwned=1>', '#/account', 'a b', '%61', '\u0430\u20dd']
    const text = `${names.map((name) => `x[^${name}]`).join(' ')}\n\n[in](#/account) [top](#) [other](#pf-md-root)\n\n${names.map((name) => `[^${name}]: about ${name}`).join('\n')}`
    mounted = mount(
      <>
        <p id="root">page</p>
        <MarkdownView text={text} />
        <MarkdownView text={text} />
      </>,
    )
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelectorAll('[data-footnotes]')).toHaveLength(2))
    const before = [location.href, history.length]
    const texts = [...box.querySelectorAll('.pf-md')]
    const links = [...box.querySelectorAll<HTMLAnchorElement>('a')]
    expect(links.length).toBeGreaterThanOrEqual(24)
    for (const link of links) {
      link.click()
      expect([location.href, history.length]).toEqual(before)
      expect(document.activeElement?.closest('.pf-md')).toBe(link.closest('.pf-md'))
      expect(document.activeElement?.id).toBe(link.getAttribute('href')?.slice(1))
    }
    expect(document.getElementById('root')?.textContent).toBe('page')
    const ids = [...box.querySelectorAll('.pf-md [id]')].map((element) => element.id)
    expect(ids.filter((id) => !id.startsWith('pf-md-'))).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(texts[0]?.textContent).toContain('in top other')
  })

  it('shows where every link leads whose text is not its own host, and makes links of text only', async () => {
    const box = await show(
      '[PayPal login](https://evil.example/a) ![a][i] [![b](https://e.org/b.png)](https://evil.example/b) [$\\text{paypal.com}$](https://evil.example/c) [paypal.com\\\nx](https://evil.example/d) [\u200b](https://evil.example/e) https://evil.example/f <ops@evil.example> [paypal.com][ref] [`paypal.com`](https://evil.example/h)\n\n| a |\n|---|\n| [paypal\uff0ecom](https://evil.example/i) |\n\n[ref]: https://evil.example/g\n[i]: https://e.org/i.png',
    )
    const shown = [...box.querySelectorAll<HTMLAnchorElement>('a')].map(
      (link) => `${link.textContent}${link.nextElementSibling?.matches('.pf-link-host') ? link.nextElementSibling.textContent : ''}`,
    )
    expect(shown).toEqual([
      'PayPal login (evil.example)',
      'evil.example',
      'evil.example',
      'evil.example',
      'https://evil.example/e',
      'https://evil.example/f',
      'ops@evil.example',
      'paypal.com (evil.example)',
      'paypal.com (evil.example)',
      'paypal\uff0ecom (evil.example)',
    ])
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
