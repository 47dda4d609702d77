// The code of the READMEs is the examples' code, and every relative link of the committed pages leads to a file.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const faults = []
for (const [page, language, file] of [
  ['README.md', 'ts', 'examples/quickstart/server.ts'],
  ['README.md', 'tsx', 'examples/quickstart/client.tsx'],
  ['packages/react-renderers/README.md', 'tsx', 'tooling/front-ends/fresh-app/main.tsx'],
  ['packages/agui-adapter/MOUNTING.md', 'ts', 'tooling/templates/next/route.ts'],
  ['packages/agui-adapter/MOUNTING.md', 'tsx', 'tooling/templates/next/chat.tsx'],
])
  if (!readFileSync(page, 'utf8').includes(`\`\`\`${language}\n${readFileSync(file, 'utf8')}\`\`\``)) faults.push(`${page}: no ${language} block is ${file}`)

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
