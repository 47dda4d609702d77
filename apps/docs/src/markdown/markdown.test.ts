import { describe, expect, it } from 'vitest'
import { resolveIncludes } from './includes.ts'
import { readLines } from './lines.ts'
import { rewriteLinks } from './links.ts'
import { descriptionOf, introOf, readTitle, sectionOf, slugOf } from './sections.ts'
import { showSnippetContext } from './snippet-context.ts'
import { nameColumns } from './tables.ts'

const page = '# A `page`\n\nIts intro.\n\n```sh\n# no heading\n```\n\n## One\n\nfirst\n\n### Inner\n\nmore\n\n## Two `x`\n\nlast\n'

describe('pages of the repository on the site', () => {
  it('have a title, an intro and sections, and code is never a heading', () => {
    expect(readTitle(page, 'page.md').title).toBe('A page')
    expect(introOf(page, 'page.md')).toBe('Its intro.\n\n```sh\n# no heading\n```')
    expect(sectionOf(page, 'one', 'page.md')).toBe('first\n\n### Inner\n\nmore')
    expect(sectionOf(page, 'two-x', 'page.md')).toBe('last')
    expect(() => sectionOf(page, 'three', 'page.md')).toThrow('page.md has no section #three')
    expect(() => readTitle('text', 'page.md')).toThrow('page.md has no title')
  })

  it('include sections of other pages, and a section that was renamed is a fault', () => {
    const read = () => page
    expect(resolveIncludes('before\n<!-- include a/page.md#two-x -->\nafter', read, (text, source) => `${source}: ${text}`)).toBe(
      'before\na/page.md: last\nafter',
    )
    expect(() => resolveIncludes('<!-- include page.md#gone -->', read, (text) => text)).toThrow('page.md has no section #gone')
  })

  it('have their links converted outside code, also around pictures and code', () => {
    const text = 'See [`x`](../x.md) and ![p](p.png), `[no](no.md)`\n```md\n[no](no.md)\n```\n[gone](gone.md)'
    const resolve = (target: string, image: boolean) => (target === 'gone.md' ? undefined : `/${image ? 'pictures' : 'pages'}/${target.replace('../', '')}`)
    expect(rewriteLinks(text, resolve)).toBe('See [`x`](/pages/x.md) and ![p](/pictures/p.png), `[no](no.md)`\n```md\n[no](no.md)\n```\ngone')
  })

  it('show what a block of code takes for granted', () => {
    expect(showSnippetContext('<!-- snippet\ndeclare const a: number\n-->\n\n```ts\na\n```')).toContain(
      '```ts\ndeclare const a: number\n```\n\n</details>\n\n```ts\na',
    )
    expect(showSnippetContext('<!-- snippet compile -->\n\n```ts\na\n```')).toBe('```ts\na\n```')
  })

  it('have a name for each column of a table', () => {
    expect(nameColumns('| a | |\n|---|---|\n| 1 | |')).toBe('| a | <span class="sr-only">Description</span> |\n|---|---|\n| 1 | |')
    expect(nameColumns('```\n| a | |\n|---|---|\n```')).toBe('```\n| a | |\n|---|---|\n```')
  })

  it('read a comment mark in code as text', () => {
    expect(readLines('`<!-- snippet`\n## Next').map(({ verbatim }) => verbatim)).toEqual([false, false])
    expect(readLines('<!-- a\nb -->\nc').map(({ verbatim }) => verbatim)).toEqual([true, true, false])
  })

  it('have ids as GitHub gives them, and a short description', () => {
    expect(slugOf('What is *compared*, exactly?')).toBe('what-is-compared-exactly')
    expect(descriptionOf('| a |\n\nA [link](x.md) and `code`.\n\nMore.')).toBe('A link and code.')
    expect(descriptionOf(`A ${'word '.repeat(60)}`)).toMatch(/^A word .* …$/)
  })
})
