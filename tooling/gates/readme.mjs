// The code of the READMEs is the examples' code, and every relative link of the committed pages leads to a file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const faults = []
for (const [page, language, file] of [
  ['README.md', 'ts', 'examples/quickstart/server.ts'],
  ['README.md', 'tsx', 'examples/quickstart/client.tsx'],
  ['packages/react-renderers/README.md', 'tsx', 'tooling/front-ends/fresh-app/main.tsx'],
]) {
  const block = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readFileSync(page, 'utf8'))?.[1]
  if (block !== readFileSync(file, 'utf8')) faults.push(`${page}: its ${language} block differs from ${file}`)
}
for (const page of pages())
  for (const [, target] of readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)) {
    const path = target.split('#')[0]
    if (path === '' || /^[a-z]+:/.test(path)) continue
    if (!existsSync(join(dirname(page), path))) faults.push(`${page}: ${target} leads nowhere`)
  }
for (const fault of faults) console.error(fault)
process.exit(faults.length ? 1 : 0)

function pages() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], { encoding: 'utf8' })
    .split('\0')
    .filter((page) => page && existsSync(page) && !page.includes('__fixtures__') && !page.startsWith('api/'))
}
