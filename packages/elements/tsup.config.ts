import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { transform } from 'esbuild'
import { pfPackage } from '../../tooling/tsup.ts'

/** The stylesheet of the renderers as a string, so that the elements need no loader for CSS. */
export default pfPackage({
  noExternal: [/\.css\?inline$/],
  esbuildPlugins: [
    {
      name: 'inline-styles',
      setup(build) {
        // tsup loads each file whose name ends with `.css` itself, so the name is kept as data.
        build.onResolve({ filter: /\.css\?inline$/ }, ({ path }) => ({ path, namespace: 'inline-styles' }))
        build.onLoad({ filter: /.*/, namespace: 'inline-styles' }, async ({ path }) => {
          const file = fileURLToPath(import.meta.resolve(path.replace('?inline', '')))
          const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'css', minify: true })
          return { contents: `export default ${JSON.stringify(code)}`, loader: 'js' }
        })
      },
    },
  ],
})
