import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileSnippets } from './compile-snippets.mjs'
import { importsOf, readSnippets } from './read-snippets.mjs'
import { runSnippets } from './run-snippets.mjs'
import { snippetFolder } from './snippet-folder.mjs'

const page = `# Page

\`\`\`ts
const a = 1
\`\`\`

<!-- snippet continued
declare const b: number
-->

\`\`\`ts
console.log(a + b)
\`\`\`

\`\`\`sh
npm test
\`\`\`

<!-- snippet compile -->

\`\`\`\`tsx
const text = '\`\`\`'
\`\`\`\`
`

const faultsOf = (text: string) => {
  const snippets = readSnippets('a/README.md', text)
  const folder = snippetFolder(snippets, ['@types/node'])
  try {
    return compileSnippets(folder, snippets)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('reads the blocks of a page with what stands before them, and where each line stands', () => {
  expect(readSnippets('a/README.md', page)).toEqual([
    { file: 'a/README.md', line: 3, name: 'a-README-md-1.ts', code: 'const a = 1', lines: [4], runs: true },
    {
      file: 'a/README.md',
      line: 11,
      name: 'a-README-md-2.ts',
      code: 'const a = 1\ndeclare const b: number\nconsole.log(a + b)',
      lines: [4, 0, 12],
      runs: false,
    },
    { file: 'a/README.md', line: 21, name: 'a-README-md-3.tsx', code: "const text = '```'", lines: [22], runs: false },
  ])
})

it('knows what a block imports', () => {
  const code = "import a from '@pf/core/memory'\nimport '@pf/x/styles.css'\nimport type { B } from 'zod/v4'\nimport 'node:fs'\nawait import('react')"
  expect(importsOf(code)).toEqual(['@pf/core', '@pf/x', 'zod', 'react'])
})

it('compiles the page', () => {
  expect(faultsOf(page)).toEqual([])
})

it('names the line of a fault', () => {
  expect(faultsOf(page.replace('a + b', 'a + c'))).toEqual([expect.stringMatching(/^a\/README\.md:12: Cannot find name 'c'/)])
  expect(faultsOf(page.replace('const a = 1', "const a: number = 'x'"))).toContainEqual(expect.stringMatching(/^a\/README\.md:4: /))
})

it('runs a block, and says where one failed and why', async () => {
  const snippets = readSnippets('a/README.md', "```ts\nif (process.env.A !== 'a') throw new Error('no A')\n```\n")
  const folder = snippetFolder(snippets, [])
  try {
    expect(await runSnippets(folder, snippets, { A: 'a' })).toEqual([])
    expect(await runSnippets(folder, snippets)).toEqual([expect.stringMatching(/^a\/README\.md:1: ran and failed: [\s\S]*no A/)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('refuses a package that nobody here has', () => {
  expect(() => snippetFolder([], ['left-pad-of-nobody'])).toThrow(/left-pad-of-nobody/)
})
