import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import meta from '../../schemas/component.schema.json' with { type: 'json' }
import { checkComponent, type ForeignCheck } from './check.ts'
import { doubledKeys } from './doubled-keys.ts'
import { lintComponent } from './lint.ts'
import { type ChoiceTexts, overlapFaults } from './overlap.ts'
import type { Catalog, Definition, Source } from './schema.ts'

/** What a folder of components is checked against besides itself. */
export interface Surroundings {
  /** Stands in for a missing catalog.json. */
  catalog?: Catalog
  /** Components that are there already: none may be named or described alike. */
  others?: readonly ChoiceTexts[]
  foreign?: ForeignCheck
  /** Where the text form of a component may be, from the folder; one of these files must exist. */
  texts?(name: string): readonly string[]
}

/** Reads catalog.json and components/*.json of a folder; throws one error that lists every fault as `file:pointer: what`. */
export function loadSource(root: string, surroundings: Surroundings = {}): Source {
  const faults: string[] = []
  const catalog = readCatalog(root, surroundings, faults)
  if (files(root).length === 0) faults.push(`components: holds no .json file (in ${root})`)
  const found = files(root).flatMap((file) => readComponent(root, file, faults))
  const others = (surroundings.others ?? []).filter(({ name }) => !catalog?.replaces?.includes(name))
  for (const { file, definition } of found) faults.push(...nameFaults(definition, file, others).map((fault) => `components/${file}:${fault}`))
  if (faults.length === 0) {
    const all = found.map(({ definition }) => definition)
    for (const { file, definition } of found) {
      const told = [
        ...checkComponent(definition, all, surroundings.foreign),
        ...overlapFaults(definition, [...others, ...all.filter((other) => other !== definition)]),
        ...textFaults(root, definition, surroundings),
      ]
      faults.push(...told.map((fault) => `components/${file}:${fault}`))
    }
  }
  if (faults.length > 0 || !catalog) throw new Error(faults.join('\n'))
  const components = found.map(({ definition }) => definition)
  return { catalog, components: inOrder(components, catalog) }
}

const files = (root: string) =>
  existsSync(join(root, 'components'))
    ? readdirSync(join(root, 'components'))
        .filter((file) => file.endsWith('.json'))
        .sort()
    : []

const validate = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true }).compile(meta as object)

function readComponent(root: string, file: string, faults: string[]): { file: string; definition: Definition }[] {
  const value = readJson(root, `components/${file}`, faults)
  if (value === undefined) return []
  const own = validate(value) ? lintComponent(value as Definition) : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(metaFault)
  faults.push(...own.map((fault) => `components/${file}:${fault}`))
  return own.length === 0 ? [{ file, definition: value as Definition }] : []
}

const metaFault = ({ instancePath, message, params }: { instancePath: string; message?: string | undefined; params: Record<string, unknown> }) =>
  `${instancePath || '/'}: ${message ?? 'does not fit'}${[params.additionalProperty, params.allowedValue, params.allowedValues].map(aside).join('')}`

const aside = (detail: unknown) => (detail === undefined ? '' : ` (${typeof detail === 'object' ? JSON.stringify(detail) : detail})`)

function nameFaults({ name }: Definition, file: string, others: readonly ChoiceTexts[]): string[] {
  return [
    ...(name === basename(file, '.json') ? [] : ['/name: differs from the name of the file']),
    ...(others.some((other) => other.name === name) ? [`/name: duplicate name: ${name} is there already; catalog.json may list it under replaces`] : []),
  ]
}

function textFaults(root: string, { name }: Definition, { texts }: Surroundings): string[] {
  const paths = texts?.(name)
  return !paths || paths.some((path) => existsSync(join(root, path))) ? [] : [`/name: no text form: write ${paths[0]}`]
}

function readCatalog(root: string, { catalog }: Surroundings, faults: string[]): Catalog | undefined {
  if (catalog && !existsSync(join(root, 'catalog.json'))) return catalog
  const own = readJson(root, 'catalog.json', faults)
  return own === undefined ? undefined : { ...catalog, ...(own as Catalog) }
}

function readJson(root: string, path: string, faults: string[]): unknown {
  try {
    const text = readFileSync(join(root, path), 'utf8')
    const value: unknown = JSON.parse(text)
    faults.push(...doubledKeys(text).map((pointer) => `${path}:${pointer}: stands there twice`))
    return value
  } catch (cause) {
    faults.push(`${path}: ${cause instanceof Error ? cause.message : cause}`)
    return undefined
  }
}

/** Catalogue order: categories as catalog.json lists them, names in alphabetical order inside. */
function inOrder(components: Definition[], catalog: Catalog): Definition[] {
  const rank = (definition: Definition) => catalog.categories.findIndex((category) => category.name === definition.category)
  return components.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
