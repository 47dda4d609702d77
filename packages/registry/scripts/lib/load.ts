import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { checkComponent } from './check.ts'
import { lintComponent } from './lint.ts'
import type { Catalog, Definition, Source } from './schema.ts'

/** Reads catalog.json and components/*.json of a package folder; throws one error that lists every fault. */
export function loadSource(root: string): Source {
  const catalog = readJson(join(root, 'catalog.json')) as Catalog
  const meta = readJson(join(root, 'schemas/component.schema.json')) as object
  const validate = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true }).compile(meta)
  const faults: string[] = []
  const components = files(root).flatMap((file) => {
    const value = readJson(join(root, 'components', file))
    const own = validate(value) ? lintComponent(value as Definition) : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
    if (own.length === 0 && (value as Definition).name !== basename(file, '.json')) own.push('name differs from the name of the file')
    faults.push(...own.map((fault) => `components/${file}: ${fault}`))
    return own.length === 0 ? [value as Definition] : []
  })
  if (faults.length === 0)
    for (const component of components) faults.push(...checkComponent(component, components).map((fault) => `components/${component.name}.json: ${fault}`))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return { catalog, components: inOrder(components, catalog) }
}

const files = (root: string) =>
  readdirSync(join(root, 'components'))
    .filter((file) => file.endsWith('.json'))
    .sort()

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`)
  }
}

/** Catalogue order: categories as catalog.json lists them, names in alphabetical order inside. */
function inOrder(components: Definition[], catalog: Catalog): Definition[] {
  const rank = (definition: Definition) => catalog.categories.findIndex((category) => category.name === definition.category)
  return components.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
