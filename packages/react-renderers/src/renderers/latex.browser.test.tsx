import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Mounted, mount, mountComponent } from '../test-support/mount.tsx'
import { MarkdownView } from './markdown/markdown-view.tsx'

let mounted: Mounted | undefined
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
})

async function draw(expression: string): Promise<HTMLElement> {
  mounted?.unmount()
  mounted = mountComponent('latex', { expression })
  const { box } = mounted
  await vi.waitFor(() => expect(box.querySelector('math, .pf-card, .pf-source-fold')).not.toBeNull(), 10_000)
  return box
}

const letters = (box: HTMLElement) => [...box.querySelectorAll('semantics > :not(annotation)')].map((element) => element.textContent).join('')

describe('a formula without the stylesheet of KaTeX', () => {
  it.each([
    // KaTeX/KaTeX#4043: MathML Core has neither mathvariant nor menclose.
    ['\\mathbb{RNZ}', 'ℝℕℤ'],
    ['\\mathbf{v1}', '𝐯𝟏'],
    ['\\mathcal{LF}', 'ℒℱ'],
    ['\\mathfrak{gC}', '𝔤ℭ'],
    ['\\mathscr{H}', 'ℋ'],
    ['\\boldsymbol{\\alpha h}', '𝜶𝒉'],
    ['\\mathsf{x}\\mathtt{y}', '𝗑𝚢'],
    ['\\mathrm{d}x', 'dx'],
  ])('writes %s as %s', async (expression, expected) => {
    expect(letters(await draw(expression))).toBe(expected)
  })

  it.each(['\\cancel{x}', '\\bcancel{x}', '\\xcancel{x}', '\\sout{x}', '\\boxed{42}', '\\fbox{a b}', '\\begin{array}{|c|}\\hline a\\\\\\hline\\end{array}'])(
    'draws the lines of %s',
    async (expression) => {
      const row = (await draw(expression)).querySelector('.pf-math-enclosed') as Element
      const { backgroundImage, borderBlockStartWidth, borderLeftWidth } = getComputedStyle(row)
      expect(backgroundImage !== 'none' || borderBlockStartWidth !== '0px' || borderLeftWidth !== '0px').toBe(true)
    },
  )
})

describe('what models write as a formula', () => {
  it.each(['$$x^2$$', '$x^2$', '\\[x^2\\]', '\\( x^2 \\)', '```latex\nx^2\n```', '$$\n\\(x^2\\)\n$$', ' x^2 '])(
    'is read without its delimiters: %j',
    async (expression) => {
      expect(letters(await draw(expression))).toBe('x2')
    },
  )

  it('keeps percent signs and what follows them', async () => {
    expect(letters(await draw('p = 50% + q%'))).toBe('p=50%+q%')
    expect(letters(await draw('a % c\n = b\\%'))).toBe('a%c=b%')
  })

  it('may be chemistry, in a component and in a text', async () => {
    expect(letters(await draw('\\ce{H2O}'))).toContain('H')
    mounted?.unmount()
    mounted = mount(<MarkdownView text={'Water is \\(\\ce{H2O}\\), and $\\ce{2H2 + O2 -> 2H2O}$; $\\pu{1.2e3 kJ}$.'} />)
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelectorAll('math')).toHaveLength(3), 10_000)
    expect(box.querySelector('.pf-md-formula')).toBeNull()
  })
})
