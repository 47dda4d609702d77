import { dirname, relative, resolve } from 'node:path'
import type { Metafile, Plugin, PluginBuild } from 'esbuild'
import type { Options } from 'tsup'

/** Parts by name: the sources from which everything that a part needs at once is found. A later part takes what no earlier one has. */
export type Parts = Readonly<Record<string, readonly string[]>>

const MARK = 'pf-part:'
const REST = 'rest'

/**
 * Builds each part as one file, `dist/parts/NAME.js`, that all others import it from. Left to itself the bundler cuts what many entries
 * share into a file for each set of entries, and each of those costs a page its own request and its own compression. `root`, the entry that
 * names everything, holds nothing itself: what is in no part it takes from `dist/parts/rest.js`, so that a page loads only what it names.
 */
export function oneFileParts(root: string, parts: Parts): Options {
  return {
    esbuildPlugins: [partsPlugin(resolve(root), parts)],
    esbuildOptions: (options) => {
      const own = [...Object.keys(parts), REST].map((name) => [`parts/${name}`, MARK + name])
      options.entryPoints = { ...(options.entryPoints as Record<string, string>), ...Object.fromEntries(own) }
    },
    plugins: [
      {
        name: 'parts',
        renderChunk(code, { path }) {
          const from = relative(resolve(this.options.outDir), dirname(resolve(path)))
          return { code: code.replaceAll(/pf-part:(\w+)/g, (_, name) => `./${relative(from, `parts/${name}.js`)}`.replace('./..', '..')) }
        },
      },
    ],
  }
}

function partsPlugin(root: string, parts: Parts): Plugin {
  return {
    name: 'parts',
    async setup(build) {
      const { inputs } = await reach([root, ...Object.values(parts).flat()], build)
      const files = filesOf(parts, inputs)
      const rest = importsOf(inputs, root).filter((file) => !files.has(file))
      const inPart = (part: string) => (part === REST ? rest : [...files.keys()].filter((file) => files.get(file) === part))
      build.onResolve({ filter: /^pf-part:/ }, ({ path }) => ({ path: path.slice(MARK.length), namespace: 'part' }))
      build.onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
        contents: inPart(path)
          .map((file) => `export * from ${JSON.stringify(file)}`)
          .join('\n'),
        resolveDir: process.cwd(),
      }))
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path, importer }) => {
        const file = resolve(dirname(importer), path)
        const part = files.get(file) ?? (importer === root ? REST : undefined)
        return part === undefined || part === files.get(importer) ? undefined : { path: MARK + part, external: true }
      })
    },
  }
}

const reach = async (entryPoints: string[], { esbuild }: PluginBuild): Promise<Metafile> =>
  (await esbuild.build({ entryPoints, bundle: true, packages: 'external', format: 'esm', outdir: 'out', write: false, metafile: true })).metafile

/** Files that a file loads at once. */
const importsOf = (inputs: Metafile['inputs'], file: string): string[] =>
  (inputs[relative(process.cwd(), file)]?.imports ?? []).flatMap(({ path, kind, external }) => (kind === 'import-statement' && !external ? resolve(path) : []))

/** The part of each source file that is in one. */
function filesOf(parts: Parts, inputs: Metafile['inputs']): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [name, roots] of Object.entries(parts)) {
    const queue = roots.map((file) => resolve(file))
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (files.has(file)) continue
      files.set(file, name)
      queue.push(...importsOf(inputs, file))
    }
  }
  return files
}
