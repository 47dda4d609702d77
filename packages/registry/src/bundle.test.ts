import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'

const entry = '\0entry'
const source = (path: string) => JSON.stringify(join(import.meta.dirname, path))

/** Bundles some imports so that the bundler cannot drop entire modules, as in a single built file. */
async function bundle(code: string): Promise<{ text: string; gzip: number }> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    resolve: { conditions: ['pf-source'] },
    plugins: [{ name: 'entry', resolveId: (id) => (id === 'virtual:entry' ? entry : undefined), load: (id) => (id === entry ? code : undefined) }],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: { input: 'virtual:entry', preserveEntrySignatures: 'strict', treeshake: { moduleSideEffects: true }, output: { format: 'es' } },
    },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { code?: string }[] }
  const text = output.map((chunk) => chunk.code ?? '').join('\n')
  return { text, gzip: gzipSync(text, { level: 9 }).length / 1024 }
}

const set = `export { createComponentSet, createPolicy } from ${source('index.ts')}`
const kit = (name: string) => `export { ${name} } from ${source(`kits/components/${name}.ts`)}`

describe('what a front end loads', { timeout: 60_000 }, () => {
  it('is at most 10 KiB gzip for checks, previews and policy with metric and datagrid', async () => {
    const { text, gzip } = await bundle([set, kit('metric'), kit('datagrid')].join('\n'))
    console.log(`metric + datagrid with everything shared: ${gzip.toFixed(2)} KiB gzip`)
    expect(gzip).toBeLessThanOrEqual(10)
    expect(text).not.toMatch(/artifact_id.*parallelAxis|\$schema|Intl\.|Orders a day|TypeScript-like/s)
  })

  it('holds no component but those imported, and no data about them', async () => {
    const { text } = await bundle(set)
    expect(text).not.toMatch(/sparkline|parallelAxis|equalHeight|mathEnabled|striped/)
    const { text: metric } = await bundle(kit('metric'))
    expect(metric).toContain('sparkline')
    expect(metric).not.toMatch(/parallelAxis|equalHeight|mathEnabled|striped|One key figure/)
  })

  it('[003-prm-01] holds nothing of the prompt: that is made on the server', async () => {
    const { text } = await bundle(`export * from ${source('browser.ts')}`)
    expect(text).not.toMatch(/PAUSES|TypeScript-like|one key figure/i)
    expect((await bundle(`export { buildCatalogPrompt } from ${source('index.ts')}`)).text).toMatch(/PAUSES/)
  })

  it('runs nothing at import that keeps unused parts alive', async () => {
    const { text } = await bundle(`import * as registry from ${source('index.ts')}\nexport const version = registry.registryVersion`)
    expect(text.length).toBeLessThan(400)
  })

  it('holds no ajv, no code from strings and nothing of Node', async () => {
    const { text } = await bundle(`export * from ${source('index.ts')}`)
    expect(text).not.toMatch(/new Function|\beval\(|["'`]node:|require\(|\bajv/)
  })
})
