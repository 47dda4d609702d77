import { describe, expect, it } from 'vitest'
import { createLinkMap } from './link-map.ts'
import { navigationOf } from './navigation.ts'
import type { Page } from './page.ts'
import { writtenPages } from './written.ts'

const page = (source: string, slug: string, more: Partial<Page> = {}): Page => ({ source, slug, text: `# ${slug}`, ...more })

describe('the map of links', () => {
  const pages = [
    page('docs/a.md', 'guides/a'),
    page('packages/x/README.md', 'packages/x', { alsoFor: ['packages/x'] }),
    page('apps/docs/pages/b.md', 'start/b', { text: '# b\n<!-- include README.md#part -->' }),
  ]
  const options = { pages, base: '/pf/', repository: undefined, isFile: (source: string) => source === 'docs/p.png', onPicture: () => 'pictures/p.png' }
  const from = createLinkMap(options)

  it('leads to the page that a file or a folder is, and to the page that includes a section', () => {
    expect(from('packages/x/README.md')('../../docs/a.md#s', false)).toBe('/pf/guides/a/#s')
    expect(from('docs/a.md')('../packages/x', false)).toBe('/pf/packages/x/')
    expect(from('docs/a.md')('../README.md#part', false)).toBe('/pf/start/b/')
    expect(from('docs/a.md')('p.png', true)).toBe('/pf/pictures/p.png')
    expect(from('docs/a.md')('#s', false)).toBe('#s')
    expect(from('docs/a.md')('https://example.com/', false)).toBe('https://example.com/')
  })

  it('leads to the repository for other files, or nowhere when its address is not known', () => {
    expect(from('docs/a.md')('../tooling/x.mjs', false)).toBeUndefined()
    expect(createLinkMap({ ...options, repository: 'https://example.com/blob/main' })('docs/a.md')('../tooling/x.mjs', false)).toBe(
      'https://example.com/blob/main/tooling/x.mjs',
    )
  })
})

describe('the pages', () => {
  it('have different places', () => {
    const slugs = writtenPages().map(({ slug }) => slug)
    expect(slugs.filter((slug, index) => slugs.indexOf(slug) !== index)).toEqual([])
  })

  it('are refused by the navigation when no group takes them', () => {
    expect(() => navigationOf([{ ...page('x.md', 'elsewhere/x'), title: 'x' }])).toThrow('names the home page, which does not exist')
  })
})
