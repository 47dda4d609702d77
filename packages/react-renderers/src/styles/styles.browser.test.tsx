import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Mounted, mount, mountComponent } from '../test-support/mount.tsx'

let mounted: Mounted | undefined
let own: HTMLStyleElement | undefined
afterEach(() => {
  mounted?.unmount()
  own?.remove()
  for (const name of ['theme', 'density']) delete document.documentElement.dataset[name]
})

const metric = { value: 42, label: 'Orders' }
const found = async (selector: string) =>
  vi.waitFor(() => {
    const element = mounted?.box.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`no ${selector}`)
    return element
  }, 90_000)

describe('a page around', () => {
  it('has the last word: its rule with two classes beats ours, and its token changes all of it', async () => {
    own = document.createElement('style')
    own.textContent = 'body .pf-component.pf-component { color: rgb(1, 2, 3) } section { color: rgb(7, 8, 9) } :root { --pf-accent: rgb(4, 5, 6) }'
    document.head.prepend(own)
    mounted = mountComponent('metric', metric)
    const artifact = await found('.pf-component')
    expect(getComputedStyle(artifact).color).toBe('rgb(1, 2, 3)')
    expect(getComputedStyle(artifact).getPropertyValue('--pf-accent')).toBe('rgb(4, 5, 6)')
  })

  it('chooses scheme and density, for a part of it too', async () => {
    mounted = mount(
      <div data-theme="dark" data-density="compact" className="pf-md">
        <div data-theme="light" data-density="normal" className="pf-md" />
        <div data-theme="auto" className="pf-md" />
      </div>,
    )
    await found('[data-theme]')
    const looks = [...mounted.box.querySelectorAll('.pf-md')].map((element) => {
      const style = getComputedStyle(element)
      return [style.colorScheme, style.fontSize, style.getPropertyValue('--pf-control')]
    })
    expect(looks).toEqual([
      ['dark', '14px', '30px'],
      ['light', '15px', '36px'],
      ['light dark', '14px', '30px'],
    ])
  })

  it.each(['ltr', 'rtl'])('may be read %s', async (dir) => {
    document.documentElement.dir = dir
    mounted = mountComponent('markdown', { content: '> quote\n\n- item' })
    const quote = getComputedStyle(await found('blockquote'))
    document.documentElement.removeAttribute('dir')
    expect(quote.borderInlineStartWidth).toBe('2px')
  })
})
