import { readFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'

type Target = string | Record<string, unknown>

/**
 * Returns the build configuration of a package, read from its package.json: each export with a `pf-source` is an entry, and CommonJS is
 * built if an export has `require`. Declared dependencies are not bundled.
 */
export function pfPackage(more: Options = {}) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, Target> }
  const targets = Object.values(manifest.exports).filter((target) => typeof target === 'object')
  const sources = targets
    .map((target) => target['pf-source'])
    .filter((source) => typeof source === 'string')
    .filter((source) => /\.tsx?$/.test(source))
  const entry = Object.fromEntries(sources.map((source) => [source.replace(/^\.\/src\//, '').replace(/\.tsx?$/, ''), source.slice(2)]))
  return defineConfig({
    entry,
    format: targets.some((target) => 'require' in target) ? ['esm', 'cjs'] : ['esm'],
    target: 'es2022',
    platform: 'neutral',
    removeNodeProtocol: false,
    dts: { compilerOptions: { customConditions: [], types: [] } },
    tsconfig: '../../tsconfig.base.json',
    clean: true,
    sourcemap: true,
    treeshake: true,
    ...more,
  })
}
