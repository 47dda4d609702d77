import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { exports: Record<string, { default?: string }> }
const entries = Object.entries(exports).flatMap(([entry, { default: file = '' }]) => (file.endsWith('.js') ? [{ entry, file }] : []))
const forServers = ['./conversation', './sandbox', './store', './timeline']
const isServer = ({ entry }: { entry: string }) => forServers.includes(entry)
const built = existsSync(new URL('dist/index.js', root))

// Bundlers may drop directives: vercel/next.js#41929, microsoft/fluentui#30766. Hooks in a layout: pbeshai/use-query-params#273.
describe.runIf(built)('under React server components', () => {
  it('is every entry with components or hooks marked as code of the browser, and no other', () => {
    const marked = entries.filter(({ file }) => /^['"]use client['"]/.test(readFileSync(new URL(file, root), 'utf8')))
    expect(marked).toEqual(entries.filter((one) => !isServer(one)))
    expect(entries.filter(isServer).map(({ entry }) => entry)).toHaveLength(forServers.length)
  })

  it('is every other entry imported where React has no hooks', () => {
    const code = entries.filter(isServer).map(({ entry }) => `await import('@pf/react-renderers${entry.slice(1)}')`)
    const output = execFileSync(process.execPath, ['--conditions=react-server', '--input-type=module', '-e', `${code.join('\n')}\nconsole.log('imported')`], {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
    })
    expect(output.trim()).toBe('imported')
  })
})
