import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * Returns the gzipped size in bytes that a page loads for `code`, bundled and minified with the built packages that are available in
 * `folder`: the files that are loaded immediately, each compressed separately, without those that `loaded` has already loaded. Lazy chunks
 * are not counted.
 */
export async function measureSize({ folder, code, loaded, outside = [] }) {
  const { outputs, files } = await bundle(folder, { code, ...(loaded === undefined ? {} : { loaded }) }, outside)
  const before = loaded === undefined ? new Set() : reach(outputs, 'out/loaded.js')
  return [...reach(outputs, 'out/code.js')].filter((path) => !before.has(path)).reduce((sum, path) => sum + gzipSync(files.get(path), { level: 9 }).length, 0)
}

async function bundle(folder, entries, external) {
  const { metafile, outputFiles } = await build({
    entryPoints: Object.keys(entries).map((name) => ({ in: `size:${name}`, out: name })),
    plugins: [virtual(entries, resolve(folder))],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'empty' },
    absWorkingDir: resolve(folder),
    outdir: 'out',
    external,
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  return { outputs: metafile.outputs, files: new Map(outputFiles.map(({ path, contents }) => [path.slice(join(resolve(folder), '/').length), contents])) }
}

/** Libraries of which no code is shared with the rest. Without their lazy chunks, which are not counted, a bundle takes a third of the time. */
const largeLibraries = /^(mermaid|plotly\.js|echarts|katex)/

/** Resolves virtual entries as if they were in the folder of the package, so that its own name and its dependencies can be imported. */
function virtual(entries, folder) {
  return {
    name: 'entries',
    setup(build) {
      build.onResolve({ filter: /^size:/ }, ({ path }) => ({ path: path.slice('size:'.length), namespace: 'size' }))
      build.onResolve({ filter: largeLibraries }, ({ path, kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined))
      build.onLoad({ filter: /.*/, namespace: 'size' }, ({ path }) => ({ contents: entries[path], resolveDir: folder }))
    },
  }
}

function reach(outputs, entry) {
  const seen = new Set()
  const queue = [entry]
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    for (const { path: target, kind, external } of outputs[path].imports) if (kind === 'import-statement' && !external) queue.push(target)
  }
  return seen
}
