// Reads the built files. Everything that a root entry imports must be neutral. Follows relative imports; static and lazy ones are separate.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packages } from '../packages.mjs'

/** Imports that the root of each package must never reach, statically (heavy) or at all (forbidden). */
const rules = {
  core: { forbidden: ['node:', 'zod', 'openai', 'ajv'] },
  artifacts: { forbidden: ['node:', 'zod', 'openai', 'ajv'] },
  registry: { forbidden: ['node:', 'zod', 'openai', 'ajv'] },
  'agui-adapter': { forbidden: ['node:', 'zod', 'openai', 'ajv', '@ag-ui/client'] },
  'react-renderers': {
    forbidden: ['node:', 'zod', 'openai', 'ajv'],
    heavy: [
      'echarts',
      'echarts-for-react',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'react-markdown',
      'remark-gfm',
      'micromark-core-commonmark',
      'rehype-raw',
      'rehype-sanitize',
      'katex',
      'mermaid',
      'plotly.js-cartesian-dist-min',
      'dompurify',
    ],
  },
  planner: { forbidden: ['node:', 'openai', '@anthropic-ai/sdk', '@google/genai', '@ai-sdk/provider'] },
  mcp: { forbidden: ['node:', 'openai', 'zod'] },
}
const importing = /(?:\bfrom\s*|\bimport\s*|\brequire\s*)\(?\s*["']([^"']+)["']/g
const lazy = /\bimport\(\s*["']([^"']+)["']\s*\)/g
const faults = []

for (const { name, folder, manifest } of packages()) {
  const rule = rules[name]
  if (!rule) continue
  for (const file of rootFiles(manifest)) {
    const eager = reach(join(folder, file), { followLazy: false })
    const all = reach(join(folder, file), { followLazy: true })
    report(
      name,
      file,
      [...all].filter((found) => matches(found, rule.forbidden)),
      'reaches',
    )
    report(
      name,
      file,
      [...eager].filter((found) => matches(found, rule.heavy ?? [])),
      'loads at once',
    )
  }
}
if (process.argv.includes('--self-test')) process.exit(0)
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)

/** Returns the built files of the root, and of `./internal` if it exists, because the roots of other packages import it. */
function rootFiles(manifest) {
  const targets = ['.', './internal'].map((key) => manifest.publishConfig.exports[key])
  return targets.flatMap((target) => [target?.import?.default, target?.require?.default, target?.default]).filter(Boolean)
}

function matches(found, names) {
  return names.some((name) => (name.endsWith(':') ? found.startsWith(name) : found === name || found.startsWith(`${name}/`)))
}

function report(name, file, found, verb) {
  for (const one of found) faults.push(`@pf/${name} ${file} ${verb} ${one}`)
}

function reach(file, { followLazy }) {
  const seen = new Set()
  const outside = new Set()
  const queue = [file]
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    if (!existsSync(path)) {
      faults.push(`${path} is not built`)
      continue
    }
    const text = readFileSync(path, 'utf8')
    const later = new Set([...text.matchAll(lazy)].map(([, target]) => target))
    for (const [, target] of text.matchAll(importing)) if (followLazy || !later.has(target)) follow(path, target)
  }
  return outside

  function follow(from, target) {
    if (target.startsWith('.')) queue.push(join(dirname(from), target))
    else outside.add(target)
  }
}
