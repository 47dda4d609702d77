// Writes dist/standalone: the elements with React and everything else as ES modules for pages without a bundler. Charts, tables and other
// large parts are files of their own, which are loaded relative to pf-elements.js. Mermaid and Plotly are not included: a page names them in
// an import map, or sets `loaders`.
import { rmSync } from 'node:fs'
import { build } from 'esbuild'

rmSync('dist/standalone', { recursive: true, force: true })
await build({
  entryPoints: { 'pf-elements': 'dist/index.js' },
  outdir: 'dist/standalone',
  chunkNames: 'parts/[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
  external: ['mermaid', 'plotly.js-cartesian-dist-min'],
  legalComments: 'linked',
  logLevel: 'warning',
  // The built files import chunks for their side effects, which they do not have.
  logOverride: { 'ignored-bare-import': 'silent' },
})
