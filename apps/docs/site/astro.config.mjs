import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

const sidebar = JSON.parse(readFileSync(new URL('./src/navigation.json', import.meta.url), 'utf8'))

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
      // A block of code wraps, because one that scrolls would be a landmark without a name.
      expressiveCode: { defaultProps: { frame: 'none', wrap: true }, styleOverrides: { borderRadius: '4px' } },
      credits: false,
    }),
  ],
})
