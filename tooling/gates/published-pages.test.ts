import { expect, it } from 'vitest'
import { citationsIn, publishedPageFaults } from './published-pages.mjs'

const files = ['dist', 'docs', 'README.md', 'GUIDE.md']
const manifest = { peerDependencies: { react: '^19.0.0', mermaid: '^12.0.0' }, peerDependenciesMeta: { mermaid: { optional: true } } }
const readme = (more: string) => `\`\`\`sh\nnpm install --save-dev @pf/x @pf/core@next react   # or zod\n\`\`\`\n${more}`
const faultsOf = (more: string, pages = {}) => publishedPageFaults({ manifest, pages: { 'README.md': readme(more), ...pages }, files })

it('accepts pages whose links and imports readers of the package have', () => {
  const text = '[a](GUIDE.md#x) [b](docs/one.md) [c](#here) [d](https://example.org/y)\n```ts\nimport { a } from \'@pf/core/memory\'\nimport "node:fs"\n```\n'
  expect(faultsOf(text, { 'docs/one.md': '[up](../README.md)' })).toEqual([])
})

it.each([
  ['a link out of the package', '[a](../other/README.md)', 'README.md: the link to ../other/README.md leads to a file that is not published'],
  ['an image out of the package', '![a](../../docs/a.png)', 'README.md: the link to ../../docs/a.png leads to a file that is not published'],
  ['a link to a file that is not packed', '[a](src/index.ts)', 'README.md: the link to src/index.ts leads to a file that is not published'],
  ['an import that no line installs', "```tsx\nimport { z } from 'zod'\n```\n", 'README.md: the code imports zod, which no install line contains'],
])('refuses %s', (_, text, fault) => {
  expect(faultsOf(text)).toEqual([fault])
})

it('refuses an install line without a required peer', () => {
  expect(publishedPageFaults({ manifest, pages: { 'README.md': 'npm install @pf/x' }, files })).toEqual([
    'README.md: no install line contains the required peer react',
  ])
})

it('finds citations of documents that readers do not have, and no others', () => {
  expect(citationsIn('/** A (spec 004, x), 000 §2 and [004-norm-03]. */')).toEqual(['spec 004', '000 §', '[004-norm-03]'])
  expect(citationsIn('/** RFC 4648 §5; 404 Not Found; an AG-UI 1.0 event (spec 1.0). */')).toEqual([])
})
