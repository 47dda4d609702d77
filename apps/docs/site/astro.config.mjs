import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

const sidebar = JSON.parse(readFileSync(new URL('./src/navigation.json', import.meta.url), 'utf8'))

/** A table that scrolls inside its frame can be reached by keyboard. */
const wideTables = `
const mark = () => {
  for (const table of document.querySelectorAll('.sl-markdown-content table'))
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
    else table.removeAttribute('tabindex')
}
mark()
addEventListener('resize', mark)
`

export default defineConfig({
  base: process.env.PF_DOCS_BASE ?? '/',
  trailingSlash: 'always',
  integrations: [
    starlight({
      title: 'pf',
      description: 'TypeScript packages for agents that answer with more than text.',
      favicon: '/icon.svg',
      sidebar: sidebar.map(({ items, ...group }) => ({ ...group, items: items.map(({ label, slug }) => ({ label, slug: slug === '' ? 'index' : slug })) })),
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      customCss: ['./src/styles.css'],
      pagination: true,
      head: [{ tag: 'script', attrs: { type: 'module' }, content: wideTables }],
      // A block of code wraps, because one that scrolls would be a landmark without a name.
      expressiveCode: { defaultProps: { frame: 'none', wrap: true }, styleOverrides: { borderRadius: '4px' } },
      credits: false,
    }),
  ],
})
