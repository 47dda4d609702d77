import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, '..', 'dist')
const HEAVY = ['echarts', 'echarts-for-react', '@tanstack/react-table', '@tanstack/react-virtual', 'react-markdown', 'remark-gfm', 'rehype-sanitize', 'shiki']
const STATIC = /(?:^|[;\n}])\s*(?:import|export)\s*(?!type\b)(?:[\w*{][^'"()]*?from\s*)?["']([^"']+)["']/g

/** Returns the files and packages that a file imports statically, directly or indirectly. Dynamic imports do not count. */
function reach(start: string): { outside: Set<string>; files: Set<string> } {
  const files = new Set<string>()
  const outside = new Set<string>()
  const queue = [start]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      if (target.startsWith('.')) queue.push(join(dirname(file), target))
      else outside.add(target)
    }
  }
  return { outside, files }
}

const heavy = (found: Set<string>) => [...found].filter((name) => HEAVY.some((one) => name === one || name.startsWith(`${one}/`)))

/** The sources are always checked, the built files if they exist. Every gate builds before it tests. */
const roots = [
  ['source', join(here, 'index.ts'), join(here, 'store.ts'), (name: string) => join(here, 'renderers', `${name}.tsx`)],
  ['build', join(dist, 'index.js'), join(dist, 'store.js'), (name: string) => join(dist, 'renderers', `${name}.js`)],
] as const

describe.each(roots.filter(([, root]) => existsSync(root)))('the %s', (_, root, store, renderer) => {
  it('[003-ph-18] loads no chart, table or markdown library with the root', () => {
    const { outside } = reach(root)
    expect(heavy(outside)).toEqual([])
    expect([...outside].filter((name) => name.startsWith('node:') || ['zod', 'ajv', 'openai'].includes(name))).toEqual([])
  })

  it('has a store without React', () => {
    expect([...reach(store).outside].filter((name) => /^react/.test(name))).toEqual([])
  })

  it('gives each renderer an entry of its own that loads only what it needs', () => {
    const needs = (name: string) =>
      new Set(
        heavy(reach(renderer(name)).outside).map((one) =>
          one
            .split('/')
            .slice(0, one.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
      )
    expect(['metric', 'grid', 'callout', 'code', 'json', 'image', 'report', 'tabs', 'accordion'].flatMap((name) => [...needs(name)])).toEqual([])
    expect([...needs('markdown')].sort()).toEqual(['react-markdown', 'rehype-sanitize', 'remark-gfm'])
    expect([...needs('datagrid')].sort()).toEqual(['@tanstack/react-table', '@tanstack/react-virtual'])
    expect([...needs('echarts')].sort()).toEqual(['echarts', 'echarts-for-react'])
  })
})
