// A validator as `ajv` writes it to a file: what a team would have without us, with nothing compiled at run time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const folder = new URL('../node_modules/.cache/pf/', import.meta.url)

/** Writes the code of one schema beside the peers, where its own helpers are found, and loads it. */
export async function standalone({ default: Ajv }, { default: code }, { name, schema }) {
  const ajv = new Ajv({ strict: false, code: { source: true, esm: true } })
  const text = (code.default ?? code)(ajv, ajv.compile(schema))
  mkdirSync(folder, { recursive: true })
  const file = new URL(`${name}.mjs`, folder)
  writeFileSync(file, `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n${text}`)
  return (await import(pathToFileURL(file.pathname).href)).default
}
