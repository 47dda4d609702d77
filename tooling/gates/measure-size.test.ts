import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureSize } from './measure-size.mjs'

let folder = ''
const noise = (words: number, seed: number) => Array.from({ length: words }, (_, at) => ((at + 1) * seed * 2654435761) >>> 0).join(' ')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pf-size-'))
  writeFileSync(join(folder, 'package.json'), '{"sideEffects":false}')
  writeFileSync(join(folder, 'small.js'), 'export const small = 1')
  writeFileSync(join(folder, 'shared.js'), `export const shared = ${JSON.stringify(noise(500, 3))}`)
  writeFileSync(join(folder, 'big.js'), `import { shared } from './shared.js'\nexport const big = ${JSON.stringify(noise(500, 7))} + shared`)
  writeFileSync(join(folder, 'lazy.js'), "export const lazy = () => import('./big.js')")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sizeOf = (file: string, more: { loaded?: string; outside?: string[] } = {}) => measureSize({ folder, code: `export * from './${file}.js'`, ...more })

it('counts what is loaded at once, in bytes of gzip', async () => {
  expect(await sizeOf('small')).toBeLessThan(100)
  expect(await sizeOf('big')).toBeGreaterThan(4_000)
})

it('counts nothing that is loaded later', async () => {
  expect(await sizeOf('lazy')).toBeLessThan(400)
})

it('counts nothing that the page has already', async () => {
  const alone = await sizeOf('big')
  expect(await sizeOf('big', { loaded: "export * from './shared.js'" })).toBeLessThan(alone * 0.7)
})

it('counts nothing that is left outside', async () => {
  expect(await sizeOf('big', { outside: ['./shared.js'] })).toBeLessThan((await sizeOf('big')) * 0.7)
})
