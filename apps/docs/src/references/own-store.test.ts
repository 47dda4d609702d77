import { readFileSync } from 'node:fs'
import { createMemoryStore } from '@pf/core/memory'
import { expect, it } from 'vitest'

const guide = readFileSync(new URL('../../pages/guides/own-store.md', import.meta.url), 'utf8')
const contracts = new URL('../../../../packages/core/src/contracts/', import.meta.url)
const files = ['approvals', 'artifact-store', 'budgets', 'draft-store', 'ports', 'rate-limits', 'tasks'].map((name) =>
  readFileSync(new URL(`${name}.ts`, contracts), 'utf8'),
)

/** Returns the methods of an interface of the contracts; those that are optional end with a question mark. */
function methodsOf(name: string): string[] {
  const body = files.map((text) => text.split(`export interface ${name} {\n`)[1]?.split('\n}\n')[0]).find((found) => found !== undefined) ?? ''
  return [...body.matchAll(/^ {2}(\w+\??)\(/gm)].map(([, method = '']) => method)
}

it('the guide to own stores lists all ports with their methods', () => {
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| ([^|]+)\|/gm)].map(([, port = '', name = '', methods = '']) => {
    const [needed = '', optional = ''] = methods.split('; optional ')
    const names = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, method = '']) => method)
    return { port, name, methods: [...names(needed), ...names(optional).map((method) => `${method}?`)].sort() }
  })
  const [, ports = ''] = files.find((text) => text.includes('export interface StorePorts'))?.split('export interface StorePorts {\n') ?? []
  const listed = [...(ports.split('\n}')[0] ?? '').matchAll(/^ {2}(\w+)\??: (\w+)/gm)].map(([, port, name]) => ({ port, name }))
  expect(rows.map(({ port, name }) => ({ port, name }))).toEqual(listed)
  for (const { name, methods } of rows) expect([name, ...methods]).toEqual([name, ...methodsOf(name).sort()])
  for (const { port } of rows) expect(Object.keys(createMemoryStore())).toContain(port)
})
