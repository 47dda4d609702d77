import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PfError } from '@pf/core'
import type { BuildOptions, Plugin } from 'esbuild'

/** The packages that draw components and bundle the page. They are installed by those who want pictures. */
const packages = ['esbuild', 'react', 'react-dom', '@pf/react-renderers', '@pf/registry']

/** The module that draws: beside the built files of this package, or among its sources. */
const drawing = ['./page.js', '../page/expose-drawing.tsx'].map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync)
const isSource = drawing?.endsWith('.tsx') === true

/** Throws PfError `not_found`, which names every package that is not installed for the folder and the command that installs them. */
export function requirePackages(folder: string): void {
  const require = requireIn(folder)
  const missing = packages.filter((name) => !isFound(() => require.resolve(`${name}/package.json`)))
  if (missing.length === 0) return
  const verb = missing.length === 1 ? 'package is' : 'packages are'
  throw new PfError('not_found', `These ${verb} not installed: ${missing.join(', ')}. Run: npm install --save-dev ${missing.join(' ')}`)
}

const requireIn = (folder: string) => createRequire(join(folder, 'package.json'))

function isFound(resolve: () => string): boolean {
  try {
    return resolve() !== ''
  } catch {
    return false
  }
}

/** What a page is bundled of. */
export interface PageParts {
  /** The folder whose installed packages are used. */
  folder: string
  /** Path of a module that exports `components` and `kits` of a team. */
  own: string | undefined
  /** True if what was shown contains this text. Large libraries that nothing mentions are left out. */
  mentions: (text: string) => boolean
}

/** Bundles the page that draws components and returns its files by name. Throws PfError `invalid_config` with the first fault. */
export async function bundlePage({ folder, own, mentions }: PageParts): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = (await import(pathToFileURL(requireIn(folder).resolve('esbuild')).href)) as typeof import('esbuild')
  const name = (path: string) => JSON.stringify(path)
  const contents = [
    `import { exposeDrawing } from ${name(drawing ?? '')}`,
    own === undefined ? 'const own = {}' : `import * as own from ${name(own)}`,
    'exposeDrawing(own)',
  ].join('\n')
  const options: BuildOptions & { write: false } = {
    stdin: { contents, resolveDir: folder, sourcefile: 'page.js' },
    absWorkingDir: folder,
    // Nothing is written: the files are served from memory.
    write: false,
    outdir: 'pf-eval-page',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: [...(isSource ? ['pf-source'] : []), 'module', 'browser', 'production'],
    loader: { '.woff2': 'dataurl', '.woff': 'dataurl', '.ttf': 'dataurl', '.svg': 'dataurl', '.png': 'dataurl' },
    logLevel: 'silent',
    plugins: [fromFolder(folder), optionalImports(mentions)],
  }
  const { outputFiles } = await build(options).catch((cause: unknown) => {
    throw new PfError('invalid_config', `The page that draws components could not be bundled: ${firstFault(cause)}`, { cause })
  })
  return new Map(outputFiles.map(({ path, contents }) => [path.slice(dirname(path).length + 1), contents]))
}

const firstFault = (cause: unknown) => String(cause instanceof Error ? cause.message.split('\n').find((line) => line.includes('ERROR')) : cause).slice(0, 300)

/** Resolves the imports of the drawing module in the folder, so that React is the one of the folder also if this package is elsewhere. */
const fromFolder = (folder: string): Plugin => ({
  name: 'pf-eval-from-folder',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^[a-z@]/ }, ({ path, importer, kind, pluginData }) =>
      importer !== drawing || pluginData === resolved ? undefined : resolve(path, { resolveDir: folder, kind, pluginData: resolved }),
    )
  },
})

/** The libraries that are larger than the rest of the page, and the texts without which none of their components can be shown. */
const large: readonly [RegExp, readonly string[]][] = [
  [/^mermaid$/, ['mermaid']],
  [/^plotly\.js/, ['plotly']],
  [/^shiki\/langs\//, ['"code"', '```', '~~~']],
]

/**
 * Leaves out large libraries that are not needed, and libraries that are not installed: without mermaid, for example, the page shows a card
 * in place of a diagram.
 */
const optionalImports = (mentions: PageParts['mentions']): Plugin => ({
  name: 'pf-eval-optional-imports',
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /^[a-z@]/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === resolved) return undefined
      const texts = large.find(([name]) => name.test(path))?.[1]
      if (texts && !texts.some(mentions)) return { path, external: true }
      const { errors } = await resolve(path, { importer, resolveDir, kind, pluginData: resolved })
      return errors.length > 0 ? { path, external: true } : undefined
    })
  },
})

/** Marks requests of a plugin to itself. */
const resolved = Symbol('resolved')
